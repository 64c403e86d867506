//! One function for each crate: all solutions are found, one after the other, and counted.

use std::ops::ControlFlow;

use crate::cover::Cover;

/// What counts the solutions of a cover.
pub type Count = fn(&Cover) -> u64;

/// The crates by name. All of them know secondary items.
pub const CRATES: [(&str, Count); 4] = [
    ("dlx", with_dlx),
    ("dancing-links", with_dancing_links),
    ("dlx-rs", with_dlx_rs),
    ("exact-covers", with_exact_covers),
];

fn with_dlx(cover: &Cover) -> u64 {
    use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
    let option = |items: &Vec<u32>| items.iter().map(|&item| dlx::Uint(item)).collect();
    let options: Vec<Vec<dlx::Uint>> = cover.options.iter().map(option).collect();
    let (primary, secondary) = (dlx::Uint(cover.primary), dlx::Uint(cover.secondary));
    let mut problem = dlx::x::make_problem(primary, secondary, &options, dlx::OptOrder::Seq);
    let mut solver = dlx::Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solutions = 0;
    while solver.next_solution(&mut chooser) {
        solutions += 1;
    }
    solutions
}

/// The cover as the crate `dancing-links` asks for it.
struct Asked<'a> {
    cover: &'a Cover,
    items: Vec<u32>,
}

impl dancing_links::ExactCover for Asked<'_> {
    type Possibility = Vec<u32>;
    type Constraint = u32;

    fn satisfies(&self, option: &Vec<u32>, item: &u32) -> bool {
        option.binary_search(item).is_ok()
    }

    fn is_optional(&self, item: &u32) -> bool {
        *item >= self.cover.primary
    }

    fn possibilities(&self) -> &[Vec<u32>] {
        &self.cover.options
    }

    fn constraints(&self) -> &[u32] {
        &self.items
    }
}

fn with_dancing_links(cover: &Cover) -> u64 {
    let asked = Asked { cover, items: (0..cover.items()).collect() };
    dancing_links::Solver::new(&asked).count() as u64
}

fn with_dlx_rs(cover: &Cover) -> u64 {
    let (primary, secondary) = (cover.primary as usize, cover.secondary as usize);
    let mut solver = dlx_rs::Solver::new_optional(primary, secondary);
    for (number, option) in cover.options.iter().enumerate() {
        let items: Vec<usize> = option.iter().map(|&item| item as usize + 1).collect();
        solver.add_option(number, &items);
    }
    solver.count() as u64
}

/// Its dancing links; its dancing cells (`DcSolver`) are not written yet in this version.
fn with_exact_covers(cover: &Cover) -> u64 {
    use exact_covers::{DlSolver, Solver};
    let items: Vec<u32> = (0..cover.items()).collect();
    let (primary, secondary) = items.split_at(cover.primary as usize);
    let mut solver: DlSolver<'_, u32, ()> = DlSolver::new(primary, secondary);
    for option in &cover.options {
        let bound = option.partition_point(|&item| item < cover.primary);
        let (primary, secondary) = option.split_at(bound);
        let secondary: Vec<_> = secondary.iter().map(|&item| (item, None)).collect();
        solver.add_option(primary, secondary);
    }
    let mut solutions = 0;
    solver.solve(|_| {
        solutions += 1;
        ControlFlow::Continue(())
    });
    solutions
}

#[cfg(test)]
mod tests {
    use super::{CRATES, Cover};

    /// Counts by trying every set of options.
    fn naive(cover: &Cover) -> u64 {
        let is_cover = |chosen: &u32| {
            let mut times = vec![0; cover.items() as usize];
            for (number, option) in cover.options.iter().enumerate() {
                if chosen & 1 << number != 0 {
                    option.iter().for_each(|&item| times[item as usize] += 1);
                }
            }
            let (primary, secondary) = times.split_at(cover.primary as usize);
            primary.iter().all(|&n| n == 1) && secondary.iter().all(|&n| n <= 1)
        };
        (0..1 << cover.options.len()).filter(is_cover).count() as u64
    }

    #[test]
    fn every_crate_counts_the_covers_of_small_examples() {
        let examples = [
            "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n",
            "a b c | x y\na x\na y\nb x\nb\nc y\nc\na b c\n",
            "a b\na\n",
        ];
        for text in examples {
            let cover = Cover::read(text).expect("it is sound");
            let expected = naive(&cover);
            for (name, count) in CRATES {
                assert_eq!(count(&cover), expected, "{name} on {text:?}");
            }
        }
    }
}
