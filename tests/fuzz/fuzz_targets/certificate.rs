//! Certificates: no bytes make the checker panic, and none prove another count than the true one.
#![no_main]

use std::sync::OnceLock;

use bitcover::puzzle::catalog::catalog;
use bitcover::verify::Checker;
use bitcover::verify::certificate::Certificates;
use libfuzzer_sys::fuzz_target;

fn checker() -> &'static Checker {
    static CHECKER: OnceLock<Checker> = OnceLock::new();
    CHECKER.get_or_init(|| {
        let files = catalog().expect("the embedded files are sound");
        let mut members = files.into_iter().flat_map(|file| file.members);
        let puzzle = members.find(|puzzle| puzzle.name == "logiq-2").expect("it is embedded");
        // The known counts left out, so that the trees alone must refuse.
        Checker::new(&bitcover::puzzle::Puzzle { known: None, ..puzzle })
    })
}

fuzz_target!(|data: &[u8]| {
    let mut certificates = Certificates::new(data);
    while let Ok(Some(head)) = certificates.next_first_line() {
        let Ok(proved) = certificates.check(checker(), &head) else { return };
        assert_eq!((proved.distinct, proved.total), (23, 552));
    }
});
