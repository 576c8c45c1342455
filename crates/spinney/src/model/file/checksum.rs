//! Whether bytes are as they were written: CRC-64 (ECMA-182 polynomial, reflected, as the xz format has it).
//!
//! A cyclic code, rather than a hash, since it promises what a damaged file needs: every change within 64 neighbouring bits is
//! seen for certain, any other with all but one in 2^64. It is no guard against a person who wants to deceive: that is what the
//! validator is for.

use crate::parallel;

const POLYNOMIAL: u64 = 0xC96C_5795_D787_0F42;

/// Bytes that are taken at a time: byte by byte, each step waits for the one before.
const STRIDE: usize = 8;
/// Stretches that are taken side by side, since a stride waits for the one before it too. (One stretch with strides of 16 bytes took
/// twice as long.)
const LANES: usize = 4;
/// Bytes of a stretch in a long file, so that all threads find one.
const STRETCH: usize = 1 << 16;

/// For each place in a stride, counted from its end, what each byte there adds to the rest.
static TABLES: [[u64; 256]; STRIDE] = tables();

const fn tables() -> [[u64; 256]; STRIDE] {
    let mut tables = [[0; 256]; STRIDE];
    let mut byte = 0;
    while byte < 256 {
        let (mut rest, mut bit) = (byte as u64, 0);
        while bit < 8 {
            rest = if rest & 1 == 1 { (rest >> 1) ^ POLYNOMIAL } else { rest >> 1 };
            bit += 1;
        }
        tables[0][byte] = rest;
        byte += 1;
    }
    // A byte further from the end is followed by one byte more of zeros.
    let mut place = 1;
    while place < STRIDE {
        let mut byte = 0;
        while byte < 256 {
            let rest = tables[place - 1][byte];
            tables[place][byte] = tables[0][(rest & 0xFF) as usize] ^ (rest >> 8);
            byte += 1;
        }
        place += 1;
    }
    tables
}

/// The checksum of these bytes.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    checksum_by(bytes, STRETCH)
}

/// The same in stretches of this many bytes, a multiple of the stride.
fn checksum_by(bytes: &[u8], stretch: usize) -> u64 {
    let many = bytes.len() / (LANES * stretch);
    let (front, end) = bytes.split_at(many * LANES * stretch);
    let groups: Vec<&[u8]> = front.chunks_exact(LANES * stretch).collect();
    let rests = parallel::map(&groups, |group| {
        let (one, two) = group.split_at(2 * stretch);
        let ((one, two), (three, four)) = (one.split_at(stretch), two.split_at(stretch));
        side_by_side([one, two, three, four])
    });
    let behind = power(8 * stretch as u64);
    let joined = rests.iter().flatten().fold(!0, |rest, next| times(rest, behind) ^ next);
    let (strides, last) = end.as_chunks::<STRIDE>();
    let rest = strides.iter().fold(joined, |rest, stride| after(rest, *stride));
    !last.iter().fold(rest, |rest, byte| TABLES[0][((rest ^ u64::from(*byte)) & 0xFF) as usize] ^ (rest >> 8))
}

/// What is left of stretches of one length, each as if nothing came before it.
fn side_by_side(stretches: [&[u8]; LANES]) -> [u64; LANES] {
    let [one, two, three, four] = stretches.map(|stretch| stretch.as_chunks::<STRIDE>().0);
    let mut rests = [0; LANES];
    for (((one, two), three), four) in one.iter().zip(two).zip(three).zip(four) {
        let [first, second, third, fourth] = rests;
        rests = [after(first, *one), after(second, *two), after(third, *three), after(fourth, *four)];
    }
    rests
}

/// What is left after a stride.
#[inline]
fn after(rest: u64, stride: [u8; STRIDE]) -> u64 {
    let bytes = (u64::from_le_bytes(stride) ^ rest).to_le_bytes();
    let added = |place: usize| TABLES[STRIDE - 1 - place][usize::from(bytes[place])];
    (added(0) ^ added(1) ^ added(2) ^ added(3)) ^ (added(4) ^ added(5) ^ added(6) ^ added(7))
}

/// The polynomial 1: the highest power stands in the lowest bit.
const ONE: u64 = 1 << 63;

/// The product of two polynomials; what lies behind a stretch multiplies its rest by a power of x.
fn times(one: u64, mut two: u64) -> u64 {
    let mut product = 0;
    for bit in (0..64).rev() {
        product ^= if one >> bit & 1 == 1 { two } else { 0 };
        two = (two >> 1) ^ if two & 1 == 1 { POLYNOMIAL } else { 0 };
    }
    product
}

/// x to the power of so many bits.
fn power(mut bits: u64) -> u64 {
    let (mut product, mut square) = (ONE, ONE >> 1);
    while bits > 0 {
        if bits & 1 == 1 {
            product = times(product, square);
        }
        square = times(square, square);
        bits >>= 1;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::{POLYNOMIAL, STRETCH, checksum, checksum_by};

    fn bytes(many: u32) -> Vec<u8> {
        (0..many).map(|place| (place.wrapping_mul(2_654_435_761) >> 24) as u8).collect()
    }

    /// Bit by bit, as the polynomial says.
    fn slowly(bytes: &[u8]) -> u64 {
        let mut rest = !0_u64;
        for byte in bytes {
            rest ^= u64::from(*byte);
            for _ in 0..8 {
                rest = if rest & 1 == 1 { (rest >> 1) ^ POLYNOMIAL } else { rest >> 1 };
            }
        }
        !rest
    }

    #[test]
    fn the_nine_digits_give_the_published_check_value() {
        assert_eq!(checksum(b"123456789"), 0x995D_C9BB_DF19_39FA);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn strides_and_stretches_are_the_same_as_bit_by_bit() {
        let bytes = bytes(400);
        for length in 0..bytes.len() {
            let expected = slowly(&bytes[..length]);
            assert_eq!(checksum(&bytes[..length]), expected, "{length} bytes");
            for stretch in [8, 16, 24, 40] {
                assert_eq!(checksum_by(&bytes[..length], stretch), expected, "{length} bytes in {stretch}s");
            }
        }
    }

    #[test]
    fn a_long_file_has_the_same_checksum_on_any_number_of_threads() {
        let bytes = bytes(9 * STRETCH as u32 + 77);
        assert_eq!(checksum(&bytes), slowly(&bytes));
    }
}
