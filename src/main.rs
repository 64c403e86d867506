//! The command line of bitcover.

fn main() {}
