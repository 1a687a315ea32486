//! Drawing decisions and chance events at random, and playing to the end.

use rand::RngExt;

use super::{Outcome, Phase, Position};
use crate::action::Action;
use crate::seed::Rng;

impl Position {
    /// A choice uniform over all legal ones.
    ///
    /// # Panics
    /// May panic if no player decides.
    #[inline(always)]
    pub fn sample(&self, rng: &mut Rng) -> Action {
        self.nth(below(rng, self.count()))
    }

    /// A choice uniform over the kinds of action that have one, then within the kind; uniform in the other phases.
    ///
    /// The better random baseline: uniform over actions, most move a ranger (RULES 11).
    ///
    /// # Panics
    /// May panic if no player decides.
    #[inline(always)]
    pub fn sample_by_kind(&self, rng: &mut Rng) -> Action {
        match self.turn.phase {
            Phase::Action => {}
            Phase::Place => return self.nth_placement(below(rng, self.count_placements())),
            _ => return self.sample(rng),
        }
        let counts = self.kind_counts();
        let mut kinds = 0u64;
        for (kind, &count) in counts.iter().enumerate() {
            kinds |= u64::from(count > 0) << kind;
        }
        let kind = crate::bits::select(kinds, below(rng, kinds.count_ones())) as usize;
        self.nth_of_kind(kind, below(rng, counts[kind.min(5)]))
    }

    /// A chance outcome with its probability.
    ///
    /// # Panics
    /// May panic if chance does not decide.
    #[inline(always)]
    pub fn sample_outcome(&self, rng: &mut Rng) -> Outcome {
        self.nth_outcome(below(rng, self.chance_total()))
    }

    /// Plays to the end by [`sample_by_kind`](Self::sample_by_kind) with chance from the same generator.
    #[inline]
    pub fn playout(&mut self, rng: &mut Rng) {
        while !self.is_over() {
            if self.phase().is_chance() {
                let outcome = self.sample_outcome(rng);
                self.resolve_unchecked(outcome);
            } else {
                let action = self.sample_by_kind(rng);
                self.play_unchecked(action);
            }
        }
    }
}

/// Uniform below `n`, without a draw where there is nothing to choose.
#[inline(always)]
fn below(rng: &mut Rng, n: u32) -> u32 {
    if n <= 1 { 0 } else { rng.random_range(0..n) }
}
