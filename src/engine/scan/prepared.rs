//! Cases prepared for the scan: the order that a probe finds to have the fewest states, and a layout
//! for each option of the anchor.
//!
//! Cost: for each order and a few options of anchors a layout and a probe, and a layout for each
//! option of each anchor; some passes over the options each.

use crate::cancel::CancelToken;
use crate::cover::{Case, Cover, ItemId, OptionId, Problem};
use crate::engine::capacity::Capacity;
use crate::engine::simd_level::SimdLevel;
use crate::engine::word::BATCH;
use crate::random::SplitMix;

use super::error::ScanError;
use super::layout::{Globals, ScanLayout};
use super::order::{OrderRule, Orders, rules};
use super::probe::estimate_states;

/// How many options of anchors are looked at to find the best rules for the order, how many rules get
/// a second look, and at how many options.
const FEW_SAMPLES: usize = 2;
const FINALISTS: usize = 2;
const SAMPLES: usize = 8;

/// A rule that seemed to have so many times the states of the best is not looked at again.
const FAR_BEHIND: f64 = 4.0;

/// A case prepared for the scan.
#[derive(Clone, Debug)]
pub(crate) struct Scan {
    /// The item whose options are chosen from first, if symmetry was broken there, and these.
    pub(super) anchor: Option<(ItemId, Vec<OptionId>)>,
    /// A layout for each of them; one without an anchor.
    pub(super) layouts: Vec<ScanLayout>,
    pub(super) capacity: Option<Capacity>,
    pub(super) level: SimdLevel,
}

impl Scan {
    /// Lays out the options of some cases of a problem. `capacity` must come from the same problem.
    ///
    /// # Errors
    /// When a case cannot be scanned, or it is cancelled.
    ///
    /// # Panics
    /// When the processor cannot run the level.
    pub fn of_cases(
        problem: &Problem,
        cases: &[Case],
        (capacity, level): (Option<&Capacity>, SimdLevel),
        outlook: &Outlook,
        cancel: &CancelToken,
    ) -> Result<Vec<Self>, ScanError> {
        assert!(SimdLevel::available().contains(&level), "this processor cannot run {level:?}");
        let orders = Orders::new(problem);
        let scan = |case| {
            cancel.check()?;
            let outline = Outline::new(problem, case, capacity)?;
            let layout = |anchor: &Option<OptionId>| -> Result<ScanLayout, ScanError> {
                Ok(outline.layout(&orders, &outlook.rule, *anchor)?.with_steps())
            };
            let layouts = outline.anchored.iter().map(layout).collect::<Result<_, _>>()?;
            Ok(Self { anchor: outline.anchor, layouts, capacity: capacity.cloned(), level })
        };
        cases.iter().map(scan).collect()
    }

    /// The memory that the words of a cover take, and one worker's batches, in bytes, roughly.
    pub fn bytes(cover: &Cover) -> u64 {
        // For each option, its word, number and weight, and a batch or two for each item.
        let batches = 4 * BATCH * size_of::<u64>() * cover.item_count();
        16 * cover.option_count() as u64 + batches as u64
    }

    /// The bits of the capacity table; none where there is none.
    pub(super) fn bits(&self) -> &[u64] {
        self.capacity.as_ref().map_or(&[], Capacity::bits)
    }
}

/// What a scan of some cases will be like.
#[derive(Clone, Debug)]
pub(crate) struct Outlook {
    /// By which rule items are put in order.
    rule: OrderRule,
    /// About how many states there are.
    pub states: f64,
    /// About how many options all layouts have together.
    pub laid_out: f64,
}

impl Outlook {
    /// Looks at a few options of the anchors of some cases; only once where there seem to be more
    /// states than so many. Not all are laid out, so that one may still turn out to be too wide.
    ///
    /// # Errors
    /// When a case cannot be scanned, there seem to be more states, or it is cancelled.
    pub fn new(
        problem: &Problem,
        cases: &[Case],
        capacity: Option<&Capacity>,
        most_states: f64,
        cancel: &CancelToken,
    ) -> Result<Self, ScanError> {
        if !problem.cover.is_standard_in_effect() {
            return Err(ScanError::NotStandard);
        }
        let orders = Orders::new(problem);
        let outline = |case| Outline::new(problem, case, capacity);
        let outlines: Vec<Outline<'_>> = cases.iter().map(outline).collect::<Result<_, _>>()?;
        let mut all: Vec<(&Outline<'_>, Option<OptionId>)> = Vec::new();
        for outline in &outlines {
            all.extend(outline.anchored.iter().map(|anchor| (outline, *anchor)));
        }
        let mut refusal = ScanError::NotStandard;
        let mut rank = |rules: Vec<OrderRule>, samples: usize| -> Result<Vec<Self>, ScanError> {
            let (mut ranked, mut near) = (Vec::new(), FAR_BEHIND * most_states);
            for rule in rules {
                cancel.check()?;
                match estimate(&orders, &rule, &all, samples, near) {
                    Ok((states, laid_out)) => {
                        near = near.min(FAR_BEHIND * states);
                        ranked.push(Self { rule, states, laid_out });
                    }
                    Err(error) => refusal = error,
                }
            }
            ranked.sort_by(|a, b| a.states.total_cmp(&b.states));
            Ok(ranked)
        };
        let first = rank(rules(problem), FEW_SAMPLES)?;
        if first.first().is_some_and(|best| best.states > most_states) {
            return Err(ScanError::TooManyStates { most: most_states });
        }
        let near = first.first().map_or(0.0, |best| FAR_BEHIND * best.states);
        let (near, far): (Vec<Self>, Vec<Self>) =
            first.into_iter().take(FINALISTS).partition(|outlook| outlook.states <= near);
        let rules =
            |outlooks: Vec<Self>| outlooks.into_iter().map(|outlook| outlook.rule).collect();
        let mut last = rank(rules(near), SAMPLES)?;
        if last.is_empty() {
            last = rank(rules(far), SAMPLES)?;
        }
        if last.is_empty() { Err(refusal) } else { Ok(last.swap_remove(0)) }
    }
}

/// About how many states, and options in their layouts, all options of the anchors have by a rule, judged by
/// this many looks: at some of the options, or at all of them as often as it takes. Once there are more than
/// `most` no further look is taken.
fn estimate(
    orders: &Orders<'_>,
    rule: &OrderRule,
    all: &[(&Outline<'_>, Option<OptionId>)],
    samples: usize,
    most: f64,
) -> Result<(f64, f64), ScanError> {
    if all.is_empty() {
        return Ok((0.0, 0.0));
    }
    let mut random = SplitMix::new(SEED);
    let (mut states, mut laid_out) = (0.0, 0);
    let scale = all.len() as f64 / samples as f64;
    for sample in 0..samples {
        if states * scale > most {
            break;
        }
        let (outline, anchor) = all[(2 * sample + 1) * all.len() / (2 * samples)];
        let layout = outline.layout(orders, rule, anchor)?;
        let bits = outline.capacity.map_or(&[][..], Capacity::bits);
        states += estimate_states(&layout, bits, &mut random, most / scale - states);
        laid_out += layout.options.len();
    }
    Ok((states * scale, laid_out as f64 * scale))
}

/// The probe's random numbers begin here, so that the same problem is always judged alike.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// What all orders of a case have in common.
struct Outline<'a> {
    problem: &'a Problem,
    case: &'a Case,
    capacity: Option<&'a Capacity>,
    /// The anchor, and its options.
    anchor: Option<(ItemId, Vec<OptionId>)>,
    /// Each of them, or nothing, once, where there is no anchor.
    anchored: Vec<Option<OptionId>>,
    /// Where the capacity table is entered before anything lies.
    start: u32,
    globals: Globals,
    /// The items that have a place in every order.
    ordered: Vec<ItemId>,
}

impl<'a> Outline<'a> {
    fn new(
        problem: &'a Problem,
        case: &'a Case,
        capacity: Option<&'a Capacity>,
    ) -> Result<Self, ScanError> {
        let cover = &problem.cover;
        // Of the anchors the one with the fewest options lies from the first: while one of them is still
        // to be come to, states go on that have no room for it.
        let steps = case.steps.iter().filter(|step| !step.kept.is_empty());
        let step = steps.min_by_key(|step| step.kept.len());
        let start = capacity.map_or(0, |capacity| capacity.start(cover, case));
        let is_allowed = |option: &OptionId| {
            let at_once = |capacity: &Capacity| start.wrapping_sub(capacity.weight(*option));
            let is_kept = case.kept.binary_search(option).is_ok();
            is_kept && capacity.is_none_or(|capacity| capacity.allows(at_once(capacity)))
        };
        let anchor = step.map(|step| {
            (step.item, step.kept.iter().copied().filter(is_allowed).collect::<Vec<OptionId>>())
        });
        let anchored = match &anchor {
            Some((_, options)) => options.iter().copied().map(Some).collect(),
            None => vec![None],
        };
        let mut is_piece = vec![false; cover.item_count()];
        for piece in &problem.pieces {
            is_piece[piece.index()] = true;
        }
        // A piece has options all over the board. The anchor is covered from the first, and what no
        // option has is never covered.
        let mut has_option = vec![false; cover.item_count()];
        for item in case.kept.iter().flat_map(|&option| cover.items_of(option)) {
            has_option[item.index()] = true;
        }
        let (mut ordered, mut globals) = (Vec::new(), Vec::new());
        for item in cover.items() {
            let is_required = case.is_required(cover, item);
            let is_anchor = anchor.as_ref().is_some_and(|(anchor, _)| *anchor == item);
            if is_required && !is_piece[item.index()] {
                ordered.push(item);
            } else if !is_anchor && (is_required || has_option[item.index()]) {
                globals.push(item);
            }
        }
        let globals = Globals::new(cover, case, globals)?;
        Ok(Self { problem, case, capacity, anchor, anchored, start, globals, ordered })
    }

    /// The layout by a rule, where one of the options of the anchor lies already.
    fn layout(
        &self,
        orders: &Orders<'_>,
        rule: &OrderRule,
        anchor: Option<OptionId>,
    ) -> Result<ScanLayout, ScanError> {
        let cover = &self.problem.cover;
        let covered = anchor.map_or(&[][..], |option| cover.items_of(option));
        let is_left = |item: &ItemId| covered.binary_search(item).is_err();
        let items = self.ordered.iter().copied().filter(is_left).collect();
        let order = orders.by(rule, covered, items);
        let capacity = self.capacity.map(|capacity| {
            let weight = anchor.map_or(0, |option| capacity.weight(option));
            (capacity, self.start.wrapping_sub(weight))
        });
        ScanLayout::new((cover, self.case), &order, &self.globals, covered, capacity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::LabelledBuilder;

    #[test]
    fn an_outlook_tells_the_options_of_all_layouts() {
        let mut builder = LabelledBuilder::new();
        for item in 0..6 {
            builder.primary(item, 1).unwrap();
        }
        for item in 0..5 {
            builder.option([item]).unwrap();
            builder.option([item, item + 1]).unwrap();
        }
        builder.option([5]).unwrap();
        let problem = Problem::of_cover(builder.finish());
        let whole = Case::whole(&problem);
        let outlook = |cases: &[Case]| {
            Outlook::new(&problem, cases, None, f64::INFINITY, &CancelToken::new()).unwrap()
        };
        for cases in 0..3 {
            let laid_out = outlook(&vec![whole.clone(); cases]).laid_out;
            assert!((laid_out - 11.0 * cases as f64).abs() < 1e-9, "{laid_out}");
        }
    }
}
