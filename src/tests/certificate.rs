//! Certificates of whole searches: those that are written prove the count, and none that was
//! tampered with does, even where its digest was made anew.

use std::io::Write;

use crate::cancel::CancelToken;
use crate::engine::SimdLevel;
use crate::puzzle::model::{Known, Motions, Place};
use crate::puzzle::{Puzzle, file};
use crate::solution::certificate::Sums;
use crate::solve::certify::certify;
use crate::solve::options::{Anchor, Engine, OutputMode};
use crate::verify::certificate::{Certificates, Proved};
use crate::verify::{Checker, Refusal};
use proptest::prelude::*;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The certificate of a puzzle, and what was found in writing it.
fn certificate(puzzle: &Puzzle, anchor: &Anchor) -> (Vec<u8>, Sums) {
    let mut file = Vec::new();
    let solver = super::common::anchored(&super::common::compiled(puzzle), anchor);
    let written = certify(solver.analysis(), &CancelToken::default(), &mut file);
    let (sums, bytes) = written.unwrap().expect("nobody asked it to stop");
    assert_eq!(bytes, file.len() as u64);
    (file, sums)
}

/// A file that has no room for much.
#[derive(Default)]
struct Short(Vec<u8>);

impl Write for Short {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0.len() > 1 << 17 {
            return Err(std::io::Error::other("it is full"));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Checks a file that should hold one certificate.
fn check(puzzle: &Puzzle, file: &[u8]) -> Result<Proved, Refusal> {
    let mut certificates = Certificates::new(file);
    let Some(head) = certificates.next_first_line()? else {
        return Err(Refusal::of_file("there is none"));
    };
    let proved = certificates.check(&Checker::new(puzzle), &head)?;
    match certificates.next_first_line()? {
        None => Ok(proved),
        Some(_) => Err(Refusal::of_file("there are two")),
    }
}

/// A node of a tree in which no item needs several options.
#[derive(Clone, Debug, PartialEq)]
enum Node {
    Solution,
    /// The item, the number of options that is given, and what follows; nothing where it is dead.
    Item(u32, u32, Vec<Node>),
}

impl Node {
    fn read(bytes: &mut &[u8]) -> Self {
        let Some(item) = number(bytes).checked_sub(1) else { return Self::Solution };
        let options = number(bytes);
        Self::Item(item, options, (0..options).map(|_| Self::read(bytes)).collect())
    }

    fn write(&self, out: &mut Vec<u8>) {
        let Self::Item(item, options, children) = self else {
            out.push(0);
            return;
        };
        // No tower has 127 items.
        out.extend([*item as u8 + 1, *options as u8]);
        for child in children {
            child.write(out);
        }
    }

    /// The first node below that is as wanted, for a change.
    fn find(&mut self, is_wanted: &dyn Fn(&Node) -> bool) -> Option<&mut Node> {
        if is_wanted(self) {
            return Some(self);
        }
        match self {
            Self::Solution => None,
            Self::Item(.., children) => children.iter_mut().find_map(|node| node.find(is_wanted)),
        }
    }
}

fn number(bytes: &mut &[u8]) -> u32 {
    let mut number = 0;
    for shift in (0..).step_by(7) {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            break;
        }
    }
    number
}

/// The SHA-256 of some bytes in hexadecimal digits.
fn digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::new(), |digits, byte| format!("{digits}{byte:02x}"))
}

/// A certificate taken apart.
#[derive(Clone, Debug)]
struct Draft {
    head: Value,
    trees: Vec<Node>,
    tail: Value,
}

impl Draft {
    fn read(file: &[u8]) -> Self {
        let end = file.iter().position(|&byte| byte == b'\n').unwrap();
        let head: Value = serde_json::from_slice(&file[..end]).unwrap();
        let mut rest = &file[end + 1..];
        let cases = head["cases"].as_array().unwrap().len();
        let trees = (0..cases).map(|_| Node::read(&mut rest)).collect();
        Self { head, trees, tail: serde_json::from_slice(rest).unwrap() }
    }

    /// Puts it together again, with a digest that is right.
    fn write(&self) -> Vec<u8> {
        let mut file = serde_json::to_vec(&self.head).unwrap();
        file.push(b'\n');
        self.trees.iter().for_each(|tree| tree.write(&mut file));
        file.push(b'\n');
        let mut tail = self.tail.clone();
        tail["sha256"] = digest(&file).into();
        serde_json::to_writer(&mut file, &tail).unwrap();
        file.write_all(b"\n").unwrap();
        file
    }

    /// A node of any tree.
    fn node(&mut self, is_wanted: &dyn Fn(&Node) -> bool) -> &mut Node {
        self.trees.iter_mut().find_map(|tree| tree.find(is_wanted)).expect("there is such a node")
    }
}

/// Changes the certificate of the tower of two rows, and asserts that it is refused for this.
#[track_caller]
fn refused(change: impl FnOnce(&mut Draft), reason: &str) {
    let tower = super::common::tower(2);
    let mut draft = Draft::read(&certificate(&tower, &Anchor::Auto).0);
    change(&mut draft);
    let refusal = check(&tower, &draft.write()).unwrap_err().to_string();
    assert!(refusal.contains(reason), "{refusal}");
}

fn is_dead(node: &Node) -> bool {
    matches!(node, Node::Item(_, 0, _))
}

#[test]
fn the_certificates_of_the_towers_prove_22069_solutions() {
    let mut distinct = 0;
    let mut ruled_out = Vec::new();
    for rows in 2..=5 {
        let tower = super::common::tower(rows);
        let (file, sums) = certificate(&tower, &Anchor::Auto);
        let proved = check(&tower, &file).unwrap();
        assert_eq!((proved.distinct, proved.total), (sums.distinct, sums.total));
        assert_eq!((proved.nodes, proved.met), (sums.nodes, sums.met));
        assert_eq!(proved.fingerprint, sums.fingerprint.0);
        distinct += proved.distinct;
        ruled_out.push(proved.ruled_out);
    }
    assert_eq!(distinct, 22_069);
    // Four rows take eight of the ten pieces, so that one of the three anchors must be there; five
    // take all, the only anchor too.
    assert_eq!(ruled_out[2..], [1, 0]);
}

#[test]
fn the_tree_is_that_of_the_bitset_search_without_capacities() {
    let tower = super::common::compiled(&super::common::tower(3));
    let (_, sums) = certificate(&super::common::tower(3), &Anchor::Auto);
    let cases = super::common::anchored(&tower, &Anchor::Auto)
        .analysis()
        .breaking(Engine::Links, &CancelToken::new())
        .unwrap()
        .cases;
    let nodes = cases
        .iter()
        .map(|case| super::common::explore_search(&tower.problem, case, None, SimdLevel::best()).1);
    assert_eq!(sums.nodes, nodes.sum::<u64>());
}

#[test]
fn without_symmetry_breaking_each_solution_is_met_in_every_image() {
    let tower = super::common::tower(2);
    let (file, _) = certificate(&tower, &Anchor::None);
    let proved = check(&tower, &file).unwrap();
    assert_eq!((proved.distinct, proved.total, proved.met), (23, 552, 552));
}

#[test]
fn a_certificate_put_together_again_is_the_same() {
    let tower = super::common::tower(2);
    let (file, _) = certificate(&tower, &Anchor::Auto);
    let again = Draft::read(&file).write();
    // The keys of the lines of JSON are in another order.
    assert_eq!(check(&tower, &again), check(&tower, &file));
}

#[test]
fn a_branch_that_is_missing_is_noticed() {
    let is_fork = |node: &Node| matches!(node, Node::Item(_, 2.., _));
    refused(
        |draft| {
            let Node::Item(_, options, children) = draft.node(&is_fork) else { unreachable!() };
            children.remove(1);
            *options -= 1;
        },
        "options are listed for",
    );
    refused(
        |draft| {
            let Node::Item(.., children) = draft.node(&is_fork) else { unreachable!() };
            children.pop();
        },
        "case ",
    );
}

#[test]
fn a_branch_that_dies_too_early_is_noticed() {
    let is_fork = |node: &Node| matches!(node, Node::Item(_, 2.., _));
    refused(
        |draft| {
            let Node::Item(_, options, children) = draft.node(&is_fork) else { unreachable!() };
            children.clear();
            *options = 0;
        },
        "0 options are listed for",
    );
}

#[test]
fn another_item_is_noticed() {
    for by in [1, 5, 20] {
        refused(
            |draft| {
                let Node::Item(item, ..) = draft.node(&|_| true) else { unreachable!() };
                *item = (*item + by) % 26;
            },
            "options are listed for",
        );
    }
    refused(
        |draft| *draft.node(&is_dead) = Node::Item(99, 0, Vec::new()),
        "there is no item 99; they are counted from 0",
    );
}

#[test]
fn only_an_item_that_must_be_covered_and_is_not_ends_a_branch() {
    // Piece W, which no solution of two rows uses, may be left out.
    refused(
        |draft| *draft.node(&is_dead) = Node::Item(32, 0, Vec::new()),
        "W need not be covered, so it proves nothing",
    );
    // The cell that was just covered.
    refused(
        |draft| {
            let Node::Item(item, _, children) = &mut draft.trees[0] else { unreachable!() };
            children[0] = Node::Item(*item, 0, Vec::new());
        },
        "is covered already",
    );
}

#[test]
fn a_solution_that_is_missing_or_made_up_is_noticed() {
    refused(
        |draft| *draft.node(&|node| *node == Node::Solution) = Node::Item(3, 0, Vec::new()),
        "r1c4 is covered already",
    );
    refused(|draft| *draft.node(&is_dead) = Node::Solution, "is still to be covered");
    refused(|draft| draft.tail["distinct"] = 22.into(), "distinct is given as 22");
    refused(|draft| draft.tail["total"] = 553.into(), "total is given as 553");
    refused(|draft| draft.tail["met"] = 24.into(), "met is given as 24");
    refused(|draft| draft.tail["nodes"] = 1.into(), "nodes is given as 1");
    refused(|draft| draft.tail["fingerprint"] = "0".repeat(32).into(), "the fingerprint is af4");
}

/// The cases of a draft.
fn cases(draft: &mut Draft) -> &mut Vec<Value> {
    draft.head["cases"].as_array_mut().unwrap()
}

/// What the first case says last: on which options piece U lies. Before, it leaves out what does
/// not fit two rows.
fn last_step(draft: &mut Draft) -> &mut Value {
    cases(draft)[0].as_array_mut().unwrap().last_mut().unwrap()
}

#[test]
fn a_case_that_is_left_out_is_noticed() {
    for case in 0..4 {
        refused(
            |draft| {
                cases(draft).remove(case);
                draft.trees.remove(case);
            },
            "no case meets the solutions with",
        );
    }
    refused(
        |draft| {
            cases(draft).clear();
            draft.trees.clear();
        },
        "no case meets the solutions of this puzzle",
    );
}

#[test]
fn an_anchor_must_be_kept_once_for_each_orbit() {
    refused(
        |draft| {
            last_step(draft)["keeps"].as_array_mut().unwrap().pop();
        },
        "without piece F and with piece U on option 96",
    );
    // Every option of the piece instead of one for each orbit.
    refused(
        |draft| {
            let piece = last_step(draft)["item"].clone();
            let options = draft.head["options"].as_array().unwrap().iter().enumerate();
            let of_piece = options.filter(|(_, items)| items.as_array().unwrap().contains(&piece));
            let all: Vec<usize> = of_piece.map(|(option, _)| option).collect();
            last_step(draft)["keeps"] = json!(all);
        },
        "is an image",
    );
    refused(|draft| last_step(draft)["keeps"] = json!([0]), "which is none of piece U");
    refused(
        |draft| {
            let keeps = last_step(draft)["keeps"].as_array_mut().unwrap();
            keeps.insert(0, keeps[0].clone());
        },
        "that case 1 keeps of piece U do not ascend",
    );
    refused(|draft| last_step(draft)["item"] = json!(0), "anchors the cell r1c1");
    refused(|draft| last_step(draft)["item"] = json!(999), "speaks of item 999");
    refused(
        |draft| {
            let first = cases(draft)[0].clone();
            cases(draft).push(first);
        },
        "case 5 is part of case 1",
    );
    refused(
        |draft| {
            let step = last_step(draft).clone();
            cases(draft)[0].as_array_mut().unwrap().push(step);
        },
        "speaks of piece U twice",
    );
    refused(
        |draft| {
            // Beside the case that keeps an option of U, one that keeps this and another.
            let mut other = cases(draft)[0].clone();
            let step = other.as_array_mut().unwrap().last_mut().unwrap();
            step["keeps"] = json!([step["keeps"][0], step["keeps"][0].as_u64().unwrap() + 1]);
            cases(draft).push(other);
        },
        "cases 1 and 5 both keep option",
    );
    refused(|draft| cases(draft)[1][1]["item"] = json!(36), "go on with different pieces");
}

#[test]
fn what_is_said_of_the_puzzle_must_be_what_its_text_says() {
    let dropped = |key: &'static str| {
        move |draft: &mut Draft| {
            draft.head[key].as_array_mut().unwrap().pop();
        }
    };
    for key in ["items", "least", "most", "options", "motions"] {
        refused(dropped(key), &format!("{key}, but the puzzle has"));
    }
    refused(|draft| draft.head["least"][0] = 0.into(), "entry 0 of least");
    refused(|draft| draft.head["options"][7][0] = 24.into(), "entry 7 of options");
    refused(|draft| draft.head["motions"][2][0] = 24.into(), "entry 2 of motions");
    refused(|draft| draft.head["puzzle"] = "logiq-3".into(), "it is for the puzzle \"logiq-3\"");
    refused(|draft| draft.head["given"] = "x".into(), "starting position x");
    refused(|draft| draft.head["format"] = "bitcover certificate 2".into(), "only \"bitcover");
    refused(|draft| draft.head["more"] = 1.into(), "unknown field `more`");
}

#[test]
fn a_file_that_ends_anywhere_else_is_refused() {
    let tower = super::common::tower(2);
    let (file, _) = certificate(&tower, &Anchor::Auto);
    for length in (0..file.len()).filter(|length| length % 61 == 0 || length + 99 > file.len()) {
        assert!(check(&tower, &file[..length]).is_err(), "{length} bytes");
    }
    assert!(check(&tower, &[file.as_slice(), b"\n"].concat()).is_err());
    assert!(check(&tower, &[file.as_slice(), &file].concat()).is_err());
}

#[test]
fn a_bit_that_is_flipped_anywhere_is_noticed() {
    let tower = super::common::tower(2);
    let (mut file, _) = certificate(&tower, &Anchor::Auto);
    let tail = file.len() - 200;
    for bit in (0..8 * tail).step_by(307).chain(8 * tail..8 * file.len()) {
        file[bit / 8] ^= 1 << (bit % 8);
        assert!(check(&tower, &file).is_err(), "bit {} of byte {}", bit % 8, bit / 8);
        file[bit / 8] ^= 1 << (bit % 8);
    }
    check(&tower, &file).unwrap();
}

#[test]
fn the_certificate_that_the_repository_holds_is_written_and_proved_to_the_byte() {
    let tower = super::common::tower(2);
    let held = include_bytes!("../../tests/fuzz/corpus/certificate/tower.certificate");
    assert!(certificate(&tower, &Anchor::Auto).0 == held);
    assert_eq!(check(&tower, held).unwrap().distinct, 23);
}

/// Two dominoes that fill a square of two by two, in two ways.
fn square() -> Puzzle {
    let domino = super::common::piece("ab", "xx", Motions::Rotations);
    super::common::puzzle(super::common::rectangle(2, 2, Motions::Translate), vec![domino])
}

#[test]
fn a_certificate_without_cases_proves_nothing_where_the_pieces_just_fill_the_board() {
    let mut draft = Draft::read(&certificate(&square(), &Anchor::Auto).0);
    cases(&mut draft).clear();
    draft.trees.clear();
    for key in ["nodes", "met", "distinct", "total"] {
        draft.tail[key] = 0.into();
    }
    draft.tail["fingerprint"] = "0".repeat(32).into();
    let refusal = check(&square(), &draft.write()).unwrap_err().to_string();
    assert!(refusal.contains("no case meets the solutions of this puzzle"), "{refusal}");
}

#[test]
fn a_piece_with_copies_is_no_anchor() {
    // One case, in which both dominoes lie across. For one piece that would rule out that it stands
    // upright, as another option would be too few; of two copies one is left, and a solution missed.
    let mut draft = Draft::read(&certificate(&square(), &Anchor::None).0);
    assert_eq!(draft.head["options"][0], json!([0, 1, 4]));
    assert_eq!(draft.head["options"][3], json!([2, 3, 4]));
    *cases(&mut draft) = vec![json!([{ "item": 4, "keeps": [0, 3] }])];
    let below = Node::Item(2, 1, vec![Node::Solution]);
    draft.trees = vec![Node::Item(0, 1, vec![below])];
    for (key, value) in [("nodes", 3), ("met", 1), ("distinct", 1), ("total", 1)] {
        draft.tail[key] = value.into();
    }
    draft.tail["fingerprint"] = digest(b"aa/bb")[..32].into();
    let refusal = check(&square(), &draft.write()).unwrap_err().to_string();
    assert!(refusal.contains("case 1 anchors piece ab, of which there are copies"), "{refusal}");
}

#[test]
fn a_piece_that_must_be_used_is_left_out_by_no_case() {
    let domino = |symbol| super::common::piece(symbol, "xx", Motions::Rotations);
    let board = super::common::rectangle(2, 2, Motions::Translate);
    let puzzle = super::common::puzzle(board, vec![domino("a"), domino("b")]);
    let mut draft = Draft::read(&certificate(&puzzle, &Anchor::None).0);
    *cases(&mut draft) = vec![json!([{ "item": 4, "keeps": [] }])];
    let refusal = check(&puzzle, &draft.write()).unwrap_err().to_string();
    assert!(refusal.contains("case 1 leaves out piece a, which must be used"), "{refusal}");
}

#[test]
fn a_proof_is_compared_with_the_known_counts() {
    let (file, _) = certificate(&square(), &Anchor::Auto);
    let known = |distinct, total| {
        let known = Known { distinct, total, source: "hand".to_owned() };
        check(&Puzzle { known: Some(known), ..square() }, &file)
    };
    assert_eq!(known(2, 2).map(|proved| proved.total), Ok(2));
    for (distinct, total) in [(1, 2), (2, 3)] {
        let refusal = known(distinct, total).unwrap_err().to_string();
        assert!(refusal.contains("last line: ") && refusal.contains("known count"), "{refusal}");
    }
}

#[test]
fn a_certificate_proves_nothing_of_a_puzzle_with_coloured_edges() {
    let pair = |sides: [&str; 2]| {
        let [a, b] = sides;
        let text = format!(
            "name = 'pair'\n[board]\nrows = 1\ncolumns = 2\nmotions = 'rotations'\n\
             [[piece]]\nsymbol = 'a'\n{a}\n[[piece]]\nsymbol = 'b'\n{b}\n"
        );
        file::parse(&text).unwrap().members.remove(0)
    };
    let (file, _) = certificate(&pair(["picture = 'x'"; 2]), &Anchor::None);
    let refusal = check(&pair(["edges = 'rgbg'", "edges = 'rbgg'"]), &file).unwrap_err();
    let reason = "nothing proves the count of a puzzle with coloured edges";
    assert!(refusal.to_string().contains(reason), "{refusal}");
}

#[test]
fn copies_and_pieces_without_use_are_certified_too() {
    // Three of four dominoes, and a single cell, on a row of eight of which one may stay empty.
    let mut board = super::common::rectangle(1, 8, Motions::HalfTurn);
    board.drawing[0][0][0] = Place::MayStayEmpty;
    let domino = super::common::optional(super::common::piece("abcd", "xx", Motions::Translate));
    let single = super::common::optional(super::common::piece("s", "x", Motions::Translate));
    let puzzle = super::common::puzzle(board, vec![domino, single]);
    let (file, sums) = certificate(&puzzle, &Anchor::Auto);
    let proved = check(&puzzle, &file).unwrap();
    // Four dominoes, or three and the single cell in one of four places.
    assert_eq!((proved.distinct, sums.distinct), (5, 5));
}

/// Makes the digest of a certificate right again, if it still looks like one.
fn seal(file: &mut [u8]) {
    let Some(end) = file.len().checked_sub(1) else { return };
    let Some(start) = file[..end].iter().rposition(|&byte| byte == b'\n') else { return };
    let digest = digest(&file[..=start]);
    if let Some(at) = end.checked_sub(66).filter(|&at| at > start) {
        file[at..at + 64].copy_from_slice(digest.as_bytes());
    }
}

proptest! {
    #![proptest_config(crate::random::repeatable(200))]

    #[test]
    fn a_certificate_proves_what_a_run_counts_and_a_changed_one_nothing_else(
        sketch in super::common::random::puzzles(),
        is_broken in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..3),
    ) {
        let puzzle = sketch.0;
        let anchor = if is_broken { Anchor::Auto } else { Anchor::None };
        // A puzzle without solutions may have a large tree.
        let mut short = Short::default();
        let solver = super::common::anchored(&super::common::compiled(&puzzle), &anchor);
        let written = certify(solver.analysis(), &CancelToken::default(), &mut short);
        prop_assume!(written.is_ok());
        let ((sums, _), mut file) = (written.unwrap().expect("nobody asked it to stop"), short.0);
        let settings = super::common::settings(Engine::Frontier, &Anchor::None, 1, OutputMode::Fingerprint);
        let part = super::common::run_all(&super::common::compiled(&puzzle), &settings);
        prop_assert_eq!((sums.distinct, sums.total), (part.counts.distinct.small(), part.counts.total.small()));
        prop_assert_eq!(sums.fingerprint, part.counts.fingerprint);
        let proved = check(&puzzle, &file);
        prop_assert!(proved.is_ok(), "{:?}", proved);
        let proved = proved.unwrap();
        prop_assert_eq!((proved.distinct, proved.total), (sums.distinct, sums.total));
        // In the tree, not in the lines above and below it.
        let begin = file.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        let end = file[..file.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
        for (at, by) in changes {
            if begin < end {
                file[begin + at.index(end - begin)] ^= by % 8;
            }
        }
        seal(&mut file);
        if let Ok(other) = check(&puzzle, &file) {
            prop_assert_eq!((other.distinct, other.total), (sums.distinct, sums.total));
        }
    }
}
