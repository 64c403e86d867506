//! What is refused of a file of BurrTools, in which words, and where.

use super::super::file;
use super::super::model::Puzzle;

/// A file whose problem is this; shapes 0 to 3 are a domino, a bar of three, a square with a variable
/// corner, and nothing.
fn with_problem(problem: &str) -> String {
    format!(
        "<puzzle version=\"2\">\n<gridType type=\"0\"/>\n<colors/>\n<shapes>\n\
         <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel>\n\
         <voxel x=\"3\" y=\"1\" z=\"1\" type=\"0\">###</voxel>\n\
         <voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\">###+</voxel>\n\
         <voxel x=\"1\" y=\"1\" z=\"1\" type=\"0\">_</voxel>\n</shapes>\n<problems>\n\
         {problem}\n</problems>\n</puzzle>"
    )
}

/// A file with this grid and this shape, of which one piece fills one of its kind.
fn with_shape(grid: u8, shape: &str) -> String {
    format!(
        "<puzzle version='1'><gridType type='{grid}'/>\n<shapes>\n{shape}\n</shapes>\n<problems>\
         <problem><shapes><shape id='0'/></shapes><result id='0'/></problem></problems></puzzle>"
    )
}

/// What is said of each file, a line each.
fn said(files: &[String]) -> String {
    let words = |text: &String| match file::parse(text) {
        Ok(_) => "is read".to_owned(),
        Err(error) => error.to_string(),
    };
    files.iter().map(words).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_no_file_of_burrtools_is_refused_with_its_place() {
    let files = [
        "<",
        "<puzzle>",
        "<puzzle version='2'></problem>",
        "<svg/>",
        "<puzzle/>",
        "<puzzle version='3'/>",
        "<puzzle version='2'/>",
        "<puzzle version='2' kind='x'/>",
        "<puzzle version='2'>\n  <settings/>\n</puzzle>",
        "<puzzle version='2'><gridType type='0'/>\n<gridType type='0'/></puzzle>",
        "<puzzle version='2'>\n<gridType/></puzzle>",
        "<puzzle version='2'>\n<gridType type='3'/></puzzle>",
        "<puzzle version='2'>\n<gridType type='4'/></puzzle>",
        "<puzzle version='2'>\n<gridType type='5'/></puzzle>",
        "<puzzle version='2'>\n<gridType type='-1'/></puzzle>",
        "<!DOCTYPE p [<!ENTITY a 'aa'>]><puzzle version='2'>&a;</puzzle>",
        "<puzzle version='2'>&a;</puzzle>",
    ];
    insta::assert_snapshot!(said(&files.map(str::to_owned)), @"");
}

#[test]
fn bad_shapes_are_refused_with_the_place_of_the_voxel() {
    let files = [
        with_shape(0, "<voxel y='1' z='1' type='0'>##</voxel>"),
        with_shape(0, "<voxel x='2' y='1' z='1' type='1'>##</voxel>"),
        with_shape(0, "<voxel x='2' y='1' z='1' type='0'>#</voxel>"),
        with_shape(0, "<voxel x='2' y='1' z='1' type='0'>##\n#</voxel>"),
        with_shape(0, "<voxel x='2' y='1' z='1' type='0'>#x</voxel>"),
        with_shape(0, "<voxel x='2' y='1' z='1' type='0'>#<b/></voxel>"),
        with_shape(0, "<voxel x='2' y='1' z='1' type='0'>##1</voxel>"),
        with_shape(0, "<voxel x='2' y='1' z='1' type='0'>1##</voxel>"),
        with_shape(0, "<voxel x='0' y='1' z='1' type='0'></voxel>"),
        with_shape(0, "<voxel x='0' y='1' z='1' type='0'>#</voxel>"),
        with_shape(0, "<voxel x='4294967295' y='4294967295' z='4294967295' type='0'>#</voxel>"),
        with_shape(0, "<voxel x='4294967296' y='1' z='1' type='0'>#</voxel>"),
        with_shape(
            0,
            &format!("<voxel x='4097' y='1' z='1' type='0'>{}</voxel>", "#".repeat(4097)),
        ),
        with_shape(
            0,
            &format!("<voxel x='4097' y='1' z='1' type='0'>#{}#</voxel>", "_".repeat(4095)),
        ),
        with_shape(2, "<voxel x='2' y='1' z='1' type='0'>_#</voxel>"),
        with_shape(2, "<voxel x='4' y='4' z='1' type='0'>#______________#</voxel>"),
        with_shape(0, "<shape/>"),
    ];
    insta::assert_snapshot!(said(&files), @"");
}

#[test]
fn bad_problems_are_refused_with_their_place() {
    let shapes = |shapes: &str, rest: &str| {
        with_problem(&format!(
            "<problem name=\"p\"{rest}>\n<shapes>{shapes}</shapes>\n<result id=\"2\"/></problem>"
        ))
    };
    let files = [
        with_problem(""),
        with_problem("<solution/>"),
        with_problem("<problem/>"),
        with_problem("<problem><result id='1'/></problem>"),
        with_problem(
            "<problem><shapes><shape id='0'/></shapes><result id='4294967295'/></problem>",
        ),
        with_problem("<problem><shapes><shape id='0'/></shapes><result id='3'/></problem>"),
        with_problem("<problem><constraints/></problem>"),
        with_problem("<problem assembler='3'/>"),
        shapes("<shape/>", ""),
        shapes("<shape id='7'/>", ""),
        shapes("<shape id='0' count='0'/>", ""),
        shapes("<shape id='0' count='two'/>", ""),
        shapes("<shape id='0' count='4097'/>", ""),
        shapes("<shape id='0' min='1'/>", ""),
        shapes("<shape id='0' min='2' max='1'/>", ""),
        shapes("<shape id='0' order='1'/>", ""),
        shapes("<shape id='0'><limit/></shape>", ""),
        shapes("<shape id='2'/>", ""),
        shapes("<shape id='3'/>", ""),
        shapes("<shape id='1'/>", ""),
        shapes("<shape id='0' min='1' max='2'/>", " maxHoles='0'"),
        shapes(&"<shape id='0'/>".repeat(90), ""),
    ];
    insta::assert_snapshot!(said(&files), @"");
    // Many variable voxels, of which some may stay empty, or on which alone a piece may lie.
    let many = |text: &str| with_problem(text).replace("###+", "#+++");
    let files = [
        many(
            "<problem maxHoles='1'><shapes><shape id='0' min='1' max='2'/></shapes><result id='2'/></problem>",
        ),
        many(
            "<problem maxHoles='2'><shapes><shape id='0' min='1' max='2'/></shapes><result id='2'/></problem>",
        ),
        many(
            "<problem>\n<shapes>\n  <shape id='0' min='0' max='2'/></shapes><result id='2'/></problem>",
        ),
    ];
    insta::assert_snapshot!(said(&files), @"");
}

#[test]
fn colours_that_cannot_be_renamed_are_refused() {
    let file = |piece: &str, result: &str, pairs: &[(u8, u8)]| {
        let pair = |(a, b): &(u8, u8)| format!("<pair piece='{}' result='{}'/>", a - 1, b - 1);
        let pairs: String = pairs.iter().map(pair).collect();
        format!(
            "<puzzle version='2'><colors>{}</colors>\n<shapes>\
             <voxel x='2' y='1' z='1' type='0'>{piece}</voxel>\
             <voxel x='2' y='2' z='1' type='0'>{result}</voxel></shapes>\n<problems>\
             <problem>\n<shapes><shape id='0' count='2'/></shapes><result id='1'/>\
             <bitmap>{pairs}</bitmap></problem></problems></puzzle>",
            "<color red='0' green='0' blue='0'/>".repeat(3)
        )
    };
    let files = [
        file("#1#2", "#1#2#3#", &[(1, 1), (1, 2), (2, 2), (2, 3)]),
        // The two ways of a coloured domino are two placements in BurrTools.
        file("#1#2", "####", &[]),
        file("#1#2", "#1#1#1#1", &[(1, 1), (2, 1)]),
        // Here its colours leave one of them.
        file("#1#2", "#1#2#1#2", &[(1, 1), (2, 2)]),
        file("#1#1", "####", &[]),
        file("#1#1", "#1#1#1#1", &[]),
    ];
    insta::assert_snapshot!(said(&files), @"");
}

#[test]
fn names_and_symbols_are_those_of_the_shapes_as_far_as_they_differ() {
    let names = ["a", "a", "", "two words", "\u{e9}", "#"];
    let shape = |name: &&str| format!("<voxel x='1' y='1' z='1' name='{name}' type='0'>#</voxel>");
    let shapes: String = names.iter().map(shape).collect();
    let parts: String = (0..6).map(|id| format!("<shape id='{id}'/>")).collect();
    let text = format!(
        "<puzzle version='2'><shapes>{shapes}<voxel x='6' y='1' z='1' type='0'>######</voxel>\
         </shapes><problems><problem><shapes>{parts}<shape id='0' count='2'/></shapes>\
         <result id='6'/></problem></problems><comment>One\n  two.</comment></puzzle>"
    );
    let puzzle = Puzzle::parse(&text).unwrap();
    let pieces = puzzle
        .pieces
        .iter()
        .map(|piece| (piece.name.as_str(), String::from_utf8_lossy(&piece.symbols).into_owned()));
    insta::assert_debug_snapshot!(pieces.collect::<Vec<_>>(), @"");
    assert_eq!(puzzle.about, "One two.");
}
