//! Whether bytes are as they were written: CRC-64 (ECMA-182 polynomial, reflected, as the xz format has it).
//!
//! A cyclic code, rather than a hash, since it promises what a damaged file needs: every change within 64 neighbouring bits is
//! seen for certain, any other with all but one in 2^64. It is no guard against a person who wants to deceive: that is what the
//! validator is for.

const POLYNOMIAL: u64 = 0xC96C_5795_D787_0F42;

/// Bytes that are taken at a time: byte by byte, each step waits for the one before, and a forest of 40 MB for all of them.
const STRIDE: usize = 16;

/// For each place in a stride, counted from its end, what each byte there adds to the rest.
static TABLES: [[u64; 256]; STRIDE] = tables();

#[expect(clippy::large_stack_arrays, reason = "the compiler makes them, on no stack")]
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
    let (strides, end) = bytes.as_chunks::<STRIDE>();
    let rest = strides.iter().fold(!0, |rest, stride| {
        let number = u128::from_le_bytes(*stride) ^ u128::from(rest);
        let added = |sum: u64, (place, byte): (usize, u8)| sum ^ TABLES[STRIDE - 1 - place][usize::from(byte)];
        number.to_le_bytes().into_iter().enumerate().fold(0, added)
    });
    !end.iter().fold(rest, |rest, byte| TABLES[0][((rest ^ u64::from(*byte)) & 0xFF) as usize] ^ (rest >> 8))
}

#[cfg(test)]
mod tests {
    use super::{POLYNOMIAL, checksum};

    #[test]
    fn the_nine_digits_give_the_published_check_value() {
        assert_eq!(checksum(b"123456789"), 0x995D_C9BB_DF19_39FA);
        assert_eq!(checksum(b""), 0);
    }

    #[test]
    fn sixteen_bytes_at_a_time_are_the_same_as_bit_by_bit() {
        let bytes: Vec<u8> = (0_u32..200).map(|place| (place.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for length in 0..bytes.len() {
            let mut rest = !0_u64;
            for byte in &bytes[..length] {
                rest ^= u64::from(*byte);
                for _ in 0..8 {
                    rest = if rest & 1 == 1 { (rest >> 1) ^ POLYNOMIAL } else { rest >> 1 };
                }
            }
            assert_eq!(checksum(&bytes[..length]), !rest, "{length} bytes");
        }
    }
}
