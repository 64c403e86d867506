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
    insta::assert_snapshot!(said(&files.map(str::to_owned)), @r##"
    line 1, column 2: the XML is wrong: invalid name token
    line 1, column 1: the XML is wrong: the root node was opened but never closed
    line 1, column 21: the XML is wrong: expected 'puzzle' tag, not 'problem'
    line 1, column 1: this is <svg>, where a puzzle of BurrTools begins with <puzzle>
    line 1, column 1: <puzzle> does not say version="…"
    line 1, column 1: version 3 of the format is not known; known are 1 and 2
    line 1, column 1: the file has no problem, which would say what pieces are to fill; add one in BurrTools
    line 1, column 21: <puzzle> says kind="x", of which it is not known whether it changes what is counted
    line 2, column 3: <puzzle> has an element <settings>, of which it is not known whether it changes what is counted
    line 2, column 1: <gridType> stands once in a file, and before <shapes>
    line 2, column 1: <gridType> does not say type="…"
    line 2, column 1: the grid is one of rhombic tetrahedra (3), for which there are no boards; there are those of bricks (0), triangular prisms (1) and spheres (2)
    line 2, column 1: the grid is one of tetrahedra and octahedra (4), for which there are no boards; there are those of bricks (0), triangular prisms (1) and spheres (2)
    line 2, column 1: the grid is one of type 5, for which there are no boards; there are those of bricks (0), triangular prisms (1) and spheres (2)
    line 2, column 11: type="-1" of <gridType> is no whole number of at most 4294967295
    line 1, column 1: the XML declares a document type, which no puzzle of BurrTools does
    line 1, column 21: the XML is wrong: unknown entity reference 'a'
    "##);
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
    insta::assert_snapshot!(said(&files), @r##"
    line 3, column 1: <voxel> does not say x="…"
    line 3, column 1: voxels are not written as a known type does; known is type="0"
    line 3, column 1: there should be 2 voxels, which is x times y times z, and 1 are there
    line 4, column 1: there are more voxels than x times y times z, which is 2
    line 3, column 36: 'x' is no voxel; one is # (filled), + (variable) or _ (empty)
    line 3, column 36: <voxel> has an element <b>, of which it is not known whether it changes what is counted
    line 3, column 37: colour 1 does not exist: <colors> has 0
    line 3, column 35: '1' is no voxel; one is # (filled), + (variable) or _ (empty)
    line 3, column 1: the result (shape 0) has no voxels
    line 3, column 35: there are more voxels than x times y times z, which is 0
    line 3, column 1: there should be 79228162458924105385300197375 voxels, which is x times y times z, and 1 are there
    line 3, column 8: x="4294967296" of <voxel> is no whole number of at most 4294967295
    line 3, column 1: the shape has more than 4096 voxels that are not empty
    line 3, column 1: the board would have 4097 cells; the most is 4096
    line 3, column 1: shape 0 has a voxel at x = 1, y = 0, z = 0, where no sphere lies: x + y + z must be even
    line 5, column 28: the spheres of shape 0 lie so far apart that BurrTools turns them by angles that the lattice does not have; this is not understood
    line 3, column 1: <shapes> has an element <shape>, of which it is not known whether it changes what is counted
    "##);
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
    insta::assert_snapshot!(said(&files), @r##"
    line 1, column 1: the file has no problem, which would say what pieces are to fill; add one in BurrTools
    line 11, column 1: <problems> has an element <solution>, of which it is not known whether it changes what is counted
    line 11, column 1: the problem has no result, which the pieces would fill; choose one in BurrTools
    line 11, column 1: the problem has no pieces; add some in BurrTools
    line 11, column 1: the problem has no result, which the pieces would fill; choose one in BurrTools
    line 8, column 1: the result (shape 3) has no voxels
    line 11, column 10: <problem> has an element <constraints>, of which it is not known whether it changes what is counted
    line 11, column 10: <problem> says assembler="3", of which it is not known whether it changes what is counted
    line 12, column 9: <shape> does not say id="…"
    line 12, column 9: shape 7 does not exist: there are 4, counted from 0
    line 11, column 1: the problem has no pieces; add some in BurrTools
    line 12, column 23: count="two" of <shape> is no whole number of at most 4294967295
    line 12, column 9: piece S1: no board has room for 4097 copies; the most is 4096
    line 12, column 9: <shape> does not say max="…"
    line 12, column 9: the range ends at 1, before it begins at 2
    line 12, column 23: <shape> says order="1", of which it is not known whether it changes what is counted
    line 12, column 23: <shape> has an element <limit>, of which it is not known whether it changes what is counted
    line 7, column 1: shape 2 is a piece and has variable voxels, which only a result can have
    line 8, column 1: shape 3 is a piece and has no filled voxels
    is read
    is read
    line 12, column 1329: there are more than 88 pieces of different shapes, and no symbols for more
    "##);
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
    insta::assert_snapshot!(said(&files), @r##"
    line 11, column 10: at most 1 of the 3 variable voxels may stay empty; bitcover can only say that all may (no maxHoles) or none (maxHoles="0")
    is read
    line 13, column 3: shape 0 may be left out, and may lie on variable voxels alone; bitcover would leave out such arrangements: say min="1", or make fewer voxels variable
    "##);
}

#[test]
fn colours_that_cannot_be_renamed_are_refused() {
    let file = |piece: &str, result: &str, pairs: &[(u8, u8)]| {
        let pair = |(a, b): &(u8, u8)| format!("<pair piece='{}' result='{}'/>", a - 1, b - 1);
        let pairs: String = pairs.iter().map(pair).collect();
        format!(
            "<puzzle version='2'><colors>{}</colors>\n<shapes>\
             <voxel x='2' y='2' z='1' type='0'>{piece}</voxel>\
             <voxel x='2' y='2' z='1' type='0'>{result}</voxel></shapes>\n<problems>\
             <problem>\n<shapes><shape id='0' count='2'/></shapes><result id='1'/>\
             <bitmap>{pairs}</bitmap></problem></problems></puzzle>",
            "<color red='0' green='0' blue='0'/>".repeat(3)
        )
    };
    let files = [
        file("#1#2#3_", "#1#2#3#", &[(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (3, 1)]),
        // The two ways of a coloured domino are two placements in BurrTools.
        file("#1#2__", "####", &[]),
        file("#1#2__", "#1#1#1#1", &[(1, 1), (2, 1)]),
        // Here its colours leave one of them.
        file("#1#2__", "#1#2#1#2", &[(1, 1), (2, 2)]),
        file("#1#1__", "####", &[]),
        file("#1#1__", "#1#1#1#1", &[]),
    ];
    insta::assert_snapshot!(said(&files), @r##"
    line 3, column 11: colours 1 and 2 of pieces both go with colour 2 of the result, but not both with all that one of them goes with; such rules are not understood
    line 4, column 9: shape 0 can lie in the same cells with its colours otherwise; BurrTools counts that as two arrangements and bitcover as one: take its colours away
    line 4, column 9: shape 0 can lie in the same cells with its colours otherwise; BurrTools counts that as two arrangements and bitcover as one: take its colours away
    is read
    is read
    is read
    "##);
}

#[test]
fn names_and_symbols_are_those_of_the_shapes_as_far_as_they_differ() {
    let names = ["a", "a", "", "two words", "\u{e9}", "#"];
    let shape = |name: &&str| format!("<voxel x='1' y='1' z='1' name='{name}' type='0'>#</voxel>");
    let shapes: String = names.iter().map(shape).collect();
    let part = |id: usize| format!("<shape id='{id}'/>");
    let parts: String = (0..6).map(part).collect();
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
    insta::assert_debug_snapshot!(pieces.collect::<Vec<_>>(), @r##"
    [
        (
            "a",
            "a",
        ),
        (
            "a-S2",
            "A",
        ),
        (
            "S3",
            "B",
        ),
        (
            "two-words",
            "t",
        ),
        (
            "é",
            "C",
        ),
        (
            "#",
            "D",
        ),
        (
            "a-S1",
            "EF",
        ),
    ]
    "##);
    assert_eq!(puzzle.about, "One two.");
}
