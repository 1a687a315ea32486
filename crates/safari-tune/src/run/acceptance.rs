//! Whether the winner is better than the base: a sequential test on deals that nothing was chosen on.

use safari_stats::{Decision, Interval, Sprt};
use serde::{Deserialize, Serialize};

use super::config::Test;
use super::play::Sums;

/// A gain of win share over the base: estimate and ends of its 95 % interval, corrected for when the test stopped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gain {
    /// The estimate.
    pub mean: f64,
    /// Lower end.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tested {
    /// `pool` or `held_out`.
    pub opponents: String,
    /// The gain by H0.
    pub gain0: f64,
    /// By H1.
    pub gain1: f64,
    /// Deals that were judged.
    pub deals: u64,
    /// The log likelihood ratio of H1 to H0, and the bounds at which H0 and H1 are accepted.
    pub llr: f64,
    /// Where H0 is accepted.
    pub lower: f64,
    /// Where H1 is accepted.
    pub upper: f64,
    /// `H0`, `H1`, or nothing.
    pub accepted: Option<String>,
    /// The gain.
    pub gain: Option<Gain>,
}

/// What a run has found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// `accepted`, `rejected` or `undecided`.
    pub verdict: String,
    /// The winner's number; 0 is the base.
    pub candidate: u32,
    /// Its setting.
    pub setting: String,
    /// The tests that were made.
    pub tests: Vec<Tested>,
    /// In words: what was found, and of an undecided run what is excluded.
    pub text: String,
}

/// The test of the winner against the base, deal by deal.
pub(super) struct Trying {
    opponents: &'static str,
    test: Test,
    sprt: Sprt,
    decision: Option<Decision>,
    players: usize,
}

impl Trying {
    pub fn new(opponents: &'static str, test: Test, players: usize) -> Trying {
        Trying { opponents, test, sprt: Sprt::new(test.design), decision: None, players }
    }

    /// Takes in the next deal; what comes after the decision is not judged.
    pub fn add(&mut self, [winner, base]: [Sums; 2]) {
        if self.decision.is_none() {
            let gain = winner.win_share(self.players) - base.win_share(self.players);
            self.sprt.add(((1.0 + gain) / 2.0).clamp(0.0, 1.0));
            self.decision = self.sprt.decision();
        }
    }

    pub fn decided(&self) -> bool {
        self.decision.is_some()
    }

    /// How it stands.
    pub fn tested(&self) -> Tested {
        let (lower, upper) = self.sprt.bounds();
        let gain = |share: Interval| {
            let of = |share: f64| round(2.0 * share - 1.0);
            Gain { mean: of(share.mean), lo: of(share.lo), hi: of(share.hi) }
        };
        Tested {
            opponents: self.opponents.into(),
            gain0: self.test.gain0,
            gain1: self.test.gain1,
            deals: self.sprt.sets(),
            llr: round(self.sprt.llr()),
            lower: round(lower),
            upper: round(upper),
            accepted: self.decision.map(|decision| match decision {
                Decision::AcceptH0 => "H0".into(),
                Decision::AcceptH1 => "H1".into(),
            }),
            // Judged deal by deal, however many are in a round.
            gain: self.sprt.estimate(1).map(|estimate| gain(estimate.share)),
        }
    }
}

/// Four digits.
pub(super) fn round(value: f64) -> f64 {
    (value * 1e4).round() / 1e4 + 0.0
}

impl Verdict {
    /// The verdict on a winner from its tests: accepted where every one accepts H1, rejected where one accepts H0.
    pub(super) fn of(candidate: u32, setting: String, tests: Vec<Tested>) -> Verdict {
        let accepts = |test: &Tested, which: &str| test.accepted.as_deref() == Some(which);
        let verdict = match () {
            () if candidate == 0 || tests.iter().any(|test| accepts(test, "H0")) => "rejected",
            () if !tests.is_empty() && tests.iter().all(|test| accepts(test, "H1")) => "accepted",
            () => "undecided",
        };
        let mut text = if candidate == 0 {
            "the base itself did best on the deals of the selection; nothing is tested".to_owned()
        } else {
            let told: Vec<String> = tests.iter().map(told).collect();
            told.join("; ")
        };
        let pool = tests.first().and_then(|test| test.gain);
        if let (Some(gain), true) = (pool, verdict == "undecided") {
            text += &format!(
                "; not decided, but gains above {:+.3} and below {:+.3} against the pool are excluded",
                gain.hi, gain.lo
            );
        }
        Verdict { verdict: verdict.into(), candidate, setting, tests, text }
    }
}

/// A test in words.
fn told(test: &Tested) -> String {
    let against = if test.opponents == "pool" { "the pool" } else { "the held-out opponents" };
    let gain = test
        .gain
        .map_or("unknown".into(), |gain| format!("{:+.3} ({:+.3} to {:+.3})", gain.mean, gain.lo, gain.hi));
    let outcome = match test.accepted.as_deref() {
        Some("H1") => format!("gain {} rather than {}", test.gain1, test.gain0),
        Some(_) => format!("gain {} rather than {}", test.gain0, test.gain1),
        None => "undecided".into(),
    };
    format!("against {against} {outcome}, after {} deals; win share {gain}", test.deals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use safari_stats::{Design, Hypotheses};

    fn test(gain1: f64) -> Test {
        let hypotheses = Hypotheses::Share { h0: 0.5, h1: (1.0 + gain1) / 2.0 };
        Test { gain0: 0.0, gain1, design: Design::new(hypotheses, 2, 2, 0.05, 0.05).unwrap() }
    }

    fn sums(share: i64) -> Sums {
        Sums { share, ..Sums::default() }
    }

    #[test]
    fn a_winner_that_always_gains_is_accepted_and_the_deal_that_decides_is_the_last_judged() {
        let mut trying = Trying::new("pool", test(0.1), 2);
        let mut deals = 0;
        while !trying.decided() {
            trying.add([sums(120), sums(if deals % 2 == 0 { 60 } else { 120 })]);
            deals += 1;
        }
        trying.add([sums(0), sums(120)]);
        let tested = trying.tested();
        assert_eq!((tested.deals, tested.accepted.as_deref()), (deals, Some("H1")));
        let verdict = Verdict::of(3, "x=1".into(), vec![tested.clone()]);
        assert_eq!(verdict.verdict, "accepted");
        // One that is not as good against others is not.
        let mut other = Trying::new("held_out", test(0.1), 2);
        (0..200).for_each(|i| other.add([sums(60), sums(if i % 2 == 0 { 60 } else { 120 })]));
        let verdict = Verdict::of(3, "x=1".into(), vec![tested.clone(), other.tested()]);
        assert_eq!(verdict.verdict, "rejected");
        // Nothing is excluded twice, and the base is never accepted.
        let open = Trying::new("pool", test(0.1), 2);
        assert_eq!(Verdict::of(3, "x=1".into(), vec![open.tested()]).verdict, "undecided");
        assert_eq!(Verdict::of(0, "x=1".into(), Vec::new()).verdict, "rejected");
    }
}
