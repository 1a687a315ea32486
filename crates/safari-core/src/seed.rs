//! Seeds: everything random is a pure function of (root seed, purpose, indices).
//!
//! Words are hashed, never added: adjacent roots or games share nothing.

use rand_pcg::Pcg64Mcg;

/// The generator used for everything random: small, fast, and specified for ever.
pub type Rng = Pcg64Mcg;

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection of 64 bits that mixes well.
#[inline(always)]
pub(crate) const fn mix(mut word: u64) -> u64 {
    word ^= word >> 30;
    word = word.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word ^= word >> 27;
    word = word.wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}

/// The step of SplitMix64: the odd number nearest to 2^64 divided by the golden ratio.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// A sponge of 64 bits for words and texts.
#[derive(Clone, Copy, Debug)]
pub struct Mixer(u64);

impl Mixer {
    /// A fresh mixer for one purpose.
    pub fn new(purpose: &str) -> Mixer {
        let mut mixer = Mixer(0);
        mixer.text(purpose);
        mixer
    }

    /// Takes in a word.
    #[inline]
    pub fn word(&mut self, word: u64) {
        self.0 = mix(self.0.wrapping_add(GOLDEN) ^ mix(word.wrapping_add(GOLDEN)));
    }

    /// Takes in a text and its length.
    pub fn text(&mut self, text: &str) {
        self.word(text.len() as u64);
        for chunk in text.as_bytes().chunks(8) {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(bytes));
        }
    }

    /// The hash of all that was taken in.
    #[inline]
    pub fn finish(self) -> u64 {
        mix(self.0)
    }
}

/// A seed from which named streams branch off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed for one purpose and its indices, such as `("deal", [17])`.
    pub fn branch(self, purpose: &str, indices: &[u64]) -> Seed {
        Seed(self.mixer(purpose, indices).finish())
    }

    /// Everything that [`branch`](Self::branch) takes in but the last index: for many branches that differ in it alone.
    pub fn stem(self, purpose: &str, indices: &[u64]) -> Stem {
        Stem(self.mixer(purpose, indices))
    }

    /// The generator of this seed: its 128 bits of state are two hashes.
    #[inline]
    pub fn rng(self) -> Rng {
        let low = mix(self.0.wrapping_add(GOLDEN));
        let high = mix(low ^ GOLDEN.rotate_left(17));
        Rng::new(u128::from(high) << 64 | u128::from(low))
    }

    fn mixer(self, purpose: &str, indices: &[u64]) -> Mixer {
        let mut mixer = Mixer::new(purpose);
        mixer.word(self.0);
        for &index in indices {
            mixer.word(index);
        }
        mixer
    }
}

/// A [`Seed::branch`] without its last index.
#[derive(Clone, Copy, Debug)]
pub struct Stem(Mixer);

impl Stem {
    /// The branch with this last index.
    #[inline]
    pub fn branch(self, index: u64) -> Seed {
        let mut mixer = self.0;
        mixer.word(index);
        Seed(mixer.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    /// Pins the streams: if this fails, every committed result would change.
    #[test]
    fn the_streams_are_the_ones_of_version_one() {
        let mut rng = Seed(1).branch("deal", &[0]).rng();
        let words: [u64; 3] = std::array::from_fn(|_| rng.random());
        let below: [u32; 6] = std::array::from_fn(|_| rng.random_range(0..100u32));
        assert_eq!(words, [18342389167167414643, 15825957061024977708, 9913407181560706275]);
        assert_eq!(below, [53, 47, 96, 39, 49, 10]);
    }

    #[test]
    fn a_stem_branches_as_a_seed_does() {
        for index in [0, 1, 77, u64::MAX] {
            assert_eq!(Seed(5).stem("x", &[3]).branch(index), Seed(5).branch("x", &[3, index]));
        }
    }

    #[test]
    fn near_seeds_share_no_stream() {
        let mut seen = std::collections::HashSet::new();
        for root in 0..60 {
            for game in 0..60 {
                for purpose in ["deal", "agent"] {
                    let word: u64 = Seed(root).branch(purpose, &[game]).rng().random();
                    assert!(seen.insert(word));
                }
            }
        }
    }
}
