use super::*;

/// Six pieces over four classes of six items each; the third may be left out. The last but one is like
/// the first, and the last like the third, but that it must be used.
fn design() -> TableDesign {
    let profiles: [&[[u32; 4]]; 6] = [
        &[[1, 1, 3, 0], [3, 1, 1, 0], [0, 1, 1, 3]],
        &[[5, 0, 0, 0], [0, 5, 0, 0], [1, 2, 2, 0]],
        &[[2, 2, 0, 0], [0, 0, 2, 2], [7, 0, 0, 0]],
        &[[0, 0, 1, 4], [2, 1, 2, 1]],
        &[[0, 1, 1, 3], [1, 1, 3, 0], [3, 1, 1, 0]],
        &[[2, 2, 0, 0], [0, 0, 2, 2], [7, 0, 0, 0]],
    ];
    let piece = |(at, profiles): (usize, &&[[u32; 4]])| Weighed {
        items: vec![ItemId(at as u32)],
        copies: 1,
        required: at != 2,
        profiles: profiles.iter().map(|profile| profile.to_vec()).collect(),
        stride: 0,
    };
    let (mut pieces, group_of) = grouped(profiles.iter().enumerate().map(piece).collect());
    assert_eq!(group_of, [0, 1, 2, 3, 0, 4]);
    assert_eq!(set_strides(&mut pieces), Some(3 * 2 * 2 * 2 * 2));
    TableDesign {
        pieces,
        profiles: Vec::new(),
        weighed: Vec::new(),
        settled: Vec::new(),
        room: vec![6; 4],
        class_of: Vec::new(),
        counted: 4,
    }
}

/// The vectors that these pieces can fill, by going through all ways.
fn filled(pieces: &[&Weighed], room: &Profile) -> BTreeSet<Profile> {
    let Some((last, others)) = pieces.split_last() else {
        return BTreeSet::from([vec![0; room.len()]]);
    };
    let smaller = filled(others, room);
    let mut vectors = if last.required { BTreeSet::new() } else { smaller.clone() };
    for profile in &last.profiles {
        let sums = smaller.iter().map(|v| v.iter().zip(profile).map(|(a, b)| a + b).collect());
        vectors.extend(sums.filter(|sum: &Profile| sum.iter().zip(room).all(|(a, b)| a <= b)));
    }
    vectors
}

#[test]
fn every_level_fills_the_table_with_what_the_pieces_can_fill() {
    let design = design();
    let row = design.vectors().div_ceil(64) as usize;
    for level in SimdLevel::available() {
        let mut bits = vec![0_u64; row * design.multisets() as usize];
        bits[0] = 1;
        level.perform(Fill { design: &design, bits: &mut bits });
        for (set, bits) in bits.chunks(row).enumerate() {
            let left = |piece: &Weighed| set as u64 / piece.stride % (u64::from(piece.copies) + 1);
            let copies = |piece| std::iter::repeat_n(piece, left(piece) as usize);
            let pieces: Vec<&Weighed> = design.pieces.iter().flat_map(copies).collect();
            let expected: BTreeSet<u64> =
                filled(&pieces, &design.room).iter().map(|vector| design.index(vector)).collect();
            let found =
                (0..64 * row as u64).filter(|at| bits[*at as usize / 64] >> (at % 64) & 1 == 1);
            assert_eq!(found.collect::<BTreeSet<_>>(), expected, "{level:?}, set {set}");
        }
    }
}

#[test]
fn runs_of_bits_may_cross_words() {
    for (from, count) in [(0, 0), (3, 5), (60, 4), (60, 10), (0, 64), (1, 190), (64, 64)] {
        let mut words = [0; 3];
        set_bits(&mut words, from, count);
        let is_set = |bit: usize| words[bit / 64] >> (bit % 64) & 1 == 1;
        assert!((0..192).all(|bit| is_set(bit) == (from..from + count).contains(&bit)));
    }
}
