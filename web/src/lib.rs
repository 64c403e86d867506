//! bitcover as WebAssembly: requests and answers are JSON in memory, one at a time.
//!
//! The page writes a request to where [`reserve`] says, calls [`ask`], and reads the answer, which is at
//! [`answer`] and as long as that returned. Two functions are imported: `now`, the time in milliseconds,
//! and `tell`, which is called with JSON of how far a count is. There is one puzzle at a time, that of
//! the last `load`. `engine.js` is the other side.

mod clock;
mod request;

use std::cell::RefCell;

use request::Desk;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::default());
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Room for a request of so many bytes, which is to be written to where this says.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(bytes, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request; returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let answer = REQUEST
        .with_borrow(|request| DESK.with_borrow_mut(|desk| desk.answer(request)));
    ANSWER.with_borrow_mut(|last| {
        *last = answer;
        last.len()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}
