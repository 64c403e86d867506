//! Trying the options of a level on its states in words, at any processor level.
//!
//! States are sorted by the bits at the front of their windows, so that options that clash with
//! those are passed over for a whole class at a time. What comes of a class and an option is moved on
//! to its next open item, and what is alive there is found. Cost: a vector operation or two for each
//! eight states and option of the class, and some nanoseconds for each child.

use crate::engine::lanes::{BLOCK, FILLING, Job, LANES, Lanes, List};
use crate::engine::word::{BATCH, PARENT_SHIFT, STATE};

use super::look_ahead::Payoff;
use super::space::{Arrival, Space};
use super::window::{CLASSES, Entrance, WindowSpace, class_of};

/// With fewer states than this for each class, sorting costs more than it saves.
const FEWEST_OF_CLASS: usize = 4;

/// A child that is alive.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    key: u64,
    family: u16,
    parent: u16,
    /// The number of the option in the class.
    choice: u16,
    /// How many levels on it is; there are no more than a window has bits.
    step: u16,
}

/// One thread's room for the states under way.
#[derive(Clone, Debug, Default)]
pub(super) struct Bench {
    /// The states, class by class, each with its place in its batch; each class is filled up to whole
    /// blocks.
    words: Vec<u64>,
    /// The number of each, before they were sorted.
    origins: Vec<u16>,
    /// Where each class begins.
    starts: Vec<usize>,
    children: Vec<u64>,
    /// What is left of them at their next open items, and how many levels those are on.
    keys: Vec<u64>,
    steps: Vec<u64>,
    /// What is alive, and how much of it there is.
    found: Vec<Found>,
}

impl Bench {
    /// Sorts states into classes. They are sorted by as many bits as is worth it.
    fn sort(&mut self, states: &[u64]) -> usize {
        assert!(states.len() <= 1 << 16, "a state's number fits sixteen bits");
        let classes = match states.len() / FEWEST_OF_CLASS {
            0..16 => 1,
            16..64 => 16,
            _ => CLASSES,
        };
        let mut counts = [0_usize; CLASSES];
        for &state in states {
            counts[class_of(state) & (classes - 1)] += 1;
        }
        self.starts.clear();
        let mut next = [0; CLASSES];
        let mut start = 0;
        for class in 0..classes {
            self.starts.push(start);
            next[class] = start;
            start += counts[class].next_multiple_of(BLOCK);
        }
        self.starts.push(start);
        self.words.clear();
        self.words.resize(start, FILLING);
        self.origins.resize(start.max(self.origins.len()), 0);
        for (number, &state) in states.iter().enumerate() {
            let at = &mut next[class_of(state) & (classes - 1)];
            self.words[*at] = state | (*at as u64) << PARENT_SHIFT;
            self.origins[*at] = number as u16;
            *at += 1;
        }
        if self.children.is_empty() {
            self.children.resize(BATCH + 2 * BLOCK, 0);
            self.keys.resize(BATCH, 0);
            self.steps.resize(BATCH, 0);
        }
        classes
    }
}

impl Space for WindowSpace {
    type Key = u64;
    type LookAhead = ();
    type Bench = Bench;

    fn level_count(&self) -> usize {
        self.entrances.len() - 1
    }

    fn root(&self) -> (usize, u64) {
        (0, 0)
    }

    fn home(&self, word: u64) -> u32 {
        self.home_in(self.family_of(word), word)
    }

    fn lasting(&self) -> &[u64] {
        &self.lasting
    }

    fn is_of_plain_cover(&self) -> bool {
        false
    }

    fn most_choices(&self, _: usize) -> Option<usize> {
        None
    }

    fn look_ahead(&self, _: usize, _: usize, _: Payoff) -> Option<()> {
        None
    }

    fn option(&self, choice: u32) -> u32 {
        self.option_of_choice(choice)
    }

    fn expand(
        &self,
        (level, home, _): (usize, u32, Option<&()>),
        states: &[u64],
        bench: &mut Bench,
        mut visit: impl FnMut(Arrival<u64>),
    ) -> u64 {
        let classes = bench.sort(states);
        let family = self.family_in(home);
        for class in 0..classes {
            let first_choice = self.first_choice_of_class(level, class);
            let mut from = bench.starts[class];
            while from < bench.starts[class + 1] {
                let until = bench.starts[class + 1].min((from / BATCH + 1) * BATCH);
                let run = Expand { space: self, level, family, class, states: from..until, bench };
                let count = self.simd.perform(run);
                for &Found { key, family, parent, choice, step } in &bench.found[..count] {
                    visit(Arrival {
                        level: level + usize::from(step),
                        key,
                        home: self.home_in(family, key),
                        parent: usize::from(parent),
                        choice: first_choice + u32::from(choice),
                    });
                }
                from = until;
            }
        }
        0
    }
}

/// Expands some states of a class, of one batch.
struct Expand<'a> {
    space: &'a WindowSpace,
    level: usize,
    family: u16,
    class: usize,
    states: std::ops::Range<usize>,
    bench: &'a mut Bench,
}

impl Job for Expand<'_> {
    type Outcome = usize;

    #[inline(always)]
    fn run(self, lanes: impl Lanes) -> usize {
        let Self { space, level, family, class, states, bench } = self;
        let Bench { words, origins, children, keys, steps, found, .. } = bench;
        let (keys, steps) = (&mut keys[..BATCH], &mut steps[..BATCH]);
        let batch = states.start / BATCH * BATCH;
        let list = List::new(&words[states.clone()], 0);
        let origins = &origins[batch..];
        let (options, families) = space.of_class(level, class);
        let is_end_near = space.is_end_near(level);
        let mut alive = 0;
        for option in 0..options.len() {
            let count = lanes.place(list, options[option], children);
            if found.len() < alive + count {
                found.resize((alive + count).next_power_of_two(), Found::default());
            }
            let family = family ^ families[option];
            let found_here = &mut found[alive..alive + count];
            let mut survivors = 0;
            settle(space.window, count, children, keys, steps);
            for at in 0..count {
                let step = steps[at] as u16;
                let next = level + usize::from(step);
                let mut key = keys[at];
                let (mut is_admitted, mut fits) = (true, false);
                if is_end_near {
                    let Entrance { must, keep, is_open } = space.entrances[next];
                    key &= keep;
                    (is_admitted, fits) = (key & must == must, is_open);
                }
                let (first, others) = space.groups_of_class(next, class_of(key));
                fits |= lanes.fits_any(key, first);
                // Where a class has many options, hardly ever none of the first fits.
                if !fits & !others.is_empty() {
                    fits |= lanes.fits_any(key, others);
                }
                let parent = origins[(children[at] >> PARENT_SHIFT) as usize];
                found_here[survivors] = Found { key, family, parent, choice: option as u16, step };
                survivors += usize::from(is_admitted & fits);
            }
            alive += survivors;
        }
        alive
    }
}

/// What is left of children at their next open items, and how many levels those are on. Goes on to a
/// whole group of children, so that all of it is vector instructions.
#[inline(always)]
fn settle(window: u64, count: usize, children: &[u64], keys: &mut [u64], steps: &mut [u64]) {
    let groups = count.div_ceil(LANES);
    let children = &children.as_chunks::<LANES>().0[..groups];
    let keys = &mut keys.as_chunks_mut::<LANES>().0[..groups];
    let steps = &mut steps.as_chunks_mut::<LANES>().0[..groups];
    for group in 0..groups {
        for lane in 0..LANES {
            let child = children[group][lane];
            let covered = child & window;
            // As many ones as there are at the front.
            let passed = (covered ^ covered.wrapping_add(1)).count_ones() - 1;
            keys[group][lane] = covered >> passed | child & STATE & !window;
            steps[group][lane] = u64::from(passed);
        }
    }
}
