use super::super::sample::{
    arrangements, board, described, dominoes, logiq, piece, puzzle, started,
};
use super::super::{RowKind, subject_of_listing};
use super::*;
use crate::puzzle::model::{Known, Motions, Puzzle};

/// A file for `puzzle` whose header fits its lines as far as the lines are legal.
fn file(puzzle: &Puzzle, content: &str, lines: &[&str]) -> String {
    let checker = Checker::new(puzzle);
    let images = content == "images";
    let (mut distinct, mut total, mut fingerprint) = (0, 0, 0_u128);
    for line in lines {
        let checked = checker.check_line(line.as_bytes());
        let is_canonical = checked.as_ref().is_ok_and(|c| c.canonical == line.as_bytes());
        if is_canonical || !images {
            distinct += 1;
            fingerprint = fingerprint.wrapping_add(fingerprint_of(line.as_bytes()));
        }
        total += if images { 1 } else { checked.map_or(0, |checked| checked.images) };
    }
    let mut text = format!(
        "# bitcover solutions, format 1\n# puzzle: {}\n# content: {content}\n# distinct: \
         {distinct}\n# total: {total}\n# fingerprint: {fingerprint:032x}\n# complete: yes\n",
        puzzle.name
    );
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// Three different pieces in a strip of six: six arrangements, three distinct solutions.
fn strip() -> Puzzle {
    let bar = |symbol, length| {
        let cells: Vec<_> = (0..length).map(|column| [0, 0, column]).collect();
        piece(symbol, &cells, Motions::HalfTurn)
    };
    let pieces = vec![bar("a", 1), bar("b", 2), bar("c", 3)];
    puzzle(board([1, 1, 6], Motions::HalfTurn), pieces)
}

const DISTINCT: [&str; 3] = ["abbccc", "acccbb", "bbaccc"];
const IMAGES: [&str; 6] = ["abbccc", "acccbb", "bbaccc", "bbccca", "cccabb", "cccbba"];

fn verify(puzzle: &Puzzle, text: &str) -> Result<Verified, String> {
    Checker::new(puzzle).check_listing(text.as_bytes()).map_err(|refusal| refusal.to_string())
}

fn refusal(puzzle: &Puzzle, text: &str) -> String {
    verify(puzzle, text).unwrap_err()
}

#[test]
fn a_good_listing_is_accepted() {
    let listed = verify(&strip(), &file(&strip(), "distinct", &DISTINCT)).unwrap();
    assert_eq!((listed.distinct, listed.total), (3, 6));
    assert!(listed.complete && !listed.images);
    let all = verify(&strip(), &file(&strip(), "images", &IMAGES)).unwrap();
    assert!(all.images);
    assert_eq!(Verified { images: false, ..all }, listed);
    let square = verify(&dominoes(), &file(&dominoes(), "distinct", &["aa/bb"])).unwrap();
    assert_eq!((square.distinct, square.total), (1, 2));
}

#[test]
fn a_puzzle_without_solutions_has_an_empty_listing() {
    let listed = verify(&strip(), &file(&strip(), "distinct", &[])).unwrap();
    assert_eq!((listed.distinct, listed.total, listed.fingerprint), (0, 0, 0));
}

#[test]
fn a_tower_is_verified_against_its_known_counts() {
    let tower = logiq(2);
    let checker = Checker::new(&tower);
    let all = arrangements(&tower, &checker);
    let all: Vec<&str> = all.iter().map(|line| std::str::from_utf8(line).unwrap()).collect();
    let is_canonical =
        |line: &&str| checker.check_line(line.as_bytes()).unwrap().canonical == line.as_bytes();
    let distinct: Vec<&str> = all.iter().copied().filter(is_canonical).collect();
    let images = verify(&tower, &file(&tower, "images", &all)).unwrap();
    let listed = verify(&tower, &file(&tower, "distinct", &distinct)).unwrap();
    assert_eq!((listed.distinct, listed.total), (23, 552));
    assert_eq!(Verified { images: false, ..images }, listed);

    let short = file(&tower, "distinct", &distinct[..22]);
    assert_eq!(
        refusal(&tower, &short),
        "line 4: the file says that it is complete with distinct 22, but the known count is 23 \
         (two independent programs)"
    );
    assert!(verify(&tower, &short.replace("complete: yes", "complete: no")).is_ok());
    assert_eq!(
        refusal(&tower, &short.replace("distinct: 22", "distinct: 23")),
        "line 30: the file ends after 22 solutions, but line 4 promises 23: \
         one solution is missing"
    );
}

#[test]
fn a_known_total_is_compared_too() {
    let mut known = strip();
    known.known = Some(Known { distinct: 3, total: 7, source: "a book".to_owned() });
    assert_eq!(
        refusal(&known, &file(&known, "distinct", &DISTINCT)),
        "line 5: the file says that it is complete with total 6, but the known count is 7 (a book)"
    );
}

#[test]
fn a_doubled_line_is_refused_with_the_line_it_repeats() {
    let says = |lines: &[&str]| refusal(&strip(), &file(&strip(), "distinct", lines));
    assert_eq!(says(&["abbccc", "acccbb", "acccbb"]), "line 10: this repeats line 9");
    assert_eq!(says(&["abbccc", "acccbb", "bbaccc", "abbccc"]), "line 11: this repeats line 8");
    assert_eq!(
        says(&["abbccc", "acccbb", "cccbba"]),
        "line 10: this is the solution of line 8 again: turned by 180 degrees, it is the same"
    );
}

#[test]
fn lines_out_of_order_are_refused() {
    assert_eq!(
        refusal(&strip(), &file(&strip(), "distinct", &["acccbb", "abbccc"])),
        "line 9: this is out of order: lines must increase bytewise, and this one belongs before \
         the line above it"
    );
}

#[test]
fn a_line_that_is_not_canonical_is_refused_with_the_one_that_is() {
    assert_eq!(
        refusal(&strip(), &file(&strip(), "distinct", &["cccbba"])),
        "line 8: this is not the canonical line of its solution; turned by 180 degrees it reads \
         abbccc"
    );
}

#[test]
fn an_illegal_picture_is_refused_where_it_stands() {
    assert_eq!(
        refusal(&strip(), &file(&strip(), "distinct", &["abbccc", "acbbcc"])),
        "line 9: row 1, column 2: the cells marked 'c' do not have the shape of piece c"
    );
    assert_eq!(
        refusal(&strip(), &file(&strip(), "distinct", &["abbccc", ""])),
        "line 9: the line is empty"
    );
    assert_eq!(
        refusal(&strip(), &file(&strip(), "distinct", &["abbccc", "# more"])),
        "line 9: the header has 7 lines; no further line may begin with '#'"
    );
}

#[test]
fn counts_that_the_lines_do_not_bear_out_are_refused() {
    let good = file(&strip(), "distinct", &DISTINCT);
    let says = |from: &str, to: &str| refusal(&strip(), &good.replace(from, to));
    assert_eq!(
        says("distinct: 3", "distinct: 2"),
        "line 10: line 4 promises 2 solutions, but here is one more"
    );
    assert_eq!(
        says("distinct: 3", "distinct: 5"),
        "line 11: the file ends after 3 solutions, but line 4 promises 5: 2 solutions are missing"
    );
    assert_eq!(
        says("total: 6", "total: 5"),
        "line 5: total is given as 5, but the lines below make it 6"
    );
    let listed = verify(&strip(), &good).unwrap();
    let right = format!("{:032x}", listed.fingerprint);
    let wrong = format!("{:032x}", listed.fingerprint.wrapping_add(1));
    assert_eq!(
        says(&right, &wrong),
        format!("line 6: the fingerprint of the lines below is {right}")
    );
}

#[test]
fn every_image_must_be_listed_where_images_are() {
    let says = |lines: &[&str]| refusal(&strip(), &file(&strip(), "images", lines));
    assert_eq!(
        says(&IMAGES[..5]),
        "line 8: this solution has 2 images, but the file holds only 1 of them"
    );
    assert_eq!(
        says(&IMAGES[1..]),
        "line 12: an image of this arrangement is missing, and would stand before it: abbccc"
    );
    let good = file(&strip(), "images", &IMAGES);
    assert_eq!(
        refusal(&strip(), &good.replace("distinct: 3", "distinct: 2")),
        "line 4: distinct is given as 2, but the lines below make it 3"
    );
    assert_eq!(
        refusal(&strip(), &good.replace("total: 6", "total: 7")),
        "line 14: the file ends after 6 arrangements, but line 5 promises 7: \
         one arrangement is missing"
    );
}

#[test]
fn what_was_stopped_may_lack_images() {
    let stopped = file(&strip(), "images", &IMAGES[..4]).replace("yes", "no");
    let verified = verify(&strip(), &stopped).unwrap();
    assert_eq!((verified.distinct, verified.total, verified.complete), (3, 4, false));
}

#[test]
fn a_file_must_be_for_the_position_that_the_puzzle_starts_from() {
    // The bar of two lies at the right end.
    let puzzle = started(strip(), &[(1, &[[0, 0, 4], [0, 0, 5]])]);
    let named = |text: &str, line: &str| text.replace("# content", &format!("{line}\n# content"));
    let bare = file(&puzzle, "distinct", &["acccbb", "cccabb"]);
    let good = named(&bare, "# given: ....bb");
    let verified = verify(&puzzle, &good).unwrap();
    assert_eq!((verified.distinct, verified.total), (2, 2));
    assert_eq!(
        refusal(&puzzle, &bare),
        "line 3: the file is for the empty board, not for the starting position ....bb"
    );
    assert_eq!(
        refusal(&puzzle, &named(&bare, "# given: bb....")),
        "line 3: the file is for the starting position bb...., not for the starting position \
         ....bb"
    );
    assert_eq!(
        refusal(&puzzle, &named(&bare, "# given: ....xx")),
        "line 3: the file is for the starting position ....xx, which cannot be read: row 1, \
         column 5: no piece has the symbol 'x'"
    );
    assert_eq!(
        refusal(&strip(), &named(&file(&strip(), "distinct", &DISTINCT), "# given: ....bb")),
        "line 3: the file is for the starting position ....bb, not for the empty board"
    );
    // The lines of the header are counted with it.
    assert_eq!(
        refusal(&puzzle, &good.replace("distinct: 2", "distinct: 3")),
        "line 11: the file ends after 2 solutions, but line 5 promises 3: one solution is missing"
    );
    assert_eq!(
        refusal(&puzzle, &good.replace("total: 2", "total: 3")),
        "line 6: total is given as 3, but the lines below make it 2"
    );
    assert_eq!(
        refusal(&puzzle, &named(&good, "# given: ....bb")),
        "line 4: the header is out of order; here should stand '# content: '"
    );
}

#[test]
fn what_a_file_is_for_can_be_read_before_it_is_checked() {
    let bare = file(&strip(), "distinct", &DISTINCT);
    let named = bare.replace("# content", "# given: ....bb\n# content");
    assert_eq!(subject_of_listing(named.as_bytes()).unwrap().given, Some("....bb".to_owned()));
    assert_eq!(subject_of_listing(bare.as_bytes()).unwrap().given, None);
    for broken in ["", "# given: ....bb\n", "abc\n\n# given: x\n", "\u{e9}\n", &bare[..40]] {
        assert_eq!(subject_of_listing(broken.as_bytes()), None, "{broken:?}");
    }
}

#[test]
fn a_solution_may_begin_with_a_hole_but_no_remark_may_follow_the_header() {
    let puzzle = described(
        "[board]\nmotions = \"translate\"\npicture = \"\"\"\n#..\n..\"\"\"\n\
         [[piece]]\nsymbol = \"ab\"\npicture = \"XX\"\n",
    );
    assert_eq!(verify(&puzzle, &file(&puzzle, "distinct", &["#aa/bb"])).unwrap().distinct, 1);
    assert_eq!(
        refusal(&puzzle, &file(&puzzle, "distinct", &["#aa/bb", "# more"])),
        "line 9: the header has 7 lines; no further line may begin with '#'"
    );
}

#[test]
fn a_header_must_be_whole_and_in_order() {
    let good = file(&strip(), "distinct", &DISTINCT);
    let says = |from: &str, to: &str| refusal(&strip(), &good.replace(from, to));
    assert_eq!(
        refusal(&strip(), ""),
        "the file is empty; it should begin with '# bitcover solutions, format 1'"
    );
    assert_eq!(
        refusal(&strip(), "abbccc\n"),
        "line 1: a solution file begins with '# bitcover solutions, format 1'"
    );
    assert_eq!(
        says("format 1", "format 2"),
        "line 1: this is format \"2\"; only format 1 is known"
    );
    assert_eq!(
        says("puzzle: sample", "puzzle: other"),
        "line 2: the file is for the puzzle \"other\", not for \"sample\""
    );
    assert_eq!(
        says("content: distinct", "content: some"),
        "line 3: 'content' should be 'distinct' or 'images', not \"some\""
    );
    for number in ["-3", "+3", "03", "3 ", "", "1e3", "340282366920938463463374607431768211456"] {
        assert_eq!(
            says("distinct: 3", &format!("distinct: {number}")),
            format!("line 4: 'distinct' should be a whole number, not {number:?}")
        );
    }
    assert!(says("fingerprint: ", "fingerprint: 0").contains("32 hexadecimal digits"));
    assert_eq!(
        says("complete: yes", "complete: maybe"),
        "line 7: 'complete' should be 'yes' or 'no', not \"maybe\""
    );
    assert_eq!(
        says("# total: 6\n", ""),
        "line 5: the header is out of order; here should stand '# total: '"
    );
    let cut = good.find("# total").unwrap();
    assert_eq!(
        refusal(&strip(), &good[..cut]),
        "line 5: the file ends within its header; here should stand '# total: '"
    );
    let cut_early = good.find("# content").unwrap();
    assert_eq!(
        refusal(&strip(), &good[..cut_early]),
        "line 3: the file ends within its header; here should stand '# content: '"
    );
    assert_eq!(
        refusal(&strip(), &good.replace("# content: distinct", "")),
        "line 3: the header is out of order; here should stand '# content: '"
    );
    assert_eq!(
        refusal(&strip(), &good[..cut + 5]),
        "line 5: the file ends in the middle of this line: it has no line end"
    );
}

#[test]
fn line_ends_and_bytes_must_be_plain() {
    let good = file(&strip(), "distinct", &DISTINCT);
    let windows = refusal(&strip(), &good.replace('\n', "\r\n"));
    assert!(windows.starts_with("line 1: the line ends in CR LF"), "{windows}");
    assert_eq!(
        refusal(&strip(), good.trim_end()),
        "line 10: the file ends in the middle of this line: it has no line end"
    );
    assert_eq!(
        refusal(&strip(), &good.replace("bbaccc", &"b".repeat(1 << 20))),
        "line 10: the line is far too long to be a solution"
    );
    let mut bytes = good.into_bytes();
    let last = bytes.len() - 2;
    bytes[last] = 0xff;
    let refused = Checker::new(&strip()).check_listing(bytes.as_slice()).unwrap_err();
    assert_eq!(refused.to_string(), "line 10: byte 6 is not UTF-8 text");
}

#[test]
fn a_file_that_cannot_be_read_is_refused() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let reader = std::io::BufReader::new(Broken);
    let refused = Checker::new(&strip()).check_listing(reader).unwrap_err();
    assert_eq!(refused.to_string(), "line 1: the file cannot be read further: the disk is gone");
}

#[test]
fn the_cells_of_a_row_are_compared_with_those_that_its_line_shows() {
    let strip = strip();
    let sum = DISTINCT.iter().map(|line| fingerprint_of(line.as_bytes()));
    let fingerprint = sum.fold(0_u128, u128::wrapping_add);
    let about = format!(
        "{{\"format\":\"bitcover ndjson 1\",\"puzzle\":\"sample\",\"content\":\"distinct\",\
         \"order\":\"ascending\",\"distinct\":3,\"total\":6,\
         \"fingerprint\":\"{fingerprint:032x}\",\"complete\":true}}"
    );
    let cells = |line: &str, symbol: char| {
        let columns = line.char_indices().filter(|&(_, found)| found == symbol);
        let cells: Vec<String> = columns.map(|(at, _)| format!("[1,{}]", at + 1)).collect();
        cells.join(",")
    };
    let row = |(number, line): (usize, &&str)| {
        let [a, b, c] = ['a', 'b', 'c'].map(|symbol| cells(line, symbol));
        format!(
            "{{\"number\":{},\"line\":\"{line}\",\
             \"placements\":{{\"a\":[{a}],\"b\":[{b}],\"c\":[{c}]}}}}\n",
            number + 1
        )
    };
    let text: String = DISTINCT.iter().enumerate().map(row).collect();
    let check = |text: &str| {
        let checker = Checker::new(&strip);
        let checked = checker.check_rows(RowKind::Ndjson, text.as_bytes(), about.as_bytes());
        checked.map(|verified| verified.total).map_err(|refusal| refusal.to_string())
    };
    assert_eq!(check(&text), Ok(6));
    assert_eq!(
        check(&text.replacen("[[1,2],[1,3]]", "[[1,3],[1,4]]", 1)).unwrap_err(),
        "line 1: b lies on 1,3 1,4 by its own column, but on 1,2 1,3 in the line"
    );
    assert_eq!(
        check(&text.replacen("[[1,1]]", "null", 1)).unwrap_err(),
        "line 1: a lies nowhere by its own column, but on 1,1 in the line"
    );
}
