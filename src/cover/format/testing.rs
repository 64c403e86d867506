//! Small covers for the tests of the formats.

use std::ops::ControlFlow;

use proptest::prelude::*;

use crate::cancel::CancelToken;
use crate::cover::{Case, Cover, LabelledBuilder, Problem, StandardCover};
use crate::engine::Worker;
use crate::engine::links::Links;

/// Items as (primary, multiplicity), options as sets of items in bits. What breaks a rule of
/// covers is left out.
pub(crate) fn problem_of(items: &[(bool, u32)], options: &[u16]) -> Problem {
    let mut builder = LabelledBuilder::new();
    for (label, &(primary, multiplicity)) in items.iter().enumerate() {
        builder.item(label, primary, multiplicity).unwrap();
    }
    for &bits in options {
        let _ = builder.option((0..items.len()).filter(|item| bits >> item & 1 == 1));
    }
    Problem::of_cover(builder.finish())
}

pub(crate) fn standard_of(items: &[(bool, u32)], options: &[u16]) -> StandardCover {
    let problem = problem_of(items, options);
    StandardCover::new(&problem, &Case::whole(&problem)).unwrap()
}

/// Small covers of every kind, many of them with solutions.
pub(crate) fn standard_covers() -> impl Strategy<Value = StandardCover> {
    let items = prop::collection::vec((any::<bool>(), 1_u32..=3), 0..9);
    let options = prop::collection::vec(any::<(u16, u16)>(), 0..14);
    (items, options).prop_map(|(items, options)| {
        let options: Vec<u16> = options.iter().map(|(a, b)| a & b).collect();
        standard_of(&items, &options)
    })
}

/// The words of each option, with a space between.
pub(crate) fn words(cover: &Cover) -> Vec<String> {
    cover.options().map(|o| cover.option_words(o).collect::<Vec<_>>().join(" ")).collect()
}

pub(crate) fn count(cover: &Cover) -> u64 {
    let problem = Problem::of_cover(cover.clone());
    let mut count = 0;
    let mut visitor = |_: &[_]| {
        count += 1;
        ControlFlow::Continue(())
    };
    let links = Links::new(&problem, &Case::whole(&problem));
    links.worker().run(&[], &mut visitor, &CancelToken::default());
    count
}

/// What a writer writes.
pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Texts made of the pieces that a reader looks at, so that many are nearly right.
pub(crate) fn texts(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        20 => prop::sample::select(pieces).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}
