use sha2::{Digest, Sha256};

use super::*;
use crate::verify::certificate::{Certificates, Proved};
use crate::verify::fingerprint::fingerprint_of;
use crate::verify::recount::Recountable;
use crate::verify::{Refusal, RowKind, SubjectKind, subject_of, subject_of_listing};

/// An item that is covered once, or at most once.
fn item(name: &str, is_primary: bool) -> CoverItem {
    CoverItem { name: name.to_owned(), is_primary, least: u32::from(is_primary), most: 1 }
}

/// Two primary items and two secondary ones; options 2 and 6 are alike, and 5 has no primary item.
fn cover() -> CoverChecker {
    let items = [("A", true), ("B", true), ("S", false), ("T", false)];
    let options: [(&str, &[u32]); 7] = [
        ("A B", &[0, 1]),
        ("A S", &[0, 2]),
        ("B S", &[1, 2]),
        ("B T", &[1, 3]),
        ("S", &[]),
        ("S A", &[2, 0]),
        ("B", &[1]),
    ];
    let kept = |items: &[u32]| {
        (!items.is_empty()).then(|| items.iter().map(|&item| (item, None)).collect())
    };
    CoverChecker::new(
        "small",
        items.map(|(name, is_primary)| item(name, is_primary)).to_vec(),
        options.iter().map(|(_, items)| kept(items)).collect(),
        options.iter().map(|(words, _)| (*words).to_owned()).collect(),
    )
}

const LINES: [&str; 5] = ["1 A B", "2 A S | 4 B T", "2 A S | 7 B", "4 B T | 6 S A", "6 S A | 7 B"];

const OPTIONS: [&[u32]; 5] = [&[1], &[2, 4], &[2, 7], &[4, 6], &[6, 7]];

fn fingerprint(lines: &[&str]) -> u128 {
    lines.iter().fold(0, |sum: u128, line| sum.wrapping_add(fingerprint_of(line.as_bytes())))
}

/// A text file whose header fits its lines.
fn file(lines: &[&str]) -> String {
    let (total, fingerprint) = (lines.len(), fingerprint(lines));
    let mut text = format!(
        "# bitcover solutions, format 1\n# cover: small\n# content: all\n# total: {total}\n\
         # fingerprint: {fingerprint:032x}\n# complete: yes\n"
    );
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// What the file beside a table of all solutions says, of the format and its version.
fn about(format: &str) -> String {
    format!(
        "{{\"format\":\"bitcover {format} 1\",\"cover\":\"small\",\"content\":\"all\",\
         \"order\":\"ascending\",\"distinct\":null,\"total\":5,\"fingerprint\":\"{:032x}\",\
         \"complete\":true}}",
        fingerprint(&LINES)
    )
}

fn verify(text: &str) -> Result<VerifiedCover, String> {
    cover().check_listing(text.as_bytes()).map_err(|refusal| refusal.to_string())
}

fn refused(lines: &[&str]) -> String {
    verify(&file(lines)).unwrap_err()
}

fn all() -> VerifiedCover {
    VerifiedCover { total: 5, fingerprint: fingerprint(&LINES), complete: true }
}

#[test]
fn a_good_listing_of_a_cover_is_accepted() {
    assert_eq!(verify(&file(&LINES)), Ok(all()));
    assert_eq!(verify(&file(&[])).unwrap().total, 0);
    let partial = verify(&file(&LINES[1..3]).replace("complete: yes", "complete: no")).unwrap();
    assert_eq!((partial.total, partial.complete), (2, false));
    assert_eq!(cover().check_line("2 A S | 7 B"), Ok(vec![2, 7]));
}

#[test]
fn options_that_are_alike_are_told_apart_by_their_numbers() {
    assert_eq!(verify(&file(&["2 A S | 7 B", "6 S A | 7 B"])).unwrap().total, 2);
    assert_eq!(
        refused(&["2 A S | 7 B", "7 B | 6 S A"]),
        "line 8: option 6 should stand before option 7"
    );
}

#[test]
fn the_empty_solution_is_an_empty_line() {
    let items = vec![item("S", false)];
    let empty = CoverChecker::new("small", items, vec![None], vec!["S".to_owned()]);
    let check = |lines: &[&str]| empty.check_listing(file(lines).as_bytes());
    assert_eq!(check(&[""]).unwrap().total, 1);
    assert_eq!(check(&["", ""]).unwrap_err().to_string(), "line 8: this repeats line 7");
    assert_eq!(
        check(&["1 S"]).unwrap_err().to_string(),
        "line 7: option 1 has no primary item, so that no solution uses it"
    );
    assert_eq!(refused(&[""]), "line 7: item A is not covered");
}

/// An item of an option, and its colour.
type Entry<'a> = (u32, Option<&'a str>);

#[test]
fn ranges_and_colours_are_checked() {
    // A 1:2, B 0:1, C exactly twice, and S, which has colours.
    let bounds = [("A", 1, 2), ("B", 0, 1), ("C", 2, 2)];
    let primary = |(name, least, most): (&str, u32, u32)| CoverItem {
        name: name.to_owned(),
        is_primary: true,
        least,
        most,
    };
    let items = bounds.map(primary).into_iter().chain([item("S", false)]).collect();
    let options: [(&str, &[Entry<'_>]); 7] = [
        ("A C", &[(0, None), (2, None)]),
        ("A C S:red", &[(0, None), (2, None), (3, Some("red"))]),
        ("C S:red", &[(2, None), (3, Some("red"))]),
        ("C S:blue", &[(2, None), (3, Some("blue"))]),
        ("C S", &[(2, None), (3, None)]),
        ("B", &[(1, None)]),
        ("A", &[(0, None)]),
    ];
    let entries = |entries: &[Entry<'_>]| {
        Some(entries.iter().map(|&(item, colour)| (item, colour.map(str::to_owned))).collect())
    };
    let checker = CoverChecker::new(
        "small",
        items,
        options.iter().map(|(_, items)| entries(items)).collect(),
        options.iter().map(|(words, _)| (*words).to_owned()).collect(),
    );
    let says = |numbers: &[u32]| checker.check_line(&checker.write(numbers)).map(|_| ());
    for good in [&[1, 2][..], &[1, 3], &[2, 3], &[2, 3, 6], &[1, 4, 7], &[1, 5, 6, 7]] {
        assert_eq!(says(good), Ok(()), "{good:?}");
    }
    let refused = |numbers: &[u32]| says(numbers).unwrap_err();
    assert_eq!(refused(&[1, 2, 7]), "item A is covered more than 2 times");
    assert_eq!(refused(&[1, 2, 3]), "item C is covered more than 2 times");
    assert_eq!(refused(&[1, 6]), "item C is covered 1 times, but at least 2 are needed");
    assert_eq!(refused(&[3, 4]), "item S is red in option 3 and is blue in option 4");
    assert_eq!(refused(&[2, 5]), "item S is red in option 2 and has no colour in option 5");
    assert_eq!(refused(&[6]), "item A is not covered");
    assert!(checker.check_line("3 C S:blue").is_err());
}

#[test]
fn lines_that_are_no_solutions_are_refused_with_the_reason() {
    let says = |line: &str| refused(&["1 A B", line]);
    assert_eq!(says("2 A S | 3 B S"), "line 8: item S is covered by options 2 and 3");
    assert_eq!(says("2 A S"), "line 8: item B is not covered");
    assert_eq!(
        says("2 A T | 7 B"),
        "line 8: option 2 is written \"2 A T\", but should be \"2 A S\""
    );
    assert_eq!(
        says("2 A S |7 B"),
        "line 8: option 2 is written \"2 A S |7 B\", but should be \"2 A S\""
    );
    assert!(says("1 A B | ").contains("line 8: the line ends with ' | '"));
    assert_eq!(says("8 A B"), "line 8: there is no option 8; the cover has 7, counted from 1");
    assert_eq!(says("0 A B"), "line 8: there is no option 0; the cover has 7, counted from 1");
    assert_eq!(says("01 A B"), "line 8: \"01\" stands where the number of an option should");
    assert_eq!(says("# A B"), "line 8: \"#\" stands where the number of an option should");
    assert!(says(&"A".repeat(5000)).contains("far too long"));
}

#[test]
fn a_dropped_or_repeated_or_swapped_line_is_refused() {
    let without = file(&LINES).replace("2 A S | 7 B\n", "");
    assert_eq!(
        verify(&without).unwrap_err(),
        "line 11: the file ends after 4 solutions, but line 4 promises 5: one solution is missing"
    );
    assert_eq!(
        verify(&file(&LINES).replace("total: 5", "total: 4")).unwrap_err(),
        "line 11: line 4 promises 4 solutions, but here is one more"
    );
    assert_eq!(refused(&["1 A B", "2 A S | 7 B", "1 A B"]), "line 9: this repeats line 7");
    assert_eq!(
        refused(&["2 A S | 7 B", "2 A S | 4 B T"]),
        "line 8: this is out of order: lines must increase by the numbers of their options, and \
         this one belongs before the line above it"
    );
}

#[test]
fn the_fingerprint_and_the_header_must_be_right() {
    let good = file(&LINES);
    let right = format!("{:032x}", fingerprint(&LINES));
    let wrong = format!("{:032x}", fingerprint(&LINES) ^ 1);
    assert_eq!(
        verify(&good.replace(&right, &wrong)).unwrap_err(),
        format!("line 5: the fingerprint of the lines below is {right}")
    );
    let says = |from: &str, to: &str| verify(&good.replace(from, to)).unwrap_err();
    assert_eq!(
        says("cover: small", "cover: large"),
        "line 2: the file is for the cover \"large\", not for \"small\""
    );
    assert_eq!(
        says("cover: small", "puzzle: small"),
        "line 2: the header is out of order; here should stand '# cover: '"
    );
    for other in ["distinct", "images"] {
        assert_eq!(
            says("content: all", &format!("content: {other}")),
            format!("line 3: 'content' should be 'all', not \"{other}\"")
        );
    }
}

/// All solutions as NDJSON and as a table.
fn rows() -> [(RowKind, String, String); 2] {
    let (mut ndjson, mut csv) = (String::new(), "number,line,options\n".to_owned());
    for (index, (line, options)) in LINES.iter().zip(OPTIONS).enumerate() {
        let words: Vec<String> = options.iter().map(u32::to_string).collect();
        let number = index + 1;
        let list = words.join(",");
        let row = format!("{{\"number\":{number},\"line\":\"{line}\",\"options\":[{list}]}}\n");
        ndjson.push_str(&row);
        let row = format!("{number},{line},{}\n", words.join(" "));
        csv.push_str(&row);
    }
    [(RowKind::Ndjson, ndjson, about("ndjson")), (RowKind::Csv, csv, about("csv"))]
}

#[test]
fn rows_of_a_cover_are_checked_with_their_numbers_and_options() {
    for (kind, text, about) in rows() {
        let check = |text: &str, about: &str| {
            let checked = cover().check_rows(kind, text.as_bytes(), about.as_bytes());
            checked.map_err(|refusal| refusal.to_string())
        };
        assert_eq!(check(&text, &about), Ok(all()));
        let first = kind.lines_before() + 1;
        let (from, to) = match kind {
            RowKind::Ndjson => ("[2,4]", "[2,7]"),
            RowKind::Csv => ("T,2 4", "T,2 7"),
        };
        assert_eq!(
            check(&text.replace(from, to), &about).unwrap_err(),
            format!(
                "line {}: the options are 2 7 by their own column, but 2 4 in the line",
                first + 1
            )
        );
        let repeated = text.lines().nth(first).unwrap();
        let twice = text.replace(repeated, &format!("{repeated}\n{repeated}"));
        assert_eq!(
            check(&twice, &about).unwrap_err(),
            format!("line {}: the number is 2, but here should stand 3", first + 2)
        );
        assert!(check(&text, &about.replace("null", "5")).unwrap_err().contains("null"));
        assert_eq!(
            check(&text, &about.replace("\"total\":5", "\"total\":6")).unwrap_err(),
            format!(
                "line {}: the file ends after 5 solutions, but the file beside it promises 6: one \
                 solution is missing",
                first + 5
            )
        );
        assert!(check(&text, &about.replace("\"cover\"", "\"puzzle\"")).is_err());
    }
}

/// The options of the cover as a packed file names them.
const WORDS: &str = r#""A B","A S","B S","B T",null,"S A","B""#;

/// A packed file of some records of two numbers.
fn packed(records: &[[u32; 2]], total: usize, lines: &[&str]) -> Vec<u8> {
    let columns = r#""option.1","option.2""#;
    packed_as([columns, WORDS], records.as_flattened(), total, lines)
}

/// A packed file with these columns and options.
fn packed_as(
    [columns, options]: [&str; 2],
    numbers: &[u32],
    total: usize,
    lines: &[&str],
) -> Vec<u8> {
    let mut line = format!(
        "{{\"format\":\"bitcover packed 1\",\"offset\":384,\"dtype\":\"<u4\",\
         \"columns\":[{columns}],\"cover\":\"small\",\"content\":\"all\",\
         \"order\":\"ascending\",\"distinct\":null,\"total\":{total},\"fingerprint\":\"{:032x}\",\
         \"complete\":true,\"options\":[{options}]}}",
        fingerprint(lines)
    )
    .into_bytes();
    assert!(line.len() < 384);
    line.resize(383, b' ');
    line.push(b'\n');
    line.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    line
}

#[test]
fn packed_records_of_a_cover_are_checked() {
    let check = |bytes: &[u8]| cover().check_packed(bytes).map_err(|refusal| refusal.to_string());
    let records = [[1, 0], [2, 4], [2, 7], [4, 6], [6, 7]];
    let good = packed(&records, 5, &LINES);
    assert_eq!(check(&good), Ok(all()));
    let says = |records: &[[u32; 2]]| check(&packed(records, 5, &LINES)).unwrap_err();
    assert_eq!(says(&records[..4]), "the file ends after 4 records, but line 1 promises 5");
    assert_eq!(
        says(&[[1, 0], [2, 7], [2, 4]]),
        "record 3: this is out of order: records must ascend"
    );
    assert_eq!(says(&[[1, 0], [1, 0]]), "record 2: this repeats the record before it");
    assert_eq!(says(&[[2, 3]]), "record 1: item S is covered by options 2 and 3");
    assert_eq!(says(&[[0, 1]]), "record 1: an option stands behind the 0 that ends the record");
    assert_eq!(says(&[[1, 9]]), "record 1: there is no option 9; the cover has 7, counted from 1");
    assert!(
        check(&packed(&records, 5, &LINES[1..]))
            .unwrap_err()
            .starts_with("the fingerprint of the records is")
    );
    assert_eq!(
        check(&good[..good.len() - 2]).unwrap_err(),
        "the file ends in the middle of record 5"
    );
    let text = String::from_utf8_lossy(&good).replace("\"B T\"", "\"T B\"");
    assert_eq!(check(text.as_bytes()).unwrap_err(), "line 1: option 4 is not that of this cover");
}

#[test]
fn a_packed_file_without_columns_holds_the_empty_solution_at_the_most() {
    let nothing =
        CoverChecker::new("small", vec![item("S", false)], vec![None], vec!["S".to_owned()]);
    let check = |checker: &CoverChecker, options: &str, total: usize| {
        let bytes = packed_as(["", options], &[], total, &vec![""; total]);
        checker.check_packed(bytes.as_slice()).map_err(|refusal| refusal.to_string())
    };
    for total in [0, 1] {
        assert_eq!(check(&nothing, "null", total).unwrap().total, total as u128);
    }
    let two = check(&nothing, "null", 2).unwrap_err();
    assert!(two.contains("without columns there is at most one"), "{two}");
    assert_eq!(check(&cover(), WORDS, 0).unwrap().total, 0);
    let uncovered = check(&cover(), WORDS, 1).unwrap_err();
    assert!(uncovered.contains("item A is not covered"), "{uncovered}");
}

/// The first line of a certificate, without its end.
const FIRST: &str = "{\"format\":\"bitcover certificate 1\",\"cover\":\"small\",\"given\":null,\
    \"items\":[\"A\",\"B\",\"S\",\"T\"],\"least\":[1,1,0,0],\"most\":[1,1,1,1],\
    \"options\":[[0,1],[0,2],[1,2],[1,3],[0,2],[1]],\"motions\":[[0,1,2,3]],\"cases\":[[]]}";

/// Item A with three options, and below the two that are alike item B with two.
const TREE: [u8; 11] = [1, 3, 0, 2, 2, 0, 0, 2, 2, 0, 0];

/// A certificate whose last line fits the bytes before it.
fn certificate(first: &str, tree: &[u8]) -> Vec<u8> {
    let mut bytes = [first.as_bytes(), b"\n", tree, b"\n"].concat();
    let digits =
        Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>();
    let digest = digits.concat();
    let last = format!(
        "{{\"nodes\":8,\"met\":5,\"distinct\":5,\"total\":5,\"fingerprint\":\"{:032x}\",\
         \"sha256\":\"{digest}\"}}\n",
        fingerprint(&LINES)
    );
    bytes.extend_from_slice(last.as_bytes());
    bytes
}

fn prove(bytes: &[u8]) -> Result<Proved, String> {
    let mut certificates = Certificates::new(bytes);
    let prove = |certificates: &mut Certificates<&[u8]>| -> Result<Proved, Refusal> {
        let first = certificates.next_first_line()?.unwrap();
        certificates.check_cover(&cover(), &first)
    };
    prove(&mut certificates).map_err(|refusal| refusal.to_string())
}

#[test]
fn a_certificate_proves_the_count_of_a_cover() {
    let proved = prove(&certificate(FIRST, &TREE)).unwrap();
    assert_eq!((proved.total, proved.distinct, proved.met, proved.nodes), (5, 5, 5, 8));
    assert_eq!(proved.fingerprint, fingerprint(&LINES));
}

#[test]
fn a_certificate_proves_nothing_of_a_cover_with_colours_or_ranges() {
    let says = |change: &dyn Fn(&mut CoverChecker)| {
        let mut checker = cover();
        change(&mut checker);
        let bytes = certificate(FIRST, &TREE);
        let mut certificates = Certificates::new(bytes.as_slice());
        let first = certificates.next_first_line().unwrap().unwrap();
        certificates.check_cover(&checker, &first).unwrap_err().to_string()
    };
    let coloured = says(&|checker| {
        checker.options[1].as_mut().unwrap()[1].1 = Some("red".to_owned());
    });
    assert!(coloured.contains("cannot state ranges or colours"), "{coloured}");
    let ranged = says(&|checker| checker.items[0].most = 2);
    assert!(ranged.contains("cannot state ranges or colours"), "{ranged}");
}

#[test]
fn a_cover_is_not_recounted_where_an_item_that_must_be_covered_has_colours() {
    let recounted = |entry: usize| {
        let mut checker = cover();
        checker.options[1].as_mut().unwrap()[entry].1 = Some("red".to_owned());
        Recountable::of_cover(&checker).map(|_| ()).map_err(|error| error.to_string())
    };
    // The second item of the option need not be covered.
    assert_eq!(recounted(1), Ok(()));
    assert!(recounted(0).unwrap_err().contains("which is not recounted"));
}

#[test]
fn a_certificate_that_leaves_something_out_proves_nothing() {
    let says = |first: &str, tree: &[u8]| prove(&certificate(first, tree)).unwrap_err();
    assert_eq!(
        says(FIRST, &[1, 3, 0, 2, 1, 0, 2, 2, 0, 0]),
        format!(
            "certificate of small, case 1 of 1, node 3 (before byte {}): 1 options are listed for \
             B, but 2 are left",
            FIRST.len() + 6
        )
    );
    assert!(says(FIRST, &[3, 2]).contains("S need not be covered"));
    assert!(says(FIRST, &[0]).contains("A is still to be covered"));
    let first = |from: &str, to: &str| says(&FIRST.replace(from, to), &TREE);
    assert!(first("[0,2],[1]]", "[1]]").contains("there are 5 options, but the cover has 6"));
    assert!(first("[1,1,0,0]", "[1,0,0,0]").contains("entry 1 of least"));
    assert!(first("[[]]", "[[],[]]").contains("one case without steps"));
    let step = "[[{\"item\":0,\"keeps\":[0]}]]";
    assert!(first("[[]]", step).contains("one case without steps"));
    assert!(first("\"cover\":\"small\"", "\"cover\":\"other\"").contains("\"other\""));
    assert!(first("\"cover\":", "\"puzzle\":").contains("the puzzle \"small\""));
    let mut bytes = certificate(FIRST, &TREE);
    let end = bytes.len() - 5;
    bytes[end] = if bytes[end] == b'0' { b'1' } else { b'0' };
    assert!(prove(&bytes).unwrap_err().contains("was changed on the way"));
}

#[test]
fn a_file_says_what_it_is_for() {
    let text = file(&LINES);
    let packed = packed(&[], 0, &[]);
    let beside = about("csv");
    let found = [
        subject_of_listing(text.as_bytes()),
        subject_of(packed.as_slice()),
        subject_of(beside.as_bytes()),
        subject_of(FIRST.as_bytes()),
    ];
    for subject in found {
        let subject = subject.unwrap();
        assert_eq!((subject.kind, subject.name.as_str()), (SubjectKind::Cover, "small"));
        assert_eq!(subject.given, None);
    }
    let puzzle = subject_of_listing(text.replace("cover:", "puzzle:").as_bytes()).unwrap();
    assert_eq!(puzzle.kind, SubjectKind::Puzzle);
    assert_eq!(subject_of(&b"{\"cover\":\"a\",\"puzzle\":\"b\"}"[..]), None);
    assert_eq!(subject_of_listing(&b"abc\n"[..]), None);
}
