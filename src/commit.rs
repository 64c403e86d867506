//! The commit from which the program was built, read from git's log of HEAD as it is compiled.
//!
//! The build script says where that log is, and does not run again when HEAD moves, since that would
//! have the library compiled anew with every commit. The compiler watches the log itself, because
//! it is included here, and only the program includes it. Of the log nothing but the digits below
//! comes into the program.

/// How much of the commit's name is kept.
const DIGITS: usize = 12;

/// The digits as bytes; none of them is another character, as [`last_commit`] sees to.
const BYTES: Option<[u8; DIGITS]> = last_commit(include_bytes!(env!("BITCOVER_HEAD_LOG")));

/// The first digits of the commit, or `unknown`.
pub(crate) const SHORT: &str = match &BYTES {
    Some(bytes) => match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "unknown",
    },
    None => "unknown",
};

/// The first digits of the commit to which the last line of a log leads. A line begins with the
/// names of two commits, the one before and the one after, and a space after each.
const fn last_commit(log: &[u8]) -> Option<[u8; DIGITS]> {
    let mut begin = log.len().saturating_sub(1);
    while begin > 0 && log[begin - 1] != b'\n' {
        begin -= 1;
    }
    while begin < log.len() && log[begin] != b' ' {
        begin += 1;
    }
    let mut commit = [0; DIGITS];
    let mut digit = 0;
    while digit < DIGITS {
        let place = begin + 1 + digit;
        if place >= log.len() || !log[place].is_ascii_hexdigit() {
            return None;
        }
        commit[digit] = log[place];
        digit += 1;
    }
    Some(commit)
}

#[cfg(test)]
mod tests {
    use super::last_commit;

    #[test]
    fn the_last_line_of_the_log_names_the_commit() {
        let [zero, one, two] = ["0", "1a", "2b"].map(|digits| digits.repeat(40 / digits.len()));
        let log = format!("{zero} {one} A <a@b> 1 +0000\tclone\n{one} {two} A <a@b> 2 +0000\tb\n");
        assert_eq!(last_commit(log.as_bytes()), Some(*b"2b2b2b2b2b2b"));
        assert_eq!(last_commit(format!("{zero} {one}\n").as_bytes()), Some(*b"1a1a1a1a1a1a"));
        assert_eq!(last_commit(b""), None);
        assert_eq!(last_commit(b"0 unknown\n"), None);
    }
}
