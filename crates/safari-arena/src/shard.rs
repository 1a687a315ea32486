//! A part of a tournament that one machine plays.

use std::fmt;
use std::str::FromStr;

/// Part `index` of `of`: the deals whose number leaves that rest. The whole is part 0 of 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

/// Most parts.
const MAX: u64 = 1_000_000;

/// A shard that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a shard is I/N, part I from 0 to N - 1 of N from 1 to {MAX} parts, such as 0/4")]
pub struct ShardError;

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Which part, from 0.
    pub fn index(self) -> u64 {
        self.index
    }

    /// Of how many.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Whether this is everything.
    pub fn is_whole(self) -> bool {
        self == Shard::WHOLE
    }

    /// Whether a deal belongs to it.
    pub fn has(self, deal: u64) -> bool {
        deal % self.of == self.index
    }

    /// How many of the first `deals` deals belong to it.
    pub fn count(self, deals: u64) -> u64 {
        (deals + self.of - 1 - self.index) / self.of
    }

    /// The `n`-th deal that belongs to it.
    pub fn nth(self, n: u64) -> u64 {
        n * self.of + self.index
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let (index, of) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| -> Result<u64, ShardError> {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if plain { text.parse().map_err(|_| ShardError) } else { Err(ShardError) }
        };
        let (index, of) = (number(index)?, number(of)?);
        if (1..=MAX).contains(&of) && index < of { Ok(Shard { index, of }) } else { Err(ShardError) }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_out_all_deals() {
        for of in 1..8 {
            for deals in 0..40 {
                let shards = (0..of).map(|index| Shard { index, of });
                let mut all: Vec<u64> =
                    shards.flat_map(|shard| (0..shard.count(deals)).map(move |n| shard.nth(n))).collect();
                all.sort_unstable();
                assert_eq!(all, (0..deals).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn shards_are_read_and_written() {
        for text in ["0/1", "3/4", "6/7"] {
            assert_eq!(text.parse::<Shard>().map(|shard| shard.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "1", "1/", "/2", "2/2", "-1/2", "0/0", "+1/3", "1/2/3", "0/1000001"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError));
        }
    }
}
