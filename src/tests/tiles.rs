//! Puzzles whose pieces are cells with coloured edges, against a naive oracle and the checker: random
//! ones on squares, hexagons and triangles, and two tiles of the format page.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use proptest::prelude::*;

use super::common::tile_oracle::{TileAnswer, solve};
use super::common::{compiled, engines_for, lines, run_all, settings};
use crate::cancel::CancelToken;
use crate::count::Count;
use crate::puzzle::Puzzle;
use crate::puzzle::model::{Board, Lattice, Motions, Piece, Place};
use crate::puzzle::paint::Paint;
use crate::solve::Solver;
use crate::solve::options::{Anchor, Options, OutputMode};
use crate::solve::prove::{ProofEngine, Prover};
use crate::verify::Checker;
use crate::verify::recount::{RecountRequest, Recountable, Trial};

/// A random puzzle: a board of tiles that were coloured as they lie, turned and perhaps spoilt.
pub(super) fn tiles() -> impl Strategy<Value = Puzzle> {
    prop::collection::vec(any::<u8>(), 160).prop_map(|bytes| random(bytes.into_iter()))
}

fn random(mut tape: impl Iterator<Item = u8>) -> Puzzle {
    let mut below = |bound: usize| usize::from(tape.next().unwrap_or(0)) % bound;
    let (lattice, sides) =
        [(Lattice::Square, 4), (Lattice::Hexagonal, 6), (Lattice::Triangular, 3)][below(3)];
    let size = [1, 1 + below(3), 2 + below(2)];
    let all =
        [Motions::RotationsAndFlips, Motions::Rotations, Motions::HalfTurn, Motions::Translate];
    let mut board = Board { lattice, motions: all[below(4)], ..Board::of_size(size) };
    if below(3) == 0 {
        let kind = [Place::Hole, Place::MayStayEmpty][below(2)];
        board.drawing[0][below(size[1])][below(size[2])] = kind;
    }
    if below(3) == 0 {
        board.rim = Paint::of('r');
    }
    let cells = board.points().count().max(1);
    let colours = ['r', 'g', 'b'].map(|symbol| Paint::of(symbol).unwrap());
    let kinds = 1 + below(2);
    let motions = all[below(3)];
    let mut pieces: Vec<Piece> = Vec::new();
    let mut symbols = b'a'..=b'z';
    for number in 0..cells + below(2) {
        let copies = 1 + usize::from(below(6) == 0);
        let mut piece = Piece {
            name: format!("p{number}"),
            symbols: symbols.by_ref().take(copies).collect(),
            motions: if below(8) == 0 { Motions::RotationsAndFlips } else { motions },
            optional: number >= cells || below(4) == 0,
            ..Piece::drawn("", "", ["x"])
        };
        if below(8) != 0 {
            // Few colours, so that many agree.
            let side = |_| colours[if below(3) == 0 { kinds } else { below(kinds) }];
            piece.edges = Some((0..sides).map(side).collect());
        }
        pieces.push(piece);
    }
    if pieces.iter().all(|piece| piece.edges.is_none()) {
        pieces[0].edges = Some(vec![colours[0]; sides]);
    }
    super::common::puzzle(board, pieces)
}

fn recounted(checker: &Checker, memory_bytes: u64, trial: Trial) -> (Count, Option<Count>) {
    let cancel = CancelToken::new();
    let subject = Recountable::of_puzzle(checker).unwrap();
    let recounted = subject.recount(RecountRequest {
        memory_bytes,
        threads: NonZeroUsize::MIN,
        cancel: &cancel,
        trial,
        done: HashMap::new(),
        on_slice: &mut |_, _| Ok(()),
        on_progress: &mut |_| {},
    });
    let recounted = recounted.unwrap();
    (recounted.total, recounted.distinct)
}

fn check(puzzle: &Puzzle, answer: &TileAnswer) -> Result<(), TestCaseError> {
    let compiled = compiled(puzzle);
    prop_assert_eq!(compiled.problem.group.order(), answer.motions, "order of the group");
    for engine in engines_for(&compiled.problem) {
        for anchor in [Anchor::Auto, Anchor::None] {
            for mode in [OutputMode::Distinct, OutputMode::Images, OutputMode::Count] {
                let found = run_all(&compiled, &settings(engine, &anchor, 2, mode));
                let said = format!("{engine:?}, {anchor:?}, {mode:?}");
                let total = found.counts.total.small();
                prop_assert_eq!(total, answer.arrangements.len() as u128, "{}", &said);
                let distinct = found.counts.distinct.small();
                prop_assert_eq!(distinct, answer.distinct.len() as u128, "{}", &said);
                match mode {
                    OutputMode::Distinct => prop_assert_eq!(lines(&found), &answer.distinct[..]),
                    OutputMode::Images => prop_assert_eq!(lines(&found), &answer.arrangements[..]),
                    _ => {}
                }
            }
        }
    }
    let checker = Checker::new(puzzle);
    prop_assert_eq!(checker.board_motions(), answer.motions);
    let mut images = 0;
    for line in &answer.distinct {
        let checked = checker.check_line(line.as_bytes());
        prop_assert!(checked.is_ok(), "{}: {:?}", line, checked);
        let checked = checked.unwrap();
        prop_assert_eq!(&checked.canonical, line.as_bytes());
        images += checked.images;
    }
    prop_assert_eq!(images, answer.arrangements.len());
    let total = Count::from(answer.arrangements.len() as u128);
    let distinct = Some(Count::from(answer.distinct.len() as u128));
    for (memory, trial) in [
        (1 << 30, Trial::USUAL),
        (0, Trial { states: 0, nodes: u64::MAX, rounds: 1, nodes_per_state: 0.0 }),
    ] {
        prop_assert_eq!(recounted(&checker, memory, trial), (total.clone(), distinct.clone()));
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::random::repeatable(500))]

    #[test]
    fn random_puzzles_of_tiles_are_solved_and_checked_as_the_oracle_does(puzzle in tiles()) {
        if puzzle.check().is_ok() && let Some(answer) = solve(&puzzle, 400) {
            check(&puzzle, &answer)?;
        }
    }

    #[test]
    fn random_puzzles_of_tiles_are_proved_by_formulas(puzzle in tiles()) {
        if puzzle.check().is_ok() && let Some(answer) = solve(&puzzle, 40) {
            let solver = super::common::solver(&compiled(&puzzle), &Options::default());
            let cancel = CancelToken::default();
            let mut prover = Prover::new(solver.analysis(), ProofEngine::Links, &cancel, None).unwrap();
            let mut formulas = Vec::new();
            for number in 1..=prover.case_count() {
                let (mut formula, mut proof) = (Vec::new(), Vec::new());
                prover.write(number, &mut formula, &mut proof).unwrap();
                formulas.push(formula);
            }
            let texts: Vec<&[u8]> = formulas.iter().map(Vec::as_slice).collect();
            let checked = Checker::new(&puzzle).check_formulas(texts);
            prop_assert!(checked.is_ok(), "{:?}", checked.err().map(|e| e.refusal.to_string()));
            let sums = checked.unwrap().sums;
            prop_assert_eq!(sums.distinct, answer.distinct.len() as u128);
            prop_assert_eq!(sums.total, answer.arrangements.len() as u128);
        }
    }
}

#[test]
fn many_of_the_random_puzzles_of_tiles_have_solutions_and_symmetries() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut solved, mut symmetric, mut lattices) = (0, 0, std::collections::BTreeSet::new());
    for _ in 0..120 {
        let puzzle = tiles().new_tree(&mut runner).unwrap().current();
        if puzzle.check().is_err() {
            continue;
        }
        let Some(answer) = solve(&puzzle, 400) else { continue };
        if !answer.arrangements.is_empty() {
            solved += 1;
            symmetric += u32::from(answer.motions > 1);
            lattices.insert(format!("{:?}", puzzle.board.lattice));
        }
    }
    assert!(
        solved > 15 && symmetric > 5 && lattices.len() == 3,
        "{solved} {symmetric} {lattices:?}"
    );
}

#[test]
fn two_tiles_of_the_format_page_lie_in_two_ways() {
    let tile = |symbol: &str, edges| Piece::with_edges(symbol, symbol, edges).unwrap();
    let builder = Puzzle::builder("pair").board_size(1, 2).rim('g');
    let puzzle = builder.piece(tile("a", "rggg")).piece(tile("b", "rggg")).build().unwrap();
    let count = Solver::new(&puzzle).unwrap().count().unwrap();
    // Half a turn exchanges them.
    assert_eq!((count.total, count.distinct), (Count::from(2), Some(Count::from(1))));
    let wrong = Piece::with_edges("c", "c", "rg?g").unwrap_err().to_string();
    assert!(wrong.starts_with("'?' is no colour"), "{wrong}");
    let short = Puzzle::builder("p").board_size(1, 1).piece(tile("a", "rgg")).build();
    assert!(short.unwrap_err().to_string().contains("a cell has 4"));
}

#[test]
fn tiles_whose_edges_clash_with_those_of_their_images_are_in_no_symmetric_solution() {
    // All four tiles lie one way or all the other, and a quarter turn brings one on the other.
    let puzzle = Puzzle::parse(
        "name = 'clash'\n[board]\nrows = 2\ncolumns = 2\nmotions = 'rotations'\n\
         [[piece]]\nsymbol = 'abcd'\nedges = 'rgrg'\n",
    )
    .unwrap();
    let counted = recounted(&Checker::new(&puzzle), 1 << 30, Trial::USUAL);
    assert_eq!(counted, (2.into(), Some(1.into())));
}
