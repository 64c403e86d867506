//! scratch
use bitcover::{cover::*, engine::frontier::*, puzzle::*};
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let threads: usize = std::env::args().nth(2).map_or(1, |t| t.parse().unwrap());
    let mem: u64 = std::env::args().nth(3).map_or(16000, |t| t.parse().unwrap()) << 20;
    let verbose = std::env::args().nth(4).is_some();
    for f in catalog::catalog().unwrap() { for m in &f.members { if m.name == name || (name == "all" && !m.name.contains("8x10") && !m.name.contains("tetris-cube")) {
        let c = compile(m).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let t = std::time::Instant::now();
        let case = Case::whole(&c.problem);
        let fr = Frontier::new(&c.problem, &case).unwrap();
        let setup = t.elapsed();
        let r = fr.count(&pool, mem, &mut |l| { if verbose { eprintln!("{} {:?} {:.1}s", l.level, l.here, t.elapsed().as_secs_f64()); } std::ops::ControlFlow::Continue(()) }).unwrap();
        let main = t.elapsed();
        let mut sum = r.total;
        for e in &c.problem.group.elements()[1..] { sum += Frontier::fixed_by(&c.problem, &case, e).unwrap().count(&pool, mem, &mut |_| std::ops::ControlFlow::Continue(())).unwrap().total; }
        println!("{} total {} distinct {} known {:?} bits {} states {} trans {} batches {} peak {} MB setup {:?} count {:?} all {:?}", m.name, r.total, sum as f64 / c.problem.group.order() as f64, m.known.as_ref().map(|k| (k.distinct, k.total)), fr.bits(), r.states.iter().sum::<u64>(), r.transitions, r.batches, r.peak_bytes >> 20, setup, main, t.elapsed());
    }}}
}
