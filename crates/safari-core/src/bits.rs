//! Choosing the n-th set bit of words.

/// The index of the `n`-th set bit of `word`, counted from 0.
///
/// `n` must be below the number of set bits; otherwise the result is 64.
#[inline(always)]
pub(crate) fn select(word: u64, n: u32) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: the instruction exists, for the build enables BMI2.
        unsafe { core::arch::x86_64::_pdep_u64(1 << n, word) }.trailing_zeros()
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        select_portable(word, n)
    }
}

/// [`select`] without BMI2: finds the byte by the running sums of all bytes at once, then the bit in a table.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), allow(dead_code))]
#[inline]
fn select_portable(word: u64, n: u32) -> u32 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = EACH << 7;
    let pairs = word - (word >> 1 & (EACH * 0x55));
    let fours = (pairs & (EACH * 0x33)) + (pairs >> 2 & (EACH * 0x33));
    let bytes = (fours + (fours >> 4)) & (EACH * 0x0F);
    // In byte i, the set bits of bytes 0 to i: at most 64, so that a byte's highest bit is free for comparing.
    let sums = bytes.wrapping_mul(EACH);
    // In byte i, its highest bit where the sum is at most n, so that the bit lies further up.
    let passed = (((u64::from(n) * EACH) | HIGH) - sums) & HIGH;
    let byte = ((passed >> 7).wrapping_mul(EACH) >> 56) as u32;
    if byte == 8 {
        return 64;
    }
    let before = (sums << 8 >> (8 * byte)) as u8;
    let within = (word >> (8 * byte)) as u8;
    8 * byte + u32::from(IN_BYTE[usize::from(within)][(n - u32::from(before)) as usize & 7])
}

/// By byte and n, the index of its n-th set bit; 0 where it has fewer.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), allow(dead_code))]
static IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The index of the `n`-th set bit of several words, lowest first.
///
/// `n` must be below the number of set bits.
#[inline(always)]
pub(crate) fn select_in(words: &[u64], mut n: u32) -> u32 {
    for (i, &word) in words.iter().enumerate() {
        let ones = word.count_ones();
        if n < ones {
            return i as u32 * 64 + select(word, n);
        }
        n -= ones;
    }
    debug_assert!(false, "n is below the number of set bits");
    0
}

/// The indices of the set bits, lowest first.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                i * 64 + bit
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_choose_the_same_bit() {
        let mut word = 0x9E37_79B9_7F4A_7C15u64;
        for _ in 0..2_000 {
            word = word.rotate_left(7).wrapping_mul(0xD134_2543_DE82_EF95) ^ word >> 31;
            let all: Vec<usize> = ones(&[word]).collect();
            for (n, &bit) in all.iter().enumerate() {
                assert_eq!(select(word, n as u32) as usize, bit);
                assert_eq!(select_portable(word, n as u32) as usize, bit);
            }
            assert_eq!(all.len() as u32, word.count_ones());
            assert_eq!(select_portable(word, word.count_ones()), 64);
        }
    }
}
