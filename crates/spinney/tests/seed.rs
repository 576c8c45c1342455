//! Keyed randomness: known answers of the published algorithms, our own values pinned for ever, and fairness.
#![cfg(test)]

use spinney::seed::{Draws, Key, Permutation};

#[test]
fn the_generator_is_xoshiro256_plus_plus() {
    let mut draws = Draws::from_state([1, 2, 3, 4]);
    let known = [
        41_943_041,
        58_720_359,
        3_588_806_011_781_223,
        3_591_011_842_654_386,
        9_228_616_714_210_784_205,
        9_973_669_472_204_895_162,
        14_011_001_112_246_962_877,
        12_406_186_145_184_390_807,
        15_849_039_046_786_891_736,
        10_450_023_813_501_588_000,
    ];
    assert_eq!(known.map(|_| draws.number()), known);
}

/// `SplitMix64` from a seed, as it is published: what keys are mixed by.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[test]
fn split_mix_of_1234567_begins_as_published() {
    let mut state = 1_234_567;
    let known = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
    assert_eq!(known.map(|_| split_mix(&mut state)), known);
}

#[test]
fn a_key_begins_at_its_seed_and_draws_from_four_numbers_of_split_mix() {
    let mut state = (9 ^ 0x5350_494E_4E45_5921_u64).wrapping_sub(0x9E37_79B9_7F4A_7C15);
    let mut key = split_mix(&mut state);
    let mut expected = Draws::from_state([(); 4].map(|()| split_mix(&mut key)));
    let mut draws = Key::new(9).draws();
    assert!((0..10).all(|_| draws.number() == expected.number()));
}

/// Pinned by a second program: a change here changes every model that was ever grown with a seed.
#[test]
fn what_a_key_draws_never_changes() {
    let mut draws = Key::new(0).draws();
    let known = [18_154_773_421_583_846_902, 4_037_846_020_957_837_025, 768_589_467_471_025_916];
    assert_eq!([(); 3].map(|()| draws.number()), known);
    assert_eq!(Key::new(42).child(3).child(1_000_000).number(), 41_148_098_708_949_706);
    let mut draws = Key::new(7).child(1).draws();
    assert_eq!([(); 8].map(|()| draws.below(100)), [60, 35, 38, 56, 60, 37, 86, 58]);
    assert_eq!(draws.unit(), 0.684_938_736_338_807_2);
    let mut cards: Vec<u32> = (0..10).collect();
    draws.shuffle(&mut cards);
    assert_eq!(cards, [8, 6, 7, 1, 9, 5, 2, 4, 0, 3]);
    assert_eq!(draws.sample(1000, 5), [85, 111, 134, 260, 848]);
}

#[test]
fn paths_in_another_order_are_other_keys() {
    let key = Key::new(1);
    let mut numbers: Vec<u64> = Vec::new();
    for one in 0..60 {
        numbers.push(key.child(one).number());
        numbers.extend((0..60).map(|two| key.child(one).child(two).number()));
    }
    numbers.extend((0..60).map(|seed| Key::new(seed).number()));
    numbers.sort_unstable();
    let many = numbers.len();
    numbers.dedup();
    assert_eq!(numbers.len(), many);
}

/// χ² of counts that should be equal.
fn unevenness(counts: &[u64]) -> f64 {
    let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|count| (*count as f64 - mean).powi(2) / mean).sum()
}

#[test]
fn a_die_of_six_is_fair() {
    let mut counts = [0_u64; 6];
    let mut draws = Key::new(11).draws();
    (0..60_000).for_each(|_| counts[draws.below(6) as usize] += 1);
    assert!(unevenness(&counts) < 20.5, "{counts:?}"); // 5 degrees of freedom: beyond 20.5 in a thousandth of all runs
}

#[test]
fn a_die_of_three_quarters_of_all_numbers_favours_none() {
    // Four numbers fall on three sides: without drawing again, every third side would come twice as often.
    let sides = 3 << 62;
    let mut counts = [0_u64; 3];
    let mut draws = Key::new(12).draws();
    (0..30_000).for_each(|_| counts[(draws.below(sides) % 3) as usize] += 1);
    assert!(unevenness(&counts) < 13.8, "{counts:?}");
}

#[test]
fn every_order_of_three_is_as_likely() {
    let mut counts = [0_u64; 6];
    for seed in 0..6_000 {
        let mut cards = [0, 1, 2];
        Key::new(seed).draws().shuffle(&mut cards);
        counts[cards[0] * 2 + usize::from(cards[1] > cards[2])] += 1;
    }
    assert!(unevenness(&counts) < 20.5, "{counts:?}");
}

#[test]
fn every_pair_of_four_is_as_likely_to_be_sampled() {
    let mut counts = [0_u64; 16];
    for seed in 0..6_000 {
        let pair = Key::new(seed).draws().sample(4, 2);
        assert!(pair[0] < pair[1]);
        counts[(pair[0] * 4 + pair[1]) as usize] += 1;
    }
    let met: Vec<u64> = counts.into_iter().filter(|count| *count > 0).collect();
    assert_eq!(met.len(), 6);
    assert!(unevenness(&met) < 20.5, "{met:?}");
}

#[test]
fn the_edges_hold() {
    let mut draws = Key::new(1).draws();
    assert_eq!((draws.below(0), draws.below(1)), (0, 0));
    assert!(draws.sample(0, 3).is_empty());
    assert!(draws.sample(5, 0).is_empty());
    assert!((0..1000).all(|_| (0.0..1.0).contains(&draws.unit())));
    draws.shuffle::<u8>(&mut []);
}

/// Pinned: what is drawn from wide tables hangs on it.
#[test]
fn an_order_that_is_looked_up_never_changes() {
    let order = Permutation::new(Key::new(7), 50_000);
    assert_eq!([0, 1, 2, 65_535].map(|place| order.at(place)), [15_075, 29_173, 42_107, 39_881].map(Some));
}

#[test]
fn an_order_that_is_looked_up_has_every_number_once_and_both_ways() {
    for many in [1, 2, 3, 5, 64, 65, 1000, 2049, 4096] {
        let order = Permutation::new(Key::new(u64::from(many)), many);
        let places = (0..=order.last()).filter(|place| order.at(*place).is_some());
        let mut met: Vec<u32> = order.numbers().collect();
        assert!(met.iter().map(|number| order.place_of(*number)).eq(places));
        met.sort_unstable();
        assert!(met.iter().copied().eq(0..many));
    }
    let most = Permutation::new(Key::new(1), u32::MAX);
    assert_eq!(most.last(), u32::MAX);
    assert!([0, 1, u32::MAX - 1].iter().all(|number| most.at(most.place_of(*number)) == Some(*number)));
}

/// How far χ² is from its mean, in standard deviations: counts of pairs of parts, against how often they should come together in an order of
/// numbers that are each there once.
fn strangeness(counts: &[u64], parts: &[f64], keys: f64) -> f64 {
    let all: f64 = parts.iter().sum();
    let mut sum = 0.0;
    for (one, first) in parts.iter().enumerate() {
        for (two, second) in parts.iter().enumerate() {
            let expected = keys * first * (second - if one == two { 1.0 } else { 0.0 }) / (all * (all - 1.0));
            sum += (counts[one * parts.len() + two] as f64 - expected).powi(2) / expected;
        }
    }
    let free = (counts.len() - 1) as f64;
    (sum - free) / (2.0 * free).sqrt()
}

/// The numbers that come as the one and the two that are counted from 0.
fn nth(order: &Permutation, one: usize, two: usize) -> (u32, u32) {
    let mut numbers = order.numbers().skip(one);
    (numbers.next().unwrap(), numbers.nth(two - one - 1).unwrap())
}

/// Of 46 numbers, neighbours or some steps apart, the share that stands at the first eighth of the places is that of a fair draw: its mean, its
/// variance and how often it is far off.
#[test]
fn of_thousands_of_numbers_groups_come_as_often_as_they_should() {
    let (group, keys) = (46.0, 60_000_u64);
    for (many, step) in [(4096, 1), (4096, 64), (4096, 33), (65_536, 1), (65_536, 256), (65_536, 257), (65_536, 8)] {
        let (places, share) = (f64::from(many), 1.0 / 8.0);
        let variance = group * share * (1.0 - share) * (places - group) / (places - 1.0);
        let (mut sum, mut squares, mut fourths) = (0.0, 0.0, 0.0);
        for seed in 0..keys {
            let order = Permutation::new(Key::new(seed).child(u64::from(step)), many);
            let first = (0..group as u32).filter(|number| order.place_of(number * step) < many / 8).count();
            let off = first as f64 - group * share;
            sum += off;
            squares += off.powi(2);
            fourths += off.powi(4);
        }
        let keys = keys as f64;
        let what = format!(
            "{many} by {step}: {}, {}, {}",
            sum / keys,
            squares / keys / variance,
            fourths / keys / variance.powi(2)
        );
        assert!((sum / keys).abs() < 4.5 * (variance / keys).sqrt(), "mean of {what}");
        assert!((squares / keys / variance - 1.0).abs() < 4.5 * (2.0 / keys).sqrt(), "variance of {what}");
        assert!((fourths / keys / variance.powi(2) - 3.05).abs() < 4.5 * (96.0 / keys).sqrt(), "tails of {what}");
    }
}

#[test]
fn of_thousands_of_numbers_every_pair_is_as_likely_to_come_at_two_places() {
    const PARTS: usize = 37;
    for many in [2049_u32, 3000, 4096, 50_000] {
        // Numbers in parts of neighbours, and by their rest.
        let by_rank = |number: u32| (u64::from(number) * PARTS as u64 / u64::from(many)) as usize;
        let by_rest = |number: u32| number as usize % PARTS;
        for (one, two) in [(0, 1), (0, 2), (7, 150), (64, 128)] {
            let mut counts = [vec![0; PARTS * PARTS], vec![0; PARTS * PARTS]];
            let keys = 60_000;
            for seed in 0..keys {
                let order = Permutation::new(Key::new(seed).child(u64::from(many)), many);
                let (first, second) = nth(&order, one, two);
                counts[0][by_rank(first) * PARTS + by_rank(second)] += 1;
                counts[1][by_rest(first) * PARTS + by_rest(second)] += 1;
            }
            for (counts, part) in counts.iter().zip([&by_rank as &dyn Fn(u32) -> usize, &by_rest]) {
                let mut sizes = vec![0.0; PARTS];
                (0..many).for_each(|number| sizes[part(number)] += 1.0);
                let strange = strangeness(counts, &sizes, keys as f64);
                assert!(strange.abs() < 4.5, "{many}: places {one} and {two} are {strange} deviations off");
            }
        }
    }
}

#[test]
fn of_a_wide_table_every_column_is_drawn_as_often_and_neighbours_no_more_often_together() {
    let (many, drawn) = (3000_u32, 50);
    let (mut met, mut neighbours) = (vec![0_u64; many as usize], 0_u64);
    let keys = 6000_u64;
    for seed in 0..keys {
        let order = Permutation::new(Key::new(seed).child(1), many);
        let mut some: Vec<u32> = order.numbers().take(drawn as usize).collect();
        some.sort_unstable();
        for column in &some {
            met[*column as usize] += 1;
        }
        neighbours += some.windows(2).filter(|pair| pair[0] + 1 == pair[1]).count() as u64;
    }
    let free = f64::from(many - 1);
    // Drawn without replacement, counts vary a little less than those of a die.
    let chi = unevenness(&met) / (1.0 - f64::from(drawn) / f64::from(many));
    assert!((chi - free).abs() < 5.0 * (2.0 * free).sqrt(), "{chi}");
    let expected = keys as f64 * f64::from(drawn) * f64::from(drawn - 1) / f64::from(many);
    assert!((neighbours as f64 - expected).abs() < 5.0 * expected.sqrt(), "{neighbours} against {expected}");
}
