//! How the symmetry of a puzzle is broken: which pieces are anchored, and the cases that come of it.

use crate::cover::cases::check_anchor;
use crate::cover::{Case, ItemId, cases as split};
use crate::engine::search::Capacity;
use crate::puzzle::Compiled;

use crate::solve::analysis::probe::rank_anchors;
use crate::solve::count::sweep_anchor;
use crate::solve::options::{Anchor, Engine, RunError};

/// The order in which pieces are anchored, and the cases that come of it.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The cases.
    pub cases: Vec<Case>,
    /// The pieces that serve as anchors, by number, as far as the cases need them.
    pub anchors: Vec<usize>,
    /// The class capacities, if there is a use for them.
    pub capacity: Option<Capacity>,
}

/// Decides how to break the symmetry of a puzzle.
///
/// # Errors
/// When the piece that was asked for cannot anchor.
pub fn strategy(
    compiled: &Compiled,
    engine: Engine,
    anchor: &Anchor,
) -> Result<Strategy, RunError> {
    let capacity = match engine {
        Engine::Search => Capacity::new(&compiled.problem),
        Engine::Links | Engine::Frontier => None,
    };
    strategy_with(compiled, engine, anchor, capacity, None)
}

/// The same, with class capacities that are there already, and maybe the cases that come of the
/// anchors that the puzzle names.
///
/// # Errors
/// When the piece that was asked for cannot anchor.
pub(crate) fn strategy_with(
    compiled: &Compiled,
    engine: Engine,
    anchor: &Anchor,
    capacity: Option<Capacity>,
    hinted_cases: Option<Vec<Case>>,
) -> Result<Strategy, RunError> {
    let problem = &compiled.problem;
    if *anchor == Anchor::None {
        return Ok(Strategy { cases: vec![Case::whole(problem)], anchors: Vec::new(), capacity });
    }
    let pieces = &compiled.puzzle.pieces;
    let mut order = hinted(compiled);
    if engine == Engine::Frontier {
        order = sweep_anchor(problem, &order).into_iter().collect();
    }
    if let Anchor::Piece(piece) = *anchor {
        let item = problem.pieces[piece];
        check_anchor(problem, item)
            .map_err(|reason| RunError::Anchor { piece: pieces[piece].name.clone(), reason })?;
        order.retain(|&other| other != item);
        order.insert(0, item);
    }
    if engine == Engine::Frontier {
        // One anchor is enough: what it leaves unbroken costs little in quotients.
        order.truncate(1);
    }
    let mut cases = match hinted_cases {
        Some(cases) if *anchor == Anchor::Auto => cases,
        _ => split(problem, &order),
    };
    if engine != Engine::Frontier && cases.iter().any(|case| case.residual.len() > 1) {
        let ranked = rank_anchors(problem, capacity.as_ref());
        order.extend(ranked.into_iter().filter(|item| !order.contains(item)).collect::<Vec<_>>());
        cases = split(problem, &order);
    }
    let needed = |item| {
        let all = problem.cover.options_with(item).len();
        cases.iter().any(|case| is_anchored(case, item, all))
    };
    let pieces = order.iter().filter(|&&item| needed(item));
    let anchors =
        pieces.filter_map(|item| problem.pieces.iter().position(|piece| piece == item)).collect();
    Ok(Strategy { cases, anchors, capacity })
}

/// The items that the puzzle's file hints at as anchors, the best first.
pub(crate) fn hinted(compiled: &Compiled) -> Vec<ItemId> {
    let Compiled { puzzle, problem, .. } = compiled;
    let pieces = puzzle.anchors.iter().filter_map(|name| puzzle.piece_named(name));
    pieces.map(|piece| problem.pieces[piece]).collect()
}

/// Whether a case restricts the options of a piece, of which there are so many, without forbidding
/// it.
fn is_anchored(case: &Case, item: ItemId, all: usize) -> bool {
    let of_item = case.steps.iter().filter(|step| step.item == item);
    of_item.map(|step| step.kept.len()).any(|kept| kept > 0 && kept < all)
}
