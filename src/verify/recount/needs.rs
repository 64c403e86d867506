//! What some options need of a state, and which of these needs it meets.
//!
//! A need is a set of bits of which the state must have none. A table says for each four bits of a state, and
//! each of their values, which needs it lets pass; those that all of a state's values let pass are met.
//! So 64 needs are asked with a look at each four bits that any of them has. Short lists, and those
//! for which there is no room, are gone through need by need.

/// The tables of all levels of a sweep take no more than this, and those of what looks ahead once more; of
/// a tower they are less than a megabyte.
pub(super) const MOST_TABLE_BYTES: usize = 64 << 20;

/// To go through so many needs takes no longer than to look into a table.
const FEW: usize = 4;

/// How many bits of a state are one row of a table.
const NIBBLE: u32 = 4;

/// For each value of some four bits, which needs it lets pass.
type Row = [u64; 1 << NIBBLE];

/// The needs of some options.
#[derive(Clone, Debug)]
pub(super) struct Needs<const W: usize> {
    all: Vec<[u64; W]>,
    /// Which four bits of a state there are rows for, by word and shift.
    nibbles: Vec<(usize, u32)>,
    /// For each 64 needs a row for each of these; none where the needs are gone through.
    rows: Vec<Row>,
}

impl<const W: usize> Needs<W> {
    /// Needs in some order; a table takes so many bytes at most, which are then less.
    pub fn new(all: Vec<[u64; W]>, room_bytes: &mut usize) -> Self {
        let used = |word: usize| all.iter().fold(0, |used, need| used | need[word]);
        let mut nibbles = Vec::new();
        for word in 0..W {
            let used: u64 = used(word);
            let shifts = (0..u64::BITS).step_by(NIBBLE as usize);
            let is_used = |shift: &u32| used >> shift & 0xf != 0;
            nibbles.extend(shifts.filter(is_used).map(|shift| (word, shift)));
        }
        let rows = all.len().div_ceil(64) * nibbles.len();
        let bytes = rows * size_of::<Row>();
        if all.len() <= FEW || bytes > *room_bytes {
            return Self { all, nibbles: Vec::new(), rows: Vec::new() };
        }
        *room_bytes -= bytes;
        let mut table = Vec::with_capacity(rows);
        for block in all.chunks(64) {
            table.extend(nibbles.iter().map(|&(word, shift)| row(block, word, shift)));
        }
        Self { all, nibbles, rows: table }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether a state meets any of them.
    #[inline]
    pub fn is_any_met(&self, state: &[u64; W]) -> bool {
        if self.rows.is_empty() {
            return self.all.iter().any(|need| is_disjoint(state, need));
        }
        (0..self.blocks()).any(|block| self.passing(block, state) != 0)
    }

    /// The numbers of those that a state meets.
    #[inline]
    pub fn met(&self, state: [u64; W]) -> impl Iterator<Item = usize> {
        (0..self.blocks()).flat_map(move |block| {
            let mut passing = self.passing(block, &state);
            std::iter::from_fn(move || {
                let number = passing.trailing_zeros();
                let is_there = passing != 0;
                passing &= passing.wrapping_sub(1);
                is_there.then_some(64 * block + number as usize)
            })
        })
    }

    /// How many times 64 needs there are, in part.
    fn blocks(&self) -> usize {
        self.all.len().div_ceil(64)
    }

    /// Which of 64 needs a state meets.
    #[inline]
    fn passing(&self, block: usize, state: &[u64; W]) -> u64 {
        if self.rows.is_empty() {
            let needs = self.all[64 * block..].iter().take(64).enumerate();
            return needs.fold(0, |passing, (number, need)| {
                passing | u64::from(is_disjoint(state, need)) << number
            });
        }
        let rows = &self.rows[block * self.nibbles.len()..];
        self.nibbles.iter().zip(rows).fold(u64::MAX, |passing, (&(word, shift), row)| {
            passing & row[(state[word] >> shift) as usize % row.len()]
        })
    }
}

/// The row of some four bits for 64 needs at the most.
fn row<const W: usize>(block: &[[u64; W]], word: usize, shift: u32) -> Row {
    let mut row = [u64::MAX >> (64 - block.len()); 1 << NIBBLE];
    for (number, need) in block.iter().enumerate() {
        for bit in (0..NIBBLE).filter(|bit| need[word] >> shift >> bit & 1 != 0) {
            row[1 << bit] &= !(1 << number);
        }
    }
    // What a value lets pass each of its bits lets pass.
    for value in 1..row.len() {
        row[value] = row[value & (value - 1)] & row[1 << value.trailing_zeros()];
    }
    row
}

/// Whether no bit is set in both.
#[inline]
pub(super) fn is_disjoint<const W: usize>(a: &[u64; W], b: &[u64; W]) -> bool {
    let mut both = 0;
    for word in 0..W {
        both |= a[word] & b[word];
    }
    both == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn those_are_met_of_which_a_state_has_no_bit_with_a_table_and_without(
            needs in prop::collection::vec(prop::array::uniform2(any::<u64>()), 0..150),
            state in prop::array::uniform2(any::<u64>()),
            spread in 0_u32..3,
        ) {
            // Few bits, so that some needs are met, and in part none at all.
            let thin = |bits: u64| bits & bits.rotate_left(7) & bits.rotate_left(19) & (u64::MAX >> (31 * spread));
            let needs: Vec<_> = needs.into_iter().map(|need| need.map(thin)).collect();
            let state = state.map(thin);
            let expected: Vec<usize> =
                (0..needs.len()).filter(|&number| is_disjoint(&state, &needs[number])).collect();
            for mut room_bytes in [0, usize::MAX] {
                let needs = Needs::new(needs.clone(), &mut room_bytes);
                prop_assert_eq!(needs.met(state).collect::<Vec<_>>(), &expected[..]);
                prop_assert_eq!(needs.is_any_met(&state), !expected.is_empty());
            }
        }
    }
}
