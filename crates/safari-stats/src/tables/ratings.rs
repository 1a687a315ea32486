//! `ratings.csv`, and what ratings add to pairs and seats.

use arrayvec::ArrayVec;
use safari_data::{PairRow, RatingRow, SeatEffectRow, SeatRow};

use super::Tables;
use super::rounding::{hundredth_ends, hundredths, round};
use crate::rating::{Anchor, MAX_SEATS, OutcomeKind, RatingOptions, Ratings, fit_ratings};

/// Which ratings a report has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatingChoice {
    /// The agent that stands at 0. If not given, the last of the standings that is linked to others by wins and losses: its
    /// distance to them is known best, and whoever is better has a positive rating.
    pub anchor: Option<String>,
    /// How much of a game counts.
    pub kind: OutcomeKind,
}

/// The ranks of a game as the ratings read them: whoever has a share of the win is first, also after a forfeit.
pub(super) fn ranks(seats: &[SeatRow]) -> ArrayVec<u32, MAX_SEATS> {
    let rank = |row: &SeatRow| if row.win_share > 0.0 { 1 } else { row.rank.max(2) };
    seats.iter().map(rank).collect()
}

impl Tables {
    /// The ratings of all agents, which are numbered as the rows name them, and the anchor; none of no games.
    pub(super) fn fit(&self, choice: &RatingChoice) -> Option<(Ratings, usize)> {
        let options = RatingOptions { kind: choice.kind, ..RatingOptions::default() };
        // With a prior every set of games has ratings.
        let fit = fit_ratings(&self.outcomes, &options).ok()?;
        let chosen = choice.anchor.as_ref().and_then(|name| self.names().position(|known| known == name));
        let anchor = chosen.or_else(|| {
            let ranks = self.ranks();
            let joined = ranks.iter().rev().find(|agent| !fit.separated().contains(agent));
            joined.or(ranks.last()).copied()
        })?;
        Some((fit.anchored(Anchor::Agent(anchor)), anchor))
    }

    /// The rows of `ratings.csv`: best first, then by name.
    pub(super) fn ratings(&self, fit: &Ratings, anchor: usize) -> Vec<RatingRow> {
        let mut order: Vec<usize> = (0..self.agents.len()).collect();
        let elo = |agent: usize| hundredths(fit.rating(agent).mean);
        let name = |agent: usize| &self.agents[agent].name;
        order.sort_by(|&a, &b| elo(b).total_cmp(&elo(a)).then_with(|| name(a).cmp(name(b))));
        let row = |(place, &agent): (usize, &usize)| {
            let (elo_lo, elo_hi) = hundredth_ends(fit.rating(agent));
            let next = order.get(place + 1).filter(|_| fit.groups() > 1);
            RatingRow {
                agent: name(agent).clone(),
                games: self.agents[agent].standing.seats(),
                elo: elo(agent),
                elo_error: elo_lo.map(|_| hundredths(fit.standard_error(agent))),
                elo_lo,
                elo_hi,
                expected_share: round(fit.share_against_anchor(agent, self.seats.len())),
                superiority: next.map(|&next| round(fit.superiority(agent, next))),
                anchor: agent == anchor,
                separated: fit.separated().contains(&agent),
            }
        };
        order.iter().enumerate().map(row).collect()
    }

    /// Adds differences of ratings to the rows of pairs.
    pub(super) fn rate_pairs(&self, fit: &Ratings, rows: &mut [PairRow]) {
        let place = |name: &str| self.names().position(|known| known == name);
        for row in rows.iter_mut().filter(|_| fit.groups() > 1) {
            if let (Some(a), Some(b)) = (place(&row.agent), place(&row.opponent)) {
                row.elo_difference = Some(hundredths(fit.difference(a, b).mean));
                row.elo_error = Some(hundredths(fit.difference_error(a, b)));
                row.superiority = Some(round(fit.superiority(a, b)));
            }
        }
    }

    /// Adds effects of seats to the rows of all agents together.
    pub(super) fn rate_seats(&self, fit: &Ratings, rows: &mut [SeatEffectRow]) {
        // They stand first; an agent may have the name `all`.
        for (seat, row) in rows.iter_mut().take(self.seats.len()).enumerate() {
            if let Some(effect) = fit.seat_effect(self.seats.len(), seat) {
                row.elo = Some(hundredths(effect.mean));
                (row.elo_lo, row.elo_hi) = hundredth_ends(effect);
            }
        }
    }
}
