//! Small covers with symmetry planted in them, and known families of larger ones as text.

use std::fmt::Write as _;

use super::cover_oracle::{CoverSketch, Kind, Use};
use crate::random::SplitMix;

/// A small cover with some symmetry in it: the number says which.
pub fn planted(seed: u64) -> CoverSketch {
    let random = &mut SplitMix::of_series(29, seed);
    match seed % 8 {
        0 => copies(&tiny(random, 3, 4), 2 + random.below(2)),
        1 | 2 => shifts(random),
        3 => doubled(&tiny(random, 4, 5)),
        4 => matchings(random),
        5 => path_colourings(random),
        6 => dominoes(random),
        _ => latin(random),
    }
}

fn kind(random: &mut SplitMix) -> Kind {
    match random.below(8) {
        0 => Kind::Primary(2, 2),
        1 => Kind::Primary(0, 1),
        2 => Kind::Primary(1, 2),
        3 => Kind::Secondary(2),
        4 | 5 => Kind::Secondary(1),
        _ => Kind::Primary(1, 1),
    }
}

fn is_colourable(kind: Kind) -> bool {
    kind == Kind::Secondary(1)
}

fn colour(random: &mut SplitMix, kind: Kind) -> Option<u32> {
    (is_colourable(kind) && random.below(3) > 0).then(|| random.below(2) as u32)
}

/// A random cover of at most this many items and options.
fn tiny(random: &mut SplitMix, most_items: usize, most_options: usize) -> CoverSketch {
    let items: Vec<Kind> = (0..=random.below(most_items)).map(|_| kind(random)).collect();
    let count = 1 + random.below(most_options);
    let option = |random: &mut SplitMix| {
        let is_used: Vec<bool> = items.iter().map(|_| random.below(2) == 0).collect();
        let used = (0..items.len()).filter(|&item| is_used[item]);
        used.map(|item| (item, colour(random, items[item]))).collect::<Vec<Use>>()
    };
    let options = (0..count).map(|_| option(random)).collect();
    CoverSketch { items, options }
}

/// As many copies of a cover, side by side, mixed.
fn copies(sketch: &CoverSketch, count: usize) -> CoverSketch {
    let items = (0..count).flat_map(|_| sketch.items.clone()).collect();
    let shifted = |option: &Vec<Use>, copy: usize| {
        option.iter().map(|&(item, colour)| (item + copy * sketch.items.len(), colour)).collect()
    };
    let options =
        sketch.options.iter().flat_map(|option| (0..count).map(|copy| shifted(option, copy)));
    CoverSketch { items, options: options.collect() }
}

/// Each option twice.
fn doubled(sketch: &CoverSketch) -> CoverSketch {
    let options = sketch.options.iter().flat_map(|option| [option.clone(), option.clone()]);
    CoverSketch { items: sketch.items.clone(), options: options.collect() }
}

/// A ring of items, or of pairs of them, and an option or two in each place of it.
fn shifts(random: &mut SplitMix) -> CoverSketch {
    let places = 3 + random.below(4);
    let kinds: Vec<Kind> = (0..=random.below(2)).map(|_| kind(random)).collect();
    let items = (0..places).flat_map(|_| kinds.clone()).collect();
    let mut options = Vec::new();
    for _ in 0..=random.below(2) {
        let mut base: Vec<(usize, usize, Option<u32>)> = Vec::new();
        for _ in 0..=random.below(3) {
            let (place, which) = (random.below(places), random.below(kinds.len()));
            if base.iter().all(|use_of| (use_of.0, use_of.1) != (place, which)) {
                base.push((place, which, colour(random, kinds[which])));
            }
        }
        for shift in 0..places {
            let turned = base.iter().map(|&(place, which, colour)| {
                ((place + shift) % places * kinds.len() + which, colour)
            });
            options.push(turned.collect());
        }
    }
    CoverSketch { items, options }
}

/// The matchings of a complete graph, perfect or not.
fn matchings(random: &mut SplitMix) -> CoverSketch {
    let vertices = 4 + random.below(2);
    let kinds =
        [Kind::Primary(1, 1), Kind::Primary(0, 1), Kind::Primary(2, 2), Kind::Primary(1, 2)];
    let items = vec![kinds[random.below(4)]; vertices];
    let edges = (0..vertices).flat_map(|a| (a + 1..vertices).map(move |b| (a, b)));
    let options = edges.map(|(a, b)| vec![(a, None), (b, None)]).collect();
    CoverSketch { items, options }
}

/// A path of two or three edges, whose ends differ in colour.
fn path_colourings(random: &mut SplitMix) -> CoverSketch {
    let (edges, colours) = [(2, 3), (3, 2), (2, 2)][random.below(3)];
    let mut items = vec![Kind::Primary(1, 1); edges];
    items.extend(vec![Kind::Secondary(1); edges + 1]);
    let mut options = Vec::new();
    for edge in 0..edges {
        for (a, b) in (0..colours).flat_map(|a| (0..colours).map(move |b| (a, b))) {
            if a != b {
                let at = edges + edge;
                options.push(vec![(edge, None), (at, Some(a)), (at + 1, Some(b))]);
            }
        }
    }
    CoverSketch { items, options }
}

/// Dominoes on a small board.
fn dominoes(random: &mut SplitMix) -> CoverSketch {
    let (rows, columns) = [(2, 3), (2, 4), (3, 3), (1, 6)][random.below(4)];
    let cell = |r: usize, c: usize| (r * columns + c, None);
    let kind = if random.below(3) == 0 { Kind::Primary(0, 1) } else { Kind::Primary(1, 1) };
    let mut options = Vec::new();
    for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        if c + 1 < columns {
            options.push(vec![cell(r, c), cell(r, c + 1)]);
        }
        if r + 1 < rows {
            options.push(vec![cell(r, c), cell(r + 1, c)]);
        }
    }
    CoverSketch { items: vec![kind; rows * columns], options }
}

/// A Latin square of order two, or a Latin rectangle.
fn latin(random: &mut SplitMix) -> CoverSketch {
    let (rows, n) = [(2, 2), (1, 4), (1, 3)][random.below(3)];
    let (in_row, in_column) = (rows * n, 2 * rows * n);
    let mut items = vec![Kind::Primary(1, 1); 2 * rows * n];
    items.extend(vec![Kind::Secondary(1); n * n]);
    let mut options = Vec::new();
    for (r, c, v) in
        (0..rows).flat_map(|r| (0..n).flat_map(move |c| (0..n).map(move |v| (r, c, v))))
    {
        let places = [r * n + c, in_row + r * n + v, in_column + c * n + v];
        options.push(places.map(|item| (item, None)).to_vec());
    }
    CoverSketch { items, options }
}

/// Latin squares of an order, in Knuth's format.
pub fn latin_squares(n: usize) -> String {
    let pairs = || (0..n).flat_map(move |a| (0..n).map(move |b| (a, b)));
    let mut text = String::new();
    for kind in ['p', 'r', 'c'] {
        for (a, b) in pairs() {
            write!(text, "{kind}{a}_{b} ").unwrap();
        }
    }
    text.push('\n');
    for (r, c) in pairs() {
        for v in 0..n {
            writeln!(text, "p{r}_{c} r{r}_{v} c{c}_{v}").unwrap();
        }
    }
    text
}

/// Queens on a board of an order, whose diagonals are secondary.
pub fn queens(n: usize) -> String {
    let mut text = String::new();
    for kind in ['r', 'c'] {
        (0..n).for_each(|at| write!(text, "{kind}{at} ").unwrap());
    }
    text.push('|');
    for kind in ['a', 'b'] {
        (0..2 * n - 1).for_each(|at| write!(text, " {kind}{at}").unwrap());
    }
    text.push('\n');
    for (r, c) in (0..n).flat_map(|r| (0..n).map(move |c| (r, c))) {
        writeln!(text, "r{r} c{c} a{} b{}", r + c, r + n - 1 - c).unwrap();
    }
    text
}

/// The sets of these blocks that cover each point once.
pub fn blocks(points: usize, blocks: impl IntoIterator<Item = Vec<usize>>) -> String {
    let names: Vec<String> = (0..points).map(|point| format!("x{point}")).collect();
    let mut text = names.join(" ") + "\n";
    for block in blocks {
        let names: Vec<&str> = block.iter().map(|&point| names[point].as_str()).collect();
        text += &(names.join(" ") + "\n");
    }
    text
}
