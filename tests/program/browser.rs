//! Checks of pages in a browser, by the scripts in `tests/page`.

use std::path::Path;
use std::process::Command;

use crate::runner::{skipped, stderr, stdout};

/// The exit code with which the check says that there is no browser.
const NO_BROWSER: i32 = 77;

/// Runs a check of a page in a browser, which must find as many things right; says so where there is
/// no browser.
#[track_caller]
pub fn checked(script: &str, path: &Path, more: &[&str], least: usize) {
    let check = Command::new("node")
        .args([script, env!("CARGO_BIN_EXE_bitcover")])
        .arg(path)
        .args(more)
        .output();
    let Ok(check) = check else {
        skipped("the page was not checked in a browser: node cannot be run");
        return;
    };
    let said = format!("{}{}", stdout(&check), stderr(&check));
    if check.status.code() == Some(NO_BROWSER) {
        skipped(&format!("the page was not checked in a browser: {said}"));
        return;
    }
    assert!(check.status.success(), "{said}");
    assert!(said.matches("ok: ").count() >= least, "{said}");
}
