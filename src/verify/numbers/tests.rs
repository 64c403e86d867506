use super::super::sample::described;
use super::*;

/// A square without a corner, a domino, and a cell that may be left out.
const TEXT: &str = "[board]\npicture = \"\"\"\n#.\n.?\"\"\"\nmotions = \"rotations-and-flips\"\n\
    [[piece]]\nsymbol = \"ab\"\npicture = \"c\"\n\
    [[piece]]\nsymbol = \"d\"\npicture = \"dd\"\noptional = true\n";

fn verdict(record: &[u32]) -> Result<(), String> {
    let checker = Checker::new(&described(TEXT));
    Numbers::new(&checker).check(record, &mut Scratch::default())
}

#[test]
fn placements_are_numbered_by_their_cells_in_reading_order() {
    let checker = Checker::new(&described(TEXT));
    let numbers = Numbers::new(&checker);
    assert_eq!(numbers.cells(0), [[0], [1], [2]]);
    assert_eq!(numbers.cells(1), [[0, 2], [1, 2]]);
    assert_eq!((numbers.columns().len(), numbers.number_bytes()), (3, 2));
}

#[test]
fn a_record_is_checked_number_by_number() {
    assert_eq!(verdict(&[0, 1, ABSENT]), Ok(()));
    let message = |record: &[u32]| verdict(record).unwrap_err();
    assert!(message(&[1, 0, ABSENT]).contains("do not ascend"));
    assert!(message(&[0, 0, ABSENT]).contains("do not ascend"));
    assert!(message(&[0, 3, ABSENT]).contains("has no placement 3; it has 3"));
    assert!(message(&[0, ABSENT, ABSENT]).contains("piece ab is missing"));
    assert!(message(&[0, 1, 0]).contains("row 1, column 2: pieces ab and d overlap"));
    assert!(message(&[0, 2, ABSENT]).contains("row 2, column 1: the cell is empty"));
}

#[test]
fn what_may_be_left_out_is_not_laid_where_it_is_of_no_use() {
    let checker = Checker::new(&described(
        "[board]\npicture = \".??\"\nmotions = \"translate\"\n\
         [[piece]]\nsymbol = \"a\"\npicture = \"c\"\n\
         [[piece]]\nsymbol = \"b\"\npicture = \"c\"\noptional = true\n",
    ));
    let numbers = Numbers::new(&checker);
    let verdict = |record| numbers.check(record, &mut Scratch::default());
    assert_eq!(verdict(&[0, ABSENT]), Ok(()));
    assert_eq!(verdict(&[1, 0]), Ok(()));
    assert!(verdict(&[0, 1]).unwrap_err().contains("piece b may be left out"));
    assert!(checker.check_line(b"ba.").is_ok());
    let violation = checker.check_line(b"ab.").unwrap_err().to_string();
    assert!(violation.contains("row 1, column 2: piece b may be left out"), "{violation}");
}

#[test]
fn the_least_record_is_met_once_with_all_its_images() {
    let checker = Checker::new(&described(TEXT));
    let numbers = Numbers::new(&checker);
    assert_eq!(checker.board_motions(), 2);
    let images = |record: &[u32]| {
        let mut images = Vec::new();
        let mut scratch = Scratch::default();
        numbers
            .is_least(record, &mut scratch, |image| images.push(image.to_vec()))
            .then_some(images)
    };
    // The motion across the diagonal exchanges the two outer cells.
    assert_eq!(images(&[0, 1, ABSENT]), Some(vec![vec![0, 1, ABSENT]]));
    assert_eq!(images(&[0, 2, 1]), Some(vec![vec![0, 2, 1], vec![1, 2, 0]]));
    assert_eq!(images(&[1, 2, 0]), None);
}
