//! What a run was: enough to repeat it, and to refuse mixing it with another.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The version of the files that this program writes.
pub const MANIFEST_VERSION: u32 = 1;

/// `manifest.json` of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Always `safari-tournament`.
    pub format: String,
    /// [`MANIFEST_VERSION`].
    pub version: u32,
    /// The program that wrote it.
    pub program: String,
    /// State of its sources.
    pub git: String,
    /// The config as it was run: TOML, with `--set` and `--seed` applied.
    pub config: String,
    /// Hash of all that decides the results: the config without its number of deals, and files that it names.
    pub config_hash: String,
    /// The root seed.
    pub seed: u64,
    /// Hash of the tile set.
    pub tileset: String,
    /// Texts of the files that the config names, by their names there.
    pub files: BTreeMap<String, String>,
    /// Games that the config plans.
    pub games_planned: u64,
    /// Games in the CSV files.
    pub games_done: u64,
    /// Which part of the games the run is for, as I/N; 0/1 is the whole.
    #[serde(default = "whole")]
    pub shard: String,
    /// The behaviour of rules and built-in agents in the program that began the run: the total of `safari signature`.
    #[serde(default)]
    pub signature: String,
    /// Of a schedule in rounds: by round, how many deals it had and the line-ups that played them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rounds: Vec<RoundText>,
    /// Why a schedule in rounds came to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The sequential test of a schedule that has one, as far as it was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<TestText>,
    /// Lengths and checksums of `games.csv` and `seats.csv`, by name; a longer file may begin with what they are of.
    #[serde(default)]
    pub checksums: BTreeMap<String, Checksum>,
    /// Whether the same config gives the same bytes: no budget in time.
    pub reproducible: bool,
    /// The machine's processor.
    pub cpu: String,
    /// Threads that played.
    pub threads: usize,
    /// When the run began, seconds since 1970.
    pub started: u64,
    /// When it ended.
    pub ended: u64,
}

/// A round of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundText {
    /// How many deals it had.
    pub deals: u64,
    /// The line-ups that played them.
    pub line_ups: Vec<usize>,
}

/// A sequential test: how far it has come, and what it says of the agent, corrected for when it stopped.
///
/// Ends of intervals are of 95 %; what is infinite is left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestText {
    /// Sets that were judged.
    pub sets: u64,
    /// The log likelihood ratio of H1 to H0.
    pub llr: f64,
    /// Where H0 is accepted.
    pub lower: f64,
    /// Where H1 is accepted.
    pub upper: f64,
    /// `H0`, `H1`, or left out where neither is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<String>,
    /// Win share, 0 to 1: estimate and ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win_share: Option<[Option<f64>; 3]>,
    /// Logistic Elo: estimate and ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<[Option<f64>; 3]>,
    /// Normalised Elo: estimate and ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normalized_elo: Option<[Option<f64>; 3]>,
    /// Likelihood that the agent is better than its opponents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superiority: Option<f64>,
}

/// What a file is checked by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checksum {
    /// Its length in bytes.
    pub bytes: u64,
    /// CRC-32 (IEEE) of so many bytes, eight hexadecimal digits.
    pub crc32: String,
}

fn whole() -> String {
    "0/1".into()
}

impl Manifest {
    /// The first thing in which another run differs so that the two must not be mixed.
    pub fn differs(&self, other: &Manifest) -> Option<&'static str> {
        [
            ("format or version", self.format == other.format && self.version == other.version),
            ("seed", self.seed == other.seed),
            ("tile set", self.tileset == other.tileset),
            ("config", self.config_hash == other.config_hash),
            ("shard", self.shard == other.shard),
            (
                "behaviour (signature)",
                self.signature == other.signature || self.signature.is_empty() || other.signature.is_empty(),
            ),
        ]
        .into_iter()
        .find(|(_, same)| !same)
        .map(|(what, _)| what)
    }
}
