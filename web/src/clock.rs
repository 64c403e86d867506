//! What the page is asked for: the time, and to hear how far a count is.

use std::time::Duration;

use bitcover::Clock;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time in milliseconds.
    safe fn now() -> f64;

    /// Hears of a count that is under way: so many bytes of JSON from here on.
    #[link_name = "tell"]
    fn tell_bytes(text: *const u8, bytes: usize);
}

/// The clock of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageClock;

impl Clock for PageClock {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(now() / 1000.0)
    }
}

/// Lets the page hear how far a count is.
pub fn tell(text: &str) {
    // SAFETY: The page reads the bytes of the text, which is there until it returns.
    unsafe { tell_bytes(text.as_ptr(), text.len()) }
}
