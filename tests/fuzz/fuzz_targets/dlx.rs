//! Knuth's format: no text makes the reader panic, and what it accepts is written and read again
//! as the same cover.
#![no_main]

use bitcover::cover::format::dlx;
use bitcover::cover::{Case, Cover, Problem, StandardCover};
use libfuzzer_sys::fuzz_target;

/// Both covers have the same options; names aside, which a writer may change.
fn assert_same(a: &Cover, b: &Cover) {
    assert_eq!((a.item_count(), a.option_count()), (b.item_count(), b.option_count()));
    assert!(a.options().all(|option| a.items_of(option) == b.items_of(option)));
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let read = match dlx::read(&text) {
        Ok(read) => read,
        Err(error) => {
            assert!(error.line >= 1 && error.line <= text.lines().count().max(1));
            assert!(error.column >= 1);
            return;
        }
    };
    let problem = Problem::of_cover(read.cover);
    let names: Vec<String> =
        problem.cover.items().map(|item| problem.cover.item_name(item).to_owned()).collect();
    let standard = StandardCover::new(&problem, &Case::whole(&problem));
    let standard = standard.expect("it is as small as the text");
    assert_same(&standard.cover, &problem.cover);
    let mut bytes = Vec::new();
    dlx::write(&mut bytes, &standard, &names, &[]).expect("memory takes it");
    let again = String::from_utf8(bytes).expect("writers write UTF-8");
    let again = dlx::read(&again).expect("what is written can be read");
    if standard.primary_count() > 0 {
        assert_same(&again.cover, &standard.cover);
        assert_eq!(again.cover.item_count(), problem.cover.item_count());
    }
});
