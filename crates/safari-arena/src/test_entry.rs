//! The hypotheses of a sequential test, as a config and `--sprt` have them.

use std::fmt;
use std::str::FromStr;

use safari_agents::did_you_mean;
use safari_stats::{Design, Hypotheses};
use serde::Deserialize;

/// What is meant by Elo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// In units of the spread of single games, as Fishtest's: a test takes about as long however much results vary.
    #[default]
    Normalized,
    /// By the win share against equal opponents, on the logistic curve.
    Logistic,
}

/// The keys of a test, as far as they are given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TestEntry {
    /// Elo by H0.
    pub elo0: Option<f64>,
    /// Elo by H1.
    pub elo1: Option<f64>,
    /// Win share by H0, instead.
    pub share0: Option<f64>,
    /// Win share by H1, instead.
    pub share1: Option<f64>,
    /// Probability to accept H1 where H0 is true; 0.05 if not given.
    pub alpha: Option<f64>,
    /// Probability to accept H0 where H1 is true; 0.05 if not given.
    pub beta: Option<f64>,
    /// What is meant by Elo.
    pub model: Option<EloModel>,
}

/// What no test of games can need more of: the largest Elo, the least errors and distances.
const MOST_ELO: f64 = 2_000.0;
const LEAST_ERROR: f64 = 1e-6;
const LEAST_ELO: f64 = 0.1;
const LEAST_SHARE: f64 = 1e-4;

/// The keys, by which values are given as texts and named in errors.
const KEYS: [&str; 7] = ["elo0", "elo1", "share0", "share1", "alpha", "beta", "model"];

impl TestEntry {
    /// The test of an agent in games of so many players, in sets of so many.
    ///
    /// # Errors
    /// The key that is wrong or missing, and what would be right.
    pub fn design(&self, players: usize, games_per_set: usize) -> Result<Design, (&'static str, String)> {
        let hypotheses = match (self.elo0, self.elo1, self.share0, self.share1) {
            (Some(h0), Some(h1), None, None) => match self.model.unwrap_or_default() {
                EloModel::Normalized => Hypotheses::NormalizedElo { h0, h1 },
                EloModel::Logistic => Hypotheses::Elo { h0, h1 },
            },
            (None, None, Some(h0), Some(h1)) if self.model.is_none() => Hypotheses::Share { h0, h1 },
            (None, None, Some(_), Some(_)) => {
                return Err(("model", "model: it is for `elo0` and `elo1`, not for shares".into()));
            }
            (elo0, elo1, share0, share1) => {
                let given = [("elo0", elo0), ("elo1", elo1), ("share0", share0), ("share1", share1)];
                let key = given.iter().find(|(_, value)| value.is_some()).map_or("", |(key, _)| key);
                let message = match key {
                    "" => "a test needs `elo0` and `elo1`, or `share0` and `share1`".into(),
                    key => {
                        format!("{key}: a test has `elo0` and `elo1`, or `share0` and `share1`, and not both")
                    }
                };
                return Err((key, message));
            }
        };
        for (key, error) in [("alpha", self.alpha), ("beta", self.beta)] {
            if let Some(error) = error
                && !(LEAST_ERROR..0.5).contains(&error)
            {
                return Err((key, format!("{key} must be from {LEAST_ERROR} to below 0.5")));
            }
        }
        let (keys, h0, h1, most, least) = match hypotheses {
            Hypotheses::Share { h0, h1 } => (["share0", "share1"], h0, h1, 1.0, LEAST_SHARE),
            Hypotheses::Elo { h0, h1 } | Hypotheses::NormalizedElo { h0, h1 } => {
                (["elo0", "elo1"], h0, h1, MOST_ELO, LEAST_ELO)
            }
        };
        for (key, value) in keys.into_iter().zip([h0, h1]) {
            // Also where it is no number.
            if !(-most..=most).contains(&value) {
                return Err((
                    key,
                    format!(
                        "{key} must be a number from {} to {most}",
                        if most == 1.0 { 0.0 } else { -most }
                    ),
                ));
            }
        }
        if h1 - h0 < least {
            return Err((keys[0], format!("{} must be below {}, by {least} at least", keys[0], keys[1])));
        }
        let (alpha, beta) = (self.alpha.unwrap_or(0.05), self.beta.unwrap_or(0.05));
        Design::new(hypotheses, players as u32, games_per_set as u32, alpha, beta)
            .map_err(|_| (keys[0], format!("{} and {} must lie between 0 and 1", keys[0], keys[1])))
    }
}

impl FromStr for TestEntry {
    type Err = String;

    /// Reads `elo0=0:elo1=5:alpha=0.05`.
    fn from_str(text: &str) -> Result<TestEntry, String> {
        let mut entry = TestEntry::default();
        let mut seen: Vec<&str> = Vec::new();
        for part in text.split(':') {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| format!("`{part}` is no `key=value`; a test reads `elo0=0:elo1=5`"))?;
            if seen.contains(&key) {
                return Err(format!("{key} stands twice"));
            }
            seen.push(key);
            if key == "model" {
                entry.model = Some(match value {
                    "normalized" => EloModel::Normalized,
                    "logistic" => EloModel::Logistic,
                    _ => {
                        let nearest = did_you_mean(value, ["normalized", "logistic"]);
                        return Err(format!("model is `normalized` or `logistic`, not `{value}`{nearest}"));
                    }
                });
                continue;
            }
            let place = match key {
                "elo0" => &mut entry.elo0,
                "elo1" => &mut entry.elo1,
                "share0" => &mut entry.share0,
                "share1" => &mut entry.share1,
                "alpha" => &mut entry.alpha,
                "beta" => &mut entry.beta,
                _ => {
                    let nearest = did_you_mean(key, KEYS);
                    return Err(format!("a test has no key `{key}`, but {}{nearest}", KEYS.join(", ")));
                }
            };
            let number: Option<f64> = value.parse().ok().filter(|number: &f64| number.is_finite());
            *place = Some(number.ok_or_else(|| format!("{key}: `{value}` is no number"))?);
        }
        Ok(entry)
    }
}

/// As the keys of an inline table of TOML.
impl fmt::Display for TestEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TestEntry { elo0, elo1, share0, share1, alpha, beta, model } = self;
        let numbers = KEYS.iter().zip([elo0, elo1, share0, share1, alpha, beta]);
        let mut parts: Vec<String> =
            numbers.filter_map(|(key, value)| value.map(|value| format!("{key} = {value:?}"))).collect();
        parts.extend(model.map(|model| match model {
            EloModel::Normalized => "model = \"normalized\"".into(),
            EloModel::Logistic => "model = \"logistic\"".into(),
        }));
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_reads_as_it_is_written() {
        let entry: TestEntry = "elo0=-1:elo1=5:beta=0.1:model=logistic".parse().unwrap();
        assert_eq!(entry.to_string(), "elo0 = -1.0, elo1 = 5.0, beta = 0.1, model = \"logistic\"");
        let design = entry.design(3, 3).unwrap();
        assert_eq!(design.hypotheses(), Hypotheses::Elo { h0: -1.0, h1: 5.0 });
        let entry: TestEntry = "elo0=0:elo1=5".parse().unwrap();
        assert_eq!(entry.design(2, 2).unwrap().hypotheses(), Hypotheses::NormalizedElo { h0: 0.0, h1: 5.0 });
        let entry: TestEntry = "share0=0.25:share1=0.3".parse().unwrap();
        assert_eq!(entry.design(4, 4).unwrap().hypotheses(), Hypotheses::Share { h0: 0.25, h1: 0.3 });
    }

    #[test]
    fn what_is_wrong_is_named_with_its_key() {
        let read = |text: &str| text.parse::<TestEntry>().unwrap_err();
        assert_eq!(
            read("elo0=0:el1=5"),
            "a test has no key `el1`, but elo0, elo1, share0, share1, alpha, beta, model; did you mean `elo1`?"
        );
        assert_eq!(read("elo0=x"), "elo0: `x` is no number");
        assert_eq!(read("elo0=0:elo0=1"), "elo0 stands twice");
        assert_eq!(read("elo0"), "`elo0` is no `key=value`; a test reads `elo0=0:elo1=5`");
        assert_eq!(
            read("model=normalised"),
            "model is `normalized` or `logistic`, not `normalised`; did you mean `normalized`?"
        );
        let wrong = |text: &str| text.parse::<TestEntry>().unwrap().design(2, 2).unwrap_err();
        assert_eq!(wrong("alpha=0.1").0, "");
        assert_eq!(wrong("elo0=0").0, "elo0");
        assert_eq!(wrong("elo0=0:share1=1").0, "elo0");
        assert_eq!(wrong("elo0=5:elo1=0"), ("elo0", "elo0 must be below elo1, by 0.1 at least".into()));
        assert_eq!(wrong("elo0=0:elo1=1e308"), ("elo1", "elo1 must be a number from -2000 to 2000".into()));
        assert_eq!(wrong("elo0=0:elo1=50:alpha=1e-320").0, "alpha");
        assert_eq!(wrong("share0=0:share1=0.5").0, "share0");
        assert_eq!(wrong("share0=0.5:share1=1").0, "share0");
        assert_eq!(wrong("share0=0.5:share1=0.6:model=logistic").0, "model");
        assert_eq!(wrong("elo0=0:elo1=5:alpha=0.5").0, "alpha");
    }
}
