//! Whether bytes are as they were written: CRC-64 (ECMA-182 polynomial, reflected, as the xz format has it).
//!
//! A cyclic code, rather than a hash, since it promises what a damaged file needs: every change within 64 neighbouring bits is
//! seen for certain, any other with all but one in 2^64. It is no guard against a person who wants to deceive: that is what the
//! validator is for.

const POLYNOMIAL: u64 = 0xC96C_5795_D787_0F42;

const TABLE: [u64; 256] = table();

const fn table() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut rest, mut bit) = (byte as u64, 0);
        while bit < 8 {
            rest = if rest & 1 == 1 { (rest >> 1) ^ POLYNOMIAL } else { rest >> 1 };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
}

/// The checksum of these bytes.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    !bytes.iter().fold(!0, |rest, byte| TABLE[((rest ^ u64::from(*byte)) & 0xFF) as usize] ^ (rest >> 8))
}

#[cfg(test)]
mod tests {
    use super::checksum;

    #[test]
    fn the_nine_digits_give_the_published_check_value() {
        assert_eq!(checksum(b"123456789"), 0x995D_C9BB_DF19_39FA);
        assert_eq!(checksum(b""), 0);
    }
}
