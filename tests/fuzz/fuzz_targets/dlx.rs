//! Knuth's format: no text makes the reader panic, and what it accepts is written and read again
//! as the same cover.
#![no_main]

use bitcover::cover::format::dlx;
use bitcover::cover::{Case, Plain, Problem};
use libfuzzer_sys::fuzz_target;

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
    let problem = Problem::plain(read.labelled.cover);
    let plain = Plain::new(&problem, &Case::whole(&problem)).expect("it is as small as the text");
    assert_eq!(plain.cover, problem.cover);
    let mut bytes = Vec::new();
    dlx::write(&mut bytes, &plain, &read.labelled.items, &[]).expect("memory takes it");
    let again = String::from_utf8(bytes).expect("writers write UTF-8");
    let again = dlx::read(&again).expect("what is written can be read");
    if plain.primary_count() > 0 {
        assert_eq!(again.labelled.cover, plain.cover);
        assert_eq!(again.labelled.items.len(), read.labelled.items.len());
    }
});
