//! What `verify` says is about the puzzle that was named, whatever the file says of itself: lies that
//! a file may tell, each refused or laid open.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::runner::{bitcover, refused, stderr, unbroken};

const FORMATS: [(&str, &str); 4] =
    [("text", "txt"), ("ndjson", "ndjson"), ("csv", "csv"), ("packed", "packed")];

/// Two angles and three bars of three, which fill a board of three by five.
const PIECES: &str = "[pieces]\nmotions = \"rotations-and-flips\"\n\
                      [[piece]]\nsymbol = \"V\"\npicture = \"\"\"\nVV\nV.\"\"\"\n\
                      [[piece]]\nsymbol = \"W\"\npicture = \"\"\"\nWW\nW.\"\"\"\n\
                      [[piece]]\nsymbol = \"abc\"\npicture = \"XXX\"\n";

/// Files of one test, in a directory of their own.
pub struct Files(TempDir);

impl Files {
    pub fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// Writes the file of a puzzle called `bars` on such a board. Returns its path.
    pub fn puzzle(&self, name: &str, board: &str, known: &str) -> String {
        let board = format!(
            "[board]\nmotions = \"rotations-and-flips\"\npicture = \"\"\"\n{board}\"\"\"\n"
        );
        let path = self.path(name);
        fs::write(&path, format!("name = \"bars\"\n{board}\n{known}{PIECES}")).unwrap();
        path
    }

    /// Solves a puzzle. Returns its listing.
    pub fn listing(&self, name: &str, (format, extension): (&str, &str), solve: &[&str]) -> String {
        let out = self.path(name);
        let more = ["--output", &out, "--format", format];
        let solved = bitcover(&[&["solve"], solve, &more].concat());
        assert!(solved.status.success(), "{}", stderr(&solved));
        let mut found: Vec<PathBuf> =
            fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path()).collect();
        found.retain(|path| {
            path.extension().is_some_and(|end| end == extension) && !path.ends_with("report.csv")
        });
        assert_eq!(found.len(), 1, "{found:?}");
        found.remove(0).to_str().unwrap().to_owned()
    }

    /// Writes the certificate of a puzzle.
    pub fn certificate(&self, name: &str, solve: &[&str]) -> String {
        let path = self.path(name);
        let solved = bitcover(&[&["solve"], solve, &["--certificate", &path]].concat());
        assert!(solved.status.success(), "{}", stderr(&solved));
        path
    }
}

#[track_caller]
pub fn verified(arguments: &[&str]) -> String {
    let output = bitcover(&[&["verify"], arguments].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    // Long lines are broken between words.
    unbroken(&output) + "\n"
}

#[test]
fn a_certificate_from_a_position_proves_nothing_of_the_puzzle() {
    let files = Files::new();
    let given = "V@1,1,1 1,1,2 1,2,1";
    let line = "VV./V../...//.../.../...//.../.../...";
    let certificate = files.certificate("soma", &["soma", "--given", given]);
    let both = format!("is for the starting position {line}, not for the empty board; --given");
    refused(&bitcover(&["verify", "soma", &certificate]), 4, &both);
    let said = verified(&["soma", &certificate, "--given", given]);
    let words = format!("soma from the starting position {line} has exactly 0 distinct solutions");
    assert!(said.contains(&words) && said.contains("no known count"), "{said}");
    // The other way round, and from another position.
    let whole = files.certificate("whole", &["soma"]);
    let both = format!("is for the empty board, not for the starting position {line}");
    refused(&bitcover(&["verify", "soma", &whole, "--given", given]), 4, &both);
    let other = "T@1,1,1 1,1,2 1,1,3 1,2,2";
    let both =
        format!("is for the starting position {line}, not for the starting position TTT/.T.");
    refused(&bitcover(&["verify", "soma", &certificate, "--given", other]), 4, &both);
}

#[test]
fn a_listing_from_a_position_is_none_of_the_puzzle_in_any_format() {
    let given = ["--given", "U@1,1 1,2 1,3 2,1 2,3"];
    let line = "UUU........./U.U.........";
    for format in FORMATS {
        let files = Files::new();
        let listing = files.listing("out", format, &[&["logiq-2"], &given[..]].concat());
        let both = format!("is for the starting position {line}, not for the empty board");
        refused(&bitcover(&["verify", "logiq-2", &listing]), 4, &both);
        refused(&bitcover(&["verify", "logiq", &listing]), 4, &both);
        refused(&bitcover(&["verify", "logiq-2", &files.path("out")]), 4, &both);
        let words = format!("logiq-2 from the starting position {line}: verified ");
        for named in [listing.as_str(), &files.path("out")] {
            let said = verified(&[&["logiq-2", named], &given[..]].concat());
            assert!(said.contains(&words) && said.contains("unproved"), "{said}");
        }
    }
}

#[test]
fn a_position_drawn_in_the_puzzle_file_holds_whatever_a_file_says() {
    let files = Files::new();
    let bare = files.puzzle("bare.toml", ".....\n.....\n.....", "");
    let drawn = files.puzzle("drawn.toml", "VV...\nV....\n.....", "");
    let elsewhere = ["--given", "V@1,5 1,4 2,5"];
    for format in FORMATS {
        let name = |what: &str| format!("{what}-{}", format.0);
        let whole = files.listing(&name("whole"), format, &[&bare]);
        let from = "not for the starting position VV.../V..../.....";
        refused(&bitcover(&["verify", &drawn, &whole]), 4, &format!("the empty board, {from}"));
        let other =
            files.listing(&name("other"), format, &[&[bare.as_str()], &elsewhere[..]].concat());
        let both = format!("the starting position ...VV/....V/....., {from}");
        refused(&bitcover(&["verify", &drawn, &other]), 4, &both);
        let own = files.listing(&name("own"), format, &[&drawn]);
        let said = verified(&[&drawn, &own]);
        assert!(said.contains("bars from the starting position VV.../V..../.....: "), "{said}");
        // What is given besides is added to what is drawn.
        let more = ["--given", "W@3,5 3,4 2,5"];
        let both = files.listing(&name("both"), format, &[&[drawn.as_str()], &more[..]].concat());
        let said = verified(&[&[drawn.as_str(), &both], &more[..]].concat());
        assert!(said.contains("position VV.../V...W/...WW: verified "), "{said}");
    }
    let certificate = files.certificate("other", &[&[bare.as_str()], &elsewhere[..]].concat());
    let both = "the starting position ...VV/....V/....., not for the starting position VV...";
    refused(&bitcover(&["verify", &drawn, &certificate]), 4, both);
    let certificate = files.certificate("whole", &[&bare]);
    refused(&bitcover(&["verify", &drawn, &certificate]), 4, "the empty board, not for");
}

#[test]
fn a_family_is_summed_of_whole_members_only() {
    let files = Files::new();
    let given = "U@1,1 1,2 1,3 2,1 2,3";
    let logiq = include_str!("../../src/puzzle/catalog/logiq.toml");
    let (low, _) = logiq.split_once("[[member]]\nname = \"4\"").unwrap();
    let family = files.path("towers.toml");
    fs::write(&family, low).unwrap();
    let begun = files.certificate("begun", &["logiq-2", "--given", given]);
    let whole = files.certificate("whole", &["logiq-3"]);
    let both = files.path("both");
    fs::write(&both, [fs::read(begun).unwrap(), fs::read(whole).unwrap()].concat()).unwrap();
    let words = "is for the starting position UUU........./U.U........., not for the empty board";
    refused(&bitcover(&["verify", &family, &both]), 4, words);
    // In a directory too.
    let out = files.path("out");
    fs::create_dir(&out).unwrap();
    let listing = files.listing("begun-2", FORMATS[0], &["logiq-2", "--given", given]);
    fs::copy(listing, format!("{out}/logiq-2.txt")).unwrap();
    let listing = files.listing("whole-3", FORMATS[0], &["logiq-3"]);
    fs::copy(listing, format!("{out}/logiq-3.txt")).unwrap();
    refused(&bitcover(&["verify", &family, &out]), 4, words);
}

#[test]
fn members_from_a_position_have_no_sum() {
    // Both boards have a corner for the piece, and the position is one of each.
    let text = "name = \"pair\"\ntitle = \"Pair\"\n[board]\nmotions = \"rotations-and-flips\"\n\
                rows = 2\n[[piece]]\nsymbol = \"abcd\"\npicture = \"XX\"\noptional = true\n\
                [[member]]\nname = \"2\"\ncolumns = 2\n[[member]]\nname = \"3\"\ncolumns = 3\n";
    let files = Files::new();
    let family = files.path("pair.toml");
    fs::write(&family, text).unwrap();
    let given = ["--given", "abcd@1,1 2,1"];
    let certificate = files.certificate("pair", &[&[family.as_str()], &given[..]].concat());
    let said = verified(&[&[family.as_str(), &certificate], &given[..]].concat());
    assert!(said.contains("pair-3 from the starting position a../a.. has exactly "), "{said}");
    assert!(
        said.ends_with("pair: no sum, as these are not whole members of the family\n"),
        "{said}"
    );
}

/// Inserts words before others.
fn insert(bytes: &mut Vec<u8>, before: &str, words: &str) {
    let at = bytes.windows(before.len()).position(|window| window == before.as_bytes()).unwrap();
    bytes.splice(at..at, words.bytes());
}

#[test]
fn a_path_in_a_file_is_no_position_and_is_not_opened() {
    let files = Files::new();
    let secret = files.path("secret");
    fs::write(&secret, "no position at all\n").unwrap();
    for format in FORMATS {
        let listing = files.listing(format.0, format, &["logiq-2"]);
        // The header is in the file itself, or beside it.
        let about = format!("{}.about.json", listing.rsplit_once('.').unwrap().0);
        let header = if fs::exists(&about).unwrap() { about } else { listing.clone() };
        let mut bytes = fs::read(&header).unwrap();
        let (before, words) = match format.0 {
            "text" => ("# content", format!("# given: {secret}\n")),
            _ => ("\"content\"", format!("\"given\":\"{secret}\",")),
        };
        insert(&mut bytes, before, &words);
        if format.0 == "packed" {
            // What says where the records begin must agree, or that is what is refused.
            let end = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
            let old = format!("\"offset\":{}", end - words.len());
            let new = format!("\"offset\":{end}");
            assert_eq!(old.len(), new.len());
            let at = bytes.windows(old.len()).position(|window| window == old.as_bytes()).unwrap();
            bytes.splice(at..at + old.len(), new.bytes());
        }
        fs::write(&header, bytes).unwrap();
        let words = format!("is for the starting position {secret}, not for the empty board");
        refused(&bitcover(&["verify", "logiq-2", &listing]), 4, &words);
    }
}

/// Leaves out the last solution of a text file, and makes the header agree.
pub fn shortened(listing: &str) {
    let text = fs::read_to_string(listing).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let last = lines.pop().unwrap();
    let images = |key: &str, lines: &[String]| -> u128 {
        let line = lines.iter().find(|line| line.starts_with(key)).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let (distinct, total) = (images("# distinct: ", &lines), images("# total: ", &lines));
    assert_eq!(total % distinct, 0, "all solutions should have as many images");
    let sum = |lines: &[String]| {
        use sha2::{Digest, Sha256};
        lines.iter().filter(|line| !line.starts_with('#')).fold(0_u128, |sum, line| {
            let digest = Sha256::digest(line.as_bytes());
            sum.wrapping_add(u128::from_be_bytes(digest[..16].try_into().unwrap()))
        })
    };
    let fingerprint = format!("# fingerprint: {:032x}", sum(&lines));
    assert!(!last.is_empty());
    for line in &mut lines {
        if line.starts_with("# distinct: ") {
            *line = format!("# distinct: {}", distinct - 1);
        } else if line.starts_with("# total: ") {
            *line = format!("# total: {}", total - total / distinct);
        } else if line.starts_with("# fingerprint: ") {
            line.clone_from(&fingerprint);
        }
    }
    fs::write(listing, lines.join("\n") + "\n").unwrap();
}

#[test]
fn completeness_that_no_known_count_bears_out_is_said_to_be_unproved() {
    let files = Files::new();
    let unproved = "that it is complete is its own word and unproved: there is no known count";
    let listing = files.listing("out", FORMATS[0], &["logiq-2"]);
    assert!(!verified(&["logiq-2", &listing]).contains("unproved"));
    shortened(&listing);
    refused(&bitcover(&["verify", "logiq-2", &listing]), 4, "the known count is 23");
    // Without known counts the same file cannot be refused.
    let (text, _) = include_str!("../../src/puzzle/catalog/logiq.toml")
        .split_once("[[member]]\nname = \"3\"")
        .unwrap();
    let unknown: Vec<&str> = text.split("[member.known]").collect();
    let (_, after) = unknown[1].split_once("source").unwrap();
    let after = after.split_once('\n').map_or("", |(_, after)| after);
    let path = files.path("unknown.toml");
    fs::write(&path, format!("{}{after}", unknown[0])).unwrap();
    let said = verified(&[&path, &listing]);
    assert!(said.contains("verified 22 distinct") && said.contains(unproved), "{said}");
    // An exact cover has no known counts ever.
    let cover = files.path("cover.dlx");
    fs::write(&cover, "a b\na\nb\na b\n").unwrap();
    let listing = files.listing("cover", FORMATS[0], &[&cover]);
    let said = verified(&[&cover, &listing]);
    assert!(said.contains("cover: verified 2 solutions") && said.contains(unproved), "{said}");
}

#[test]
fn known_counts_of_a_puzzle_with_a_drawn_position_stay_on() {
    let files = Files::new();
    let known = |count: u64| {
        format!("[known]\ndistinct = {count}\ntotal = {count}\nsource = \"counting by hand\"\n")
    };
    let board = "VV...\nV....\n.....";
    let unknown = files.puzzle("unknown.toml", board, "");
    let listing = files.listing("out", FORMATS[0], &[&unknown]);
    let count =
        fs::read_to_string(&listing).unwrap().lines().filter(|l| !l.starts_with('#')).count();
    assert!(count > 1, "the puzzle should have several solutions");
    let right = files.puzzle("right.toml", board, &known(count as u64));
    assert!(verified(&[&right, &listing]).contains("the counts known from: counting by hand"));
    // A position in which no piece lies adds nothing.
    let nothing = ["--given", "...../...../....."];
    let said = verified(&[&[right.as_str(), &listing], &nothing[..]].concat());
    assert!(said.contains("the counts known from: counting by hand"), "{said}");
    let wrong = files.puzzle("wrong.toml", board, &known(count as u64 + 1));
    let words = format!("the known count is {}", count + 1);
    refused(&bitcover(&["verify", &wrong, &listing]), 4, &words);
    let certificate = files.certificate("certificate", &[&unknown]);
    assert!(verified(&[&right, &certificate]).contains("counting by hand"));
    refused(&bitcover(&["verify", &wrong, &certificate]), 4, &words);
}

#[test]
fn a_position_that_cannot_be_is_refused() {
    let files = Files::new();
    let listing = files.listing("out", FORMATS[0], &["logiq-2"]);
    let at = |position: &str| bitcover(&["verify", "logiq-2", &listing, "--given", position]);
    refused(&at("..UUU......./..UU........"), 3, "piece U cannot lie there");
    refused(&at("Z.........../............"), 3, "no piece has the symbol 'Z'");
    let cover = files.path("cover.dlx");
    fs::write(&cover, "a b\na\nb\n").unwrap();
    let words = "is an exact cover without a board";
    refused(&bitcover(&["verify", &cover, &listing, "--given", "x"]), 2, words);
}
