//! Speed of the engines on the Logiq towers.
fn main() {}
