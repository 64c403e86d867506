//! Certificates.
mod common;
use bitcover::engine::Stop;
use bitcover::run::Anchor;
use bitcover::run::certify::certify;
use bitcover::verify::Checker;
use bitcover::verify::certificate::Certificates;

#[test]
fn towers() {
    for rows in 2..=5 {
        let puzzle = common::tower(rows);
        let compiled = common::compiled(&puzzle);
        let mut file = Vec::new();
        let t = std::time::Instant::now();
        let written = certify(&compiled, &Anchor::Auto, &Stop::default(), &mut file).unwrap();
        println!("{written:?} {:?}", t.elapsed());
        let t = std::time::Instant::now();
        let checker = Checker::new(&puzzle);
        let mut certificates = Certificates::new(file.as_slice());
        let head = certificates.next_head().unwrap().unwrap();
        println!("{:?} {:?}", certificates.check(&checker, &head), t.elapsed());
    }
}
