//! bitcover as WebAssembly: questions are calls, answers JSON in memory, one at a time.
//!
//! The page writes what a question is about to where [`reserve`] says: the placements of a position, each
//! a word of 32 bits, or the text of a puzzle file and the name of a puzzle in it. It calls the function
//! that it asks, and reads the answer, which is at [`answer`] and as long as that returned. Two functions
//! are imported: `now`, the time in milliseconds, and `tell`, which is called with JSON of how far a count
//! is. There is one puzzle at a time, that of the last [`load`]. `worker.js` is the other side.

mod clock;
mod desk;

use std::cell::RefCell;

use bitcover::{HintKind, Level};
use desk::{Answer, Desk};

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::default());
    static QUESTION: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Room for so many words, to be written to where this says.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(words: usize) -> *mut u32 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(words, 0);
        question.as_mut_ptr()
    })
}

/// Reads a puzzle file, and describes the puzzle of a name in it, the first where the name is empty: the
/// text of so many bytes, and right after it the name.
#[unsafe(no_mangle)]
pub extern "C" fn load(text_bytes: usize, name_bytes: usize) -> usize {
    let bytes: Vec<u8> =
        QUESTION.with_borrow(|words| words.iter().flat_map(|word| word.to_le_bytes()).collect());
    let (text, rest) = bytes.split_at(text_bytes.min(bytes.len()));
    let name = &rest[..name_bytes.min(rest.len())];
    asked(|desk, _| desk.load(&String::from_utf8_lossy(text), &String::from_utf8_lossy(name)))
}

/// Counts the ways to finish the position.
#[unsafe(no_mangle)]
pub extern "C" fn count() -> usize {
    asked(|desk, position| desk.count(position))
}

/// What can still come of the position, as far as it is found in so many milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn possible(milliseconds: u32) -> usize {
    asked(|desk, position| desk.possible(position, milliseconds))
}

/// The completion of this number, from 0.
#[unsafe(no_mangle)]
pub extern "C" fn solution(number: f64) -> usize {
    asked(|desk, position| desk.solution(position, whole(number)))
}

/// A placement that leads to the end, with what is found in so many milliseconds: any, or the freest.
#[unsafe(no_mangle)]
pub extern "C" fn hint(is_freest: bool, milliseconds: u32) -> usize {
    let kind = if is_freest { HintKind::Freest } else { HintKind::Any };
    asked(|desk, position| desk.hint(position, kind, milliseconds))
}

/// A position with one completion that goes on from the position: 0 is easy, 2 and more are hard.
#[unsafe(no_mangle)]
pub extern "C" fn challenge(seed: f64, level: u32) -> usize {
    let level = match level {
        0 => Level::Easy,
        1 => Level::Medium,
        _ => Level::Hard,
    };
    asked(|desk, position| desk.challenge(position, whole(seed), level))
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// A number of the page, where all are in floating point and none is below 0.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn whole(number: f64) -> u64 {
    number as u64
}

/// Keeps what the desk answers, and returns how many bytes it has; the words are taken for a position.
fn asked(ask: impl FnOnce(&mut Desk, &[usize]) -> Result<Answer, Answer>) -> usize {
    let position: Vec<usize> =
        QUESTION.with_borrow(|words| words.iter().map(|&word| word as usize).collect());
    let answer = DESK.with_borrow_mut(|desk| ask(desk, &position));
    let text = answer.unwrap_or_else(|error| error).into_json();
    ANSWER.with_borrow_mut(|last| {
        *last = text;
        last.len()
    })
}
