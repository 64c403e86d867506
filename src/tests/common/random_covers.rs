//! Random small covers with secondary items, multiplicities, ranges and colours.

use proptest::prelude::*;

use super::cover_oracle::{CoverSketch, Kind, Use};
use crate::cover::{Colour, Cover, LabelledBuilder};

/// The most options of a random cover; the oracle looks at every set of them.
const MOST_OPTIONS: usize = 11;

/// Random small covers.
pub fn covers() -> impl Strategy<Value = CoverSketch> {
    let kind = prop_oneof![
        6 => Just(Kind::Primary(1, 1)),
        1 => (2_u32..4).prop_map(|times| Kind::Primary(times, times)),
        2 => (0_u32..3, 0_u32..3).prop_map(|(least, more)| Kind::Primary(least, (least + more).max(1))),
        1 => Just(Kind::Secondary(2)),
        4 => Just(Kind::Secondary(1)),
    ];
    let items = prop::collection::vec((kind, any::<bool>()), 1..9);
    items.prop_flat_map(|items| {
        let word = prop_oneof![3 => Just(None), 2 => (0_u32..5).prop_map(Some)];
        let option = prop::collection::vec(word, items.len());
        prop::collection::vec(option, 0..=MOST_OPTIONS).prop_map(move |options| {
            let entry = |(item, word): (usize, Option<u32>)| -> Option<Use> {
                let (kind, is_coloured) = items[item];
                let is_coloured = is_coloured && kind == Kind::Secondary(1);
                // One word in five names a coloured item without a colour.
                Some((item, word?.checked_sub(1).filter(|_| is_coloured)))
            };
            let named = |option: Vec<Option<u32>>| {
                option.into_iter().enumerate().filter_map(entry).collect::<Vec<Use>>()
            };
            CoverSketch {
                items: items.iter().map(|item| item.0).collect(),
                options: options.into_iter().map(named).collect(),
            }
        })
    })
}

/// The cover of a sketch, whose options have the same numbers.
pub fn cover_of(sketch: &CoverSketch) -> Cover {
    let mut builder = LabelledBuilder::new();
    for (label, kind) in sketch.items.iter().enumerate() {
        match *kind {
            Kind::Primary(least, most) => builder.primary_range(label, least, most),
            Kind::Secondary(most) => builder.secondary(label, most),
        }
        .expect("the sketch keeps the rules");
    }
    for option in &sketch.options {
        let entries = option.iter().map(|&(item, colour)| (item, colour.map(Colour::new)));
        builder.coloured_option(entries).expect("the sketch keeps the rules");
    }
    builder.finish()
}
