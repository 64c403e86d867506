//! Tests of the whole library: every engine and every way to run against a naive oracle.

mod agreement;
mod architecture;
mod catalogue;
mod certificate;
mod common;
mod cover_group;
mod cover_orbits;
mod covers;
mod estimate;
mod formats;
mod given;
mod journal;
mod large_covers;
mod lattices;
mod placements;
mod plan;
mod proofs;
mod recount;
mod sample;
mod saved_sweeps;
mod shards;
mod shuffle;
mod signatures;
mod sweeps;
mod towers;
mod verify_catalogue;
