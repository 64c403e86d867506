//! The placements on the Logiq towers against closed forms, and the group of a tower against its
//! definition.

use std::collections::HashSet;

use crate::cover::{Element, ItemId, OptionId};
use crate::puzzle::model::Motions;
use crate::puzzle::{Compiled, Puzzle};
use crate::solve::options::{Anchor, Engine, OutputMode};

use super::common::{
    compiled, cylinder, optional, oracle, piece, puzzle as made, run_all, settings, tower,
};

/// Sectors around a tower.
const COLUMNS: usize = 12;

/// The pieces as seen from outside, in the order of the file.
const PENTOMINOES: [(&str, &str); 10] = [
    ("I", "IIIII"),
    ("Y", "..Y./YYYY"),
    ("L", "...L/LLLL"),
    ("N", "..NN/NNN."),
    ("U", "U.U/UUU"),
    ("Q", ".QQ/QQQ"),
    ("W", "..W/.WW/WW."),
    ("F", ".F./FFF/F.."),
    ("T", "TTT/.T./.T."),
    ("S", ".SS/.S./SS."),
];

/// In how many ways each piece may lie on a tower of so many rows.
fn expected(rows: usize) -> Vec<(String, usize)> {
    let pentominoes = PENTOMINOES.iter().map(|&(name, picture)| {
        // It starts in any of the sectors, which may lie across the seam, and in any row that
        // leaves room for the others. The half turn, the picture read backwards, gives as many
        // again unless it gives the same.
        let height = picture.split('/').count();
        let turned: String = picture.chars().rev().collect();
        let ways = if turned == picture { 1 } else { 2 };
        (name.to_owned(), ways * COLUMNS * (rows + 1).saturating_sub(height))
    });
    // Ring piece k joins two sectors that are k + 1 apart. It lies in any row, and its first
    // sector in any column; the half turn only exchanges the two ends. Sectors 6 apart would be
    // each other's images, and halve the number, but the longest ring has 5.
    let rings = (0..5).map(|k| (k.to_string(), COLUMNS * rows));
    pentominoes.chain(rings).collect()
}

#[test]
fn the_number_of_placements_of_each_piece_follows_from_its_shape() {
    for (rows, options, items) in [(2, 264, 41), (3, 540, 54), (4, 816, 67), (5, 1092, 80)] {
        let Compiled { puzzle, placements, problem, .. } = compiled(&tower(rows));
        let lying = |piece| placements.iter().filter(|p| p.piece == piece).count();
        let counted = puzzle.pieces.iter().enumerate();
        let counted: Vec<_> = counted.map(|(n, piece)| (piece.name.clone(), lying(n))).collect();
        assert_eq!(counted, expected(rows), "{rows} rows");
        assert_eq!(expected(rows).iter().map(|(_, count)| count).sum::<usize>(), options);
        assert_eq!(problem.cover.option_count(), options, "{rows} rows");
        assert_eq!(problem.cover.item_count(), items, "{rows} rows");
    }
}

#[test]
fn the_placements_are_those_of_the_oracle() {
    for rows in 2..=5 {
        let Compiled { puzzle, grid, placements, .. } = compiled(&tower(rows));
        let outer = grid.outer_count();
        let cell = |number: u16| match usize::from(number) {
            inner if inner >= outer => [0, (inner - outer) as i32, COLUMNS as i32],
            number => grid.drawn(number),
        };
        let mut expected = oracle::all_placements(&puzzle);
        for placement in &placements {
            let cells = placement.cells.iter().map(|&number| cell(number)).collect();
            assert!(expected[placement.piece].remove(&cells), "{cells:?} is new and in place");
        }
        assert!(expected.iter().all(std::collections::BTreeSet::is_empty), "none is missing");
    }
}

#[test]
fn every_motion_of_a_tower_maps_placements_onto_placements_of_the_same_piece() {
    for rows in 2..=5 {
        let Compiled { placements, problem, .. } = compiled(&tower(rows));
        let known: HashSet<(usize, &[u16])> =
            placements.iter().map(|p| (p.piece, p.cells.as_slice())).collect();
        assert_eq!(known.len(), placements.len(), "no placement is listed twice");
        assert_eq!(problem.group.order(), 24);
        for element in problem.group.elements() {
            let mut images = HashSet::new();
            for (option, placement) in placements.iter().enumerate() {
                let moved = placement.cells.iter().map(|&c| element.items[usize::from(c)].0 as u16);
                let mut moved: Vec<u16> = moved.collect();
                moved.sort_unstable();
                let image = element.options[option];
                let target = &placements[image.index()];
                assert_eq!((target.piece, &target.cells), (placement.piece, &moved));
                images.insert(image);
            }
            assert_eq!(images.len(), placements.len(), "a motion is a permutation");
        }
    }
}

#[test]
fn the_motions_of_a_tower_are_twelve_turns_standing_or_on_its_head() {
    for rows in 2..=5 {
        let Compiled { grid, problem, .. } = compiled(&tower(rows));
        let mut met = HashSet::new();
        for Element { items, .. } in problem.group.elements() {
            let item = |row: usize, column: usize| {
                ItemId(grid.cell([0, row as i32, column as i32]).expect("on the board") as u32)
            };
            let is_motion = |head: bool, by: usize| {
                (0..rows).all(|row| {
                    let to = if head { rows - 1 - row } else { row };
                    let inner = grid.outer_count();
                    let column =
                        |from| if head { COLUMNS + by - from } else { from + by } % COLUMNS;
                    items[inner + row].index() == inner + to
                        && (0..COLUMNS)
                            .all(|from| items[item(row, from).index()] == item(to, column(from)))
                })
            };
            let all =
                [false, true].into_iter().flat_map(|head| (0..COLUMNS).map(move |by| (head, by)));
            let fitting: Vec<_> = all.filter(|&(head, by)| is_motion(head, by)).collect();
            assert_eq!(fitting.len(), 1, "it is one of the 24");
            met.extend(fitting);
            assert!(problem.pieces.iter().all(|&piece| items[piece.index()] == piece));
        }
        assert_eq!(met.len(), 24);
    }
}

#[test]
fn the_motions_of_a_tower_are_a_group() {
    for rows in [2, 5] {
        let problem = compiled(&tower(rows)).problem;
        let elements = problem.group.elements();
        let identity = &elements[0];
        assert!(identity.options.iter().enumerate().all(|(o, image)| o == image.index()));
        for first in elements {
            let mut products = elements.iter().map(|second| Element {
                items: first.items.iter().map(|item| second.items[item.index()]).collect(),
                options: first.options.iter().map(|o| second.options[o.index()]).collect(),
            });
            assert!(products.clone().all(|product| elements.contains(&product)));
            assert!(products.any(|product| product == *identity), "there is an inverse");
        }
    }
}

#[test]
fn the_pieces_of_a_tower_must_be_used_only_where_the_volume_asks_for_all() {
    for rows in 2..=5 {
        let problem = compiled(&tower(rows)).problem;
        for item in problem.cover.items() {
            let is_piece = problem.pieces.contains(&item);
            assert_eq!(problem.cover.is_primary(item), !is_piece || rows == 5);
            assert_eq!(problem.cover.multiplicity(item), 1);
        }
    }
}

#[test]
fn no_solution_of_the_lowest_tower_is_its_own_image() {
    let compiled = compiled(&tower(2));
    let settings = settings(Engine::Links, &Anchor::None, 1, OutputMode::Images);
    assert_eq!(run_all(&compiled, &settings).counts.total, 24 * 23);
    let problem = &compiled.problem;
    let case = crate::cover::Case::whole(problem);
    let (solutions, _) = super::common::explore_links(problem, &case);
    assert_eq!(solutions.len(), 24 * 23);
    for solution in solutions {
        let set: HashSet<OptionId> = solution.iter().copied().collect();
        for element in &problem.group.elements()[1..] {
            assert!(solution.iter().any(|option| !set.contains(&element.options[option.index()])));
        }
    }
}

#[test]
fn a_cell_without_a_colour_and_a_place_without_one_agree_with_every_colour() {
    // Each piece lies in one way alone: at the left end or at the right one.
    for (colours, cells) in [("w*", [0_u16, 1]), ("*w", [1, 2])] {
        let text = format!(
            "name = 'strip'\n[board]\nmotions = 'translate'\ncolours = 'wb.'\n\
             [pieces]\nmotions = 'translate'\noptional = true\n\
             [[piece]]\nsymbol = 'a'\ncolours = '{colours}'\n"
        );
        let placements = compiled(&Puzzle::parse(&text).unwrap()).placements;
        let lying: Vec<&[u16]> = placements.iter().map(|p| p.cells.as_slice()).collect();
        assert_eq!(lying, [&cells[..]], "{colours}");
    }
}

#[test]
fn in_a_tray_for_the_upper_layer_a_piece_lies_with_its_upper_layer() {
    let ways = |layers: &str| {
        let text = format!(
            "name = 'tray'\n[board]\nrows = 1\ncolumns = 3\nmotions = 'translate'\n\
             [tray]\nlayer = 'upper'\nat-least = 2\n\
             [[piece]]\nsymbol = 'a'\nmotions = 'translate'\npicture = \"\"\"\n{layers}\"\"\"\n"
        );
        compiled(&Puzzle::parse(&text).unwrap()).placements.len()
    };
    assert_eq!(ways("a..\n\naaa"), 1);
    assert_eq!(ways("aaa\n\na.."), 0);
}

#[test]
fn a_piece_that_would_go_round_a_ring_and_meet_itself_lies_nowhere() {
    // On rings of three, four in a row meet themselves, and three go round in one way.
    let board = cylinder(2, 3, false, Motions::Translate);
    let pieces =
        ["aaaa", "bbb"].map(|picture| optional(piece(&picture[..1], picture, Motions::Translate)));
    let placements = compiled(&made(board, pieces.to_vec())).placements;
    let lying: Vec<(usize, &[u16])> =
        placements.iter().map(|p| (p.piece, p.cells.as_slice())).collect();
    // Cells are numbered column by column.
    assert_eq!(lying, [(1, &[0, 2, 4][..]), (1, &[1, 3, 5][..])]);
}
