//! A sweep and a search that take turns, where neither is sure to be the quicker one.
//!
//! The search of a small cover goes first for a moment, which is often enough. Then the sweep goes on
//! by itself; whenever it tells how far it is, it is seen how much time the search is due, and for
//! that long the search goes on and the sweep stands still. What is suspended is kept: states in
//! memory, and the search behind a gate, on threads of its own that wait meanwhile. Whichever comes to
//! its end first has the count, and the other is given up.
//!
//! How time is shared: by how both compare, and what seems cheaper by half or more gets two thirds of it, and so
//! takes at most one and a half times as long as alone; the other one gets a third, so that a wrong guess
//! takes at most three times as long as the better one. What seems much cheaper gets more, as long as it
//! does, and so does what had more so far where neither seems cheaper; but nothing that is known keeps a
//! search from getting some of the time. On a board, where sweeps and searches can be foreseen, what seems
//! cheaper goes alone until that proves wrong. Which is ahead is said by how much of each is done.

use std::time::Duration;

use super::cost::Verdict;
use super::listener::LEAST_SHARE;

/// So long both get as much time as the other, in seconds, or until dives of the search are made where the sweep
/// seems far from its end: nothing is known of either yet.
const EVEN_S: f64 = 0.1;

/// Unless the sweep seems to have a quarter of its time behind it: what is left is no more than so many times
/// what it took, or so many times where that rises. Then it gets so many times what the search gets; and while
/// it is being laid out, which takes longer than the states of many covers.
const NEAR: f64 = 3.0;
const NEAR_RISING: f64 = 0.3;
const NEAR_PREFERENCE: f64 = 3.0;

/// Or unless the sweep seems far from its end: so many times what it took is left, and this long at least, in
/// seconds, and no less than a while before. Then the search gets so many times what the sweep gets, until it
/// has had so much, in seconds: what a sweep foretells at its first levels may come to nothing.
const FAR: f64 = 20.0;
const FAR_S: f64 = 0.25;
const FAR_PREFERENCE: f64 = 3.0;
const FAR_CHANCE_S: f64 = 0.08;

/// The same where dives foretold that the search is short: it takes less than what is left of the sweep, and
/// less than so much, in seconds. Then until it has had so many times what was foretold: dives err on the low
/// side, and a node of a cover takes longer than one of a board.
const SHORT_S: f64 = 0.25;
const FORETOLD: f64 = 2.0;

/// A search begins with dives, in which all the trees of a cover of some hundred items are seen through in so
/// long, in seconds. It goes on until they are made, unless the sweep seems to be done sooner.
const DIVES_S: f64 = 0.02;

/// Where the search keeps to what was foretold, by what is behind it, and less is left of it than of the sweep
/// by such a factor, it goes on to its end; but for no longer than so many times what was foretold. A sweep
/// that will begin anew in a better order seems longer until then.
const AS_FORETOLD: f64 = 3.0;
const SOONER: f64 = 1.5;

/// The search of a cover goes first for so long, in seconds, where there are no more than so many
/// entries in all its options: small trees are done by then, and a sweep is laid out no sooner.
const FIRST_S: f64 = 0.004;
const FIRST_ENTRIES: usize = 1 << 12;

/// After that it goes on for as long as it seems to take no longer than this in all, in seconds: trees of a
/// hundred thousand nodes are done before a sweep would be laid out and far enough to be judged.
const SEEN_THROUGH_S: f64 = 0.03;

/// Then the sweep of a cover goes alone for so long, in seconds, unless it seems far from its end: most are
/// done by then.
const HEAD_START_S: f64 = 0.008;

/// And for so long where dives foretold that the search is not short.
const LONG_HEAD_START_S: f64 = 0.016;

/// And for so long for each byte of the search's tables: to lay out a large sweep takes that long, and to lay
/// out its search, of which a turn takes all at once, half of it.
const LAYING_OUT_S: f64 = 12e-9;

/// How much of the time what seems cheaper gets for each second of the other one, at most.
const PREFERENCE: f64 = 2.0;

/// Where neither seems cheaper by so many times after so long, in seconds, what had more of the time gets so
/// much for each second of the other one: by halves both would take twice as long as either.
const NEARLY: f64 = 1.5;
const LATE_S: f64 = 0.2;
const FURTHER_PREFERENCE: f64 = 3.0;

/// How much of it the sweep gets where the search seems to have [`CLEARLY`] times as much before it, or to
/// come to nothing, after it has had [`CHANCE_S`] behind its dives, or before that where it is longer by what
/// they foretold, too. The other way round there is no such trust: a search that has most of its tree behind
/// it may be far from its end.
const CLEAR_PREFERENCE: f64 = 6.0;
const CLEARLY: f64 = 6.0;
const CHANCE_S: f64 = 0.1;

/// Whatever is known of both, the sweep of a cover gets no more than so many times what the search gets: what
/// is known may be wrong, and a search that gets nothing would never be known better.
const MOST_PREFERENCE: f64 = 8.0;

/// On a board a search that seems cheaper goes alone for at most this long, in seconds.
const ALONE_S: f64 = 10.0;

/// How much of the time it gets after that for each second of the sweep, as long as it is within
/// what was foreseen.
const TRUST: f64 = 9.0;

/// By how much a search may exceed what was foreseen before that is taken to be wrong. A busy or slow
/// processor alone makes it two or three times.
const OUTRUN: f64 = 4.0;

/// By how much a search may seem to exceed what was foreseen, by what it has done in [`ALONE_S`]: its share
/// of the tree grows unevenly.
const FAR_OUT: f64 = 12.0;

/// As long as nothing else is known, less of a search than this does not say which is ahead.
const TELLING_SHARE: f64 = 0.05;

/// What part of a tree is to be behind a search before that tells as much of what is left as dives do: parts
/// of a tree are done in lumps, and a few of them say little.
const MUCH: f64 = 0.2;

/// The search gets no turn shorter than this, in seconds.
const SHORTEST_S: f64 = 0.002;

/// And none longer than so many times what it seems to need: if it is not done by then it needs more than
/// that, and may be far from its end.
const LONGEST: f64 = 2.0;

/// Nor longer than this part of what both took so far, where what is behind the search and what dives foretold
/// of it do not agree: what is known of it may change in that time. As little as this, in seconds, does no harm.
const PART: f64 = 0.125;
const SHORT_TURN_S: f64 = 0.02;

/// Whether the search of a cover of so many entries may go first, if it is not far from its end.
pub(super) fn may_go_first(entries: usize) -> bool {
    entries <= FIRST_ENTRIES
}

/// What is known when it is to be said whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// What the cost model says, where it foresees anything: on boards. With it, in seconds, what the
    /// search was foreseen to take, where that seems cheaper.
    pub verdict: Option<(Verdict, f64)>,
    /// What the sweep took so far, in seconds.
    pub sweep_s: f64,
    /// About how long it would still take, in seconds; nothing while it is being laid out.
    pub sweep_left_s: Option<f64>,
    /// The same a while before, if that is known.
    pub sweep_left_before_s: Option<f64>,
    /// Whether the sweep began anew, in a better order.
    pub is_anew: bool,
    /// What the search would take by some dives, in seconds, once they are made.
    pub foretold_s: Option<f64>,
    /// What the search took so far, in seconds.
    pub search_s: f64,
    /// What it had taken when its dives were made: symmetries are looked for before that.
    pub dived_s: f64,
    /// What part of its tree is behind it.
    pub share: f64,
    /// About how long it would still take, in seconds.
    pub search_left_s: f64,
    /// How many bytes its tables take.
    pub table_bytes: u64,
}

/// What the search of a cover is due by the preferences so far. Where one sinks it counts from the beginning
/// on, and where it rises, but not to more than the sweep's, only from then on: so what changes late and
/// seldom for good does not make a long turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Account {
    /// What sweep and search had taken when that was last said, and what was due, in seconds.
    last: Option<[f64; 3]>,
}

impl Account {
    /// What is due now.
    fn due_s(&mut self, standing: &Standing) -> f64 {
        let (sweep_s, search_s) = (standing.sweep_s, standing.search_s);
        let preference = standing.preference();
        let mut due_s = preference * sweep_s - search_s;
        if let (Some([sweep_before_s, search_before_s, due_before_s]), true) =
            (self.last, preference < 1.0)
        {
            let since_s = preference * (sweep_s - sweep_before_s) - (search_s - search_before_s);
            due_s = due_s.min(due_before_s + since_s);
        }
        self.last = Some([sweep_s, search_s, due_s]);
        due_s
    }
}

impl Standing {
    /// For how long the search of a small cover goes on before the sweep begins; not at all where it is
    /// time for the sweep.
    pub fn due_at_first(&self) -> Duration {
        let left_s = self.search_left_likely_s();
        if self.search_s == 0.0 {
            Duration::from_secs_f64(FIRST_S)
        } else if self.search_s + left_s < SEEN_THROUGH_S {
            Duration::from_secs_f64(left_s.max(SHORTEST_S))
        } else {
            Duration::ZERO
        }
    }

    /// For how long the search should go on now; not at all where it is the sweep's turn.
    pub fn due(&self, sweep_s_before: f64, account: &mut Account) -> Duration {
        let sweep_s = self.sweep_s - sweep_s_before;
        let due_s = match self.verdict {
            Some((Verdict::Sweep | Verdict::Undecided, _)) => 0.0,
            Some((Verdict::Search, foreseen_s)) => {
                let trusted_s = OUTRUN * foreseen_s;
                let alone_s = trusted_s.min(ALONE_S);
                let is_trusted = self.search_s < trusted_s && self.keeps_to(foreseen_s);
                let rate = if is_trusted { TRUST } else { self.preference() };
                alone_s + rate * sweep_s - self.search_s
            }
            None if self.sweep_s < self.head_start_s() && !self.is_far() => 0.0,
            None => {
                let least_s = self.sweep_s / MOST_PREFERENCE - self.search_s;
                self.due_beside_s(account).max(least_s)
            }
        };
        if due_s < SHORTEST_S { Duration::ZERO } else { Duration::from_secs_f64(due_s) }
    }

    /// For how many seconds the search of a cover should go on, where it is not the sweep's head start.
    fn due_beside_s(&self, account: &mut Account) -> f64 {
        if self.awaits_dives() {
            // A turn of less than the shortest would be none, and the dives would never be made.
            return (DIVES_S - self.search_s).max(SHORTEST_S);
        }
        if self.is_early() {
            return self.due_early_s();
        }
        self.due_as_foretold_s().unwrap_or_else(|| {
            let part_s = SHORT_TURN_S.max(PART * (self.sweep_s + self.search_s));
            let most_s = LONGEST * self.search_left_s.max(SHORTEST_S);
            account.due_s(self).min(most_s).min(part_s)
        })
    }

    /// For how many seconds the sweep of a cover goes alone.
    fn head_start_s(&self) -> f64 {
        let is_long = self.foretold_s.is_some_and(|foretold_s| foretold_s > SHORT_S);
        let at_least_s = if is_long { LONG_HEAD_START_S } else { HEAD_START_S };
        at_least_s + self.table_bytes as f64 * LAYING_OUT_S
    }

    /// Whether the search should go on until its dives are made.
    fn awaits_dives(&self) -> bool {
        let is_brief = self.sweep_left_s.is_none_or(|left_s| left_s < DIVES_S);
        self.foretold_s.is_none() && self.search_s < DIVES_S && !is_brief
    }

    /// What the search took since its dives were made, in seconds.
    fn searched_s(&self) -> f64 {
        self.search_s - self.dived_s
    }

    /// What is left of what dives foretold, in seconds; less than nothing where the search has outrun it.
    fn foretold_left_s(&self) -> Option<f64> {
        self.foretold_s.map(|foretold_s| foretold_s - self.searched_s())
    }

    /// Whether what is left of the sweep does not become less.
    fn rises(&self) -> bool {
        let before_s = self.sweep_left_before_s;
        before_s.zip(self.sweep_left_s).is_some_and(|(before_s, left_s)| left_s >= before_s)
    }

    /// Whether it does not, though the sweep goes in its best order: then it says little.
    fn rises_anew(&self) -> bool {
        self.is_anew && self.rises()
    }

    /// Whether the sweep seems far from its end, and no less than a while before.
    fn is_far(&self) -> bool {
        let is_long = |left_s| left_s > FAR_S.max(FAR * self.sweep_s);
        self.rises() && self.sweep_left_s.is_some_and(is_long)
    }

    /// Whether dives foretold that the search takes much longer than the sweep seems to. They err on the low
    /// side: on 69 covers none foretold more than twice what the search took.
    fn is_foretold_long(&self) -> bool {
        let both = self.foretold_s.zip(self.sweep_left_s);
        both.is_some_and(|(foretold_s, left_s)| foretold_s > CLEARLY * left_s)
    }

    /// Whether the search takes longer by what dives foretold than the sweep seems to.
    fn is_foretold_longer(&self) -> bool {
        let both = self.foretold_left_s().zip(self.sweep_left_s);
        both.is_some_and(|(left_s, sweep_left_s)| left_s > sweep_left_s)
    }

    /// Whether little is known of a cover's sweep yet, or of its search.
    fn is_early(&self) -> bool {
        let is_laid_out = self.sweep_left_s.is_some();
        let is_unknown = self.foretold_s.is_none() && self.is_far();
        let is_brief = (self.sweep_s < EVEN_S || is_unknown) && self.share < TELLING_SHARE;
        !is_laid_out || is_brief || self.short_beside_rising_s().is_some()
    }

    /// What dives foretold of the search, in seconds, where that is short and not up yet, and what is left of
    /// the sweep says little: it rises, though the sweep goes in its best order. But not where that is less even so.
    fn short_beside_rising_s(&self) -> Option<f64> {
        let may_be_sooner = self.rises_anew() && !self.is_foretold_longer();
        self.foretold_s.filter(|&foretold_s| {
            may_be_sooner && foretold_s < SHORT_S && self.searched_s() < foretold_s
        })
    }

    /// For how many seconds the search of a cover should go on where it will be done before the sweep by what
    /// dives foretold, and also by what it has done; nothing where they do not agree.
    fn due_as_foretold_s(&self) -> Option<f64> {
        let sweep_left_s = self.sweep_left_s?;
        let most_s = AS_FORETOLD * self.foretold_s? - self.searched_s();
        let is_sooner =
            SOONER * self.search_left_s < sweep_left_s && self.foretold_left_s()? < sweep_left_s;
        let agrees = is_sooner && self.share > TELLING_SHARE && self.search_left_s < most_s;
        // What is all but done needs no whole turn, and would wait for ever if it got less.
        agrees.then(|| most_s.min(LONGEST * self.search_left_s).max(SHORTEST_S))
    }

    /// For how many seconds the search of a cover should go on then.
    fn due_early_s(&self) -> f64 {
        let left_s = self.sweep_left_s.unwrap_or(0.0);
        let near = if self.rises() { NEAR_RISING } else { NEAR };
        if left_s < near * self.sweep_s {
            return self.sweep_s / NEAR_PREFERENCE - self.search_s;
        }
        if self.is_foretold_long() {
            return self.sweep_s / CLEAR_PREFERENCE - self.search_s;
        }
        let chance_s = if let Some(foretold_s) = self.short_beside_rising_s() {
            self.dived_s + foretold_s
        } else if self.is_far() {
            // Before its dives are made nothing is known of the search, and all of the sweep speaks for it.
            let unknown_s = self.foretold_s.map_or(PREFERENCE * self.sweep_s, |_| 0.0);
            FAR_CHANCE_S.max(unknown_s)
        } else {
            let short_s = self.foretold_s.filter(|&foretold_s| foretold_s < left_s.min(SHORT_S));
            short_s.map_or(0.0, |foretold_s| self.dived_s + FAR_CHANCE_S.min(FORETOLD * foretold_s))
        };
        let even_s = self.sweep_s - self.search_s;
        let preferred_s = FAR_PREFERENCE * self.sweep_s - self.search_s;
        preferred_s.min(chance_s - self.search_s).max(even_s)
    }

    /// Whether the search is what the run is waiting for.
    pub fn prefers_search(&self) -> bool {
        match self.verdict {
            Some((Verdict::Sweep | Verdict::Undecided, _)) => false,
            Some((Verdict::Search, foreseen_s)) => {
                let is_trusted = self.search_s < OUTRUN * foreseen_s && self.keeps_to(foreseen_s);
                is_trusted || self.preference() > 1.0
            }
            None => self.preference() > 1.0,
        }
    }

    /// Whether the search on a board goes about as fast as was foreseen, as far as that can be said: it had
    /// some seconds, and what it did in them is a part of its tree.
    fn keeps_to(&self, foreseen_s: f64) -> bool {
        self.search_s < ALONE_S || self.search_s + self.search_left_s < FAR_OUT * foreseen_s
    }

    /// About how long the search would still take, in seconds: by what is behind it, and as long as it has not
    /// outrun what dives foretold, by a mean of both, one of which is often too much and one too little. Of the
    /// mean, dives are the greater part as long as little is behind the search.
    fn search_left_likely_s(&self) -> f64 {
        if self.share <= LEAST_SHARE {
            return f64::INFINITY;
        }
        match self.foretold_left_s().filter(|&left_s| left_s > 0.0) {
            Some(left_s) => {
                let weight = 0.5 * (self.share / MUCH).min(1.0);
                left_s.powf(1.0 - weight) * self.search_left_s.powf(weight)
            }
            None => self.search_left_s,
        }
    }

    /// The search's time for each second of the sweep, by which seems closer to its end.
    fn preference(&self) -> f64 {
        let sweep_left_s = self.sweep_left_s.unwrap_or(f64::INFINITY);
        let search_left_s = self.search_left_likely_s();
        let sooner = sweep_left_s / search_left_s;
        let may_be_clear = self.searched_s() > CHANCE_S || self.is_foretold_longer();
        if sooner.is_nan() {
            // Nothing is known of either, or both are all but done.
            1.0 / PREFERENCE
        } else if may_be_clear && search_left_s > CLEARLY * sweep_left_s {
            1.0 / CLEAR_PREFERENCE
        } else if self.sweep_s + self.search_s > LATE_S && (1.0 / NEARLY..NEARLY).contains(&sooner)
        {
            if self.sweep_s < self.search_s { FURTHER_PREFERENCE } else { 1.0 / FURTHER_PREFERENCE }
        } else {
            sooner.clamp(1.0 / PREFERENCE, PREFERENCE)
        }
    }
}

#[cfg(test)]
mod tests;
