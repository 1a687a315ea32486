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

/// [`select`] without BMI2: halves the word six times by the counts of its parts.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), allow(dead_code))]
#[inline]
fn select_portable(word: u64, mut n: u32) -> u32 {
    let mut at = 0;
    let mut width = 32;
    while width > 0 {
        let low = (word >> at & ((1u64 << width) - 1)).count_ones();
        if n >= low {
            n -= low;
            at += width;
        }
        width /= 2;
    }
    if n == 0 && word >> at & 1 == 1 { at } else { 64 }
}

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
        }
    }
}
