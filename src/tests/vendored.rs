//! What is built from the sources and committed beside them is as new as they are.

use std::path::Path;

use sha2::{Digest, Sha256};

/// The hash of a file, as `sha256sum` writes it; none where there is no such file.
fn hash(path: &Path) -> Option<String> {
    let bytes = std::fs::read(path).ok()?;
    let hex = |hash: String, byte: &u8| hash + &format!("{byte:02x}");
    Some(Sha256::digest(bytes).iter().fold(String::new(), hex))
}

#[test]
fn the_solver_of_the_page_is_built_from_the_sources_that_there_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !root.join("web").exists() {
        // The published package has the module, and not what builds it.
        return;
    }
    let list = include_str!("../report/play/vendor/solver.sha256");
    let lines: Vec<(&str, &str)> =
        list.lines().map(|line| line.split_once("  ").unwrap()).collect();
    let is_stale = |(expected, path): &&(&str, &str)| {
        hash(&root.join(path)).is_none_or(|found| found != *expected)
    };
    let stale: Vec<&str> = lines.iter().filter(is_stale).map(|(_, path)| *path).collect();
    assert!(
        stale.is_empty(),
        "the solver of the page is older than {}; run web/build.sh, which takes some minutes",
        stale.join(", ")
    );
    let has = |path: &str| lines.iter().any(|(_, listed)| *listed == path);
    for path in ["src/report/play/vendor/solver.wasm", "src/play/count.rs", "web/src/desk.rs"] {
        assert!(has(path), "{path} is not in the list");
    }
}
