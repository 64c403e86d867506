//! Which number a state has among those met so far: the one hash table of the engine.
//!
//! Open addressing with linear probing, at most half full. It holds numbers alone; the keys lie
//! with the caller, who compares them whole. Memory: eight to sixteen bytes for each key that there
//! is room for.

/// Numbers of states, by the hashes of their keys.
#[derive(Debug, Default)]
pub(super) struct StateIndex {
    /// The number of a state, plus one; zero for an empty slot.
    slots: Vec<u32>,
}

impl StateIndex {
    /// Forgets everything and makes room for at most `keys` keys.
    pub fn reset(&mut self, keys: usize) {
        self.slots.clear();
        self.slots.resize((2 * keys).next_power_of_two(), 0);
    }

    /// Looks up a key by its hash, where `is_key` says whether a number is the key's. Returns its
    /// number; if it has none, it is given the number `next`, and nothing is returned.
    #[inline]
    pub fn find_or_insert(
        &mut self,
        hash: u64,
        next: usize,
        is_key: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => {
                    self.slots[slot] = next as u32 + 1;
                    return None;
                }
                taken if is_key(taken as usize - 1) => return Some(taken as usize - 1),
                _ => slot = (slot + 1) & mask,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_with_one_hash_are_told_apart_and_found_again() {
        let keys = ["a", "b", "c", "d"];
        let mut index = StateIndex::default();
        index.reset(keys.len());
        for round in 0..2 {
            for (number, key) in keys.iter().enumerate() {
                let found = index.find_or_insert(u64::MAX, number, |at| keys[at] == *key);
                assert_eq!(found, (round > 0).then_some(number));
            }
        }
        index.reset(1);
        assert_eq!(index.find_or_insert(u64::MAX, 0, |_| false), None);
    }
}
