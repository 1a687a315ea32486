//! How much of the differences between candidates a parameter explains, and how much chance would.

use std::collections::BTreeMap;

use rand::seq::SliceRandom;
use safari_core::Seed;

use super::bins::{Bins, number};
use super::input::{TunedDomain, TuningReport};
use super::spread::Spread;

/// How often scores are permuted.
pub(super) const PERMUTATIONS: u64 = 400;

/// Residual degrees of freedom without which nothing is said.
const LEAST_FREE: usize = 5;

/// What a parameter explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Importance {
    /// Omega squared (Hays 1963): the share of the variance between candidates' means that the bins explain, less what
    /// as many bins explain by chance. It may be a little below 0.
    pub omega: f64,
    /// What 95 % of permuted scores do not exceed.
    pub chance: f64,
    /// The share of the variance that is no luck of deals; nothing where that cannot be told apart.
    pub of_real: Option<f64>,
}

impl Importance {
    /// Whether it explains more than permuted scores do.
    pub fn told(&self) -> bool {
        self.omega > self.chance
    }
}

/// A candidate as the analysis sees it.
#[derive(Clone, Copy)]
struct Row {
    stratum: usize,
    bin: usize,
    value: f64,
    weight: f64,
    /// Less the mean of its stratum.
    score: f64,
    /// The variance of its mean by luck of the deals.
    luck: f64,
}

/// The importance of each parameter; nothing where too few candidates or a single bin are left.
pub(super) fn importances(report: &TuningReport, bins: &[Bins]) -> Vec<Option<Importance>> {
    let spread = Spread::of(&report.candidates);
    let of = |(parameter, bins): (usize, &Bins)| importance(report, bins, &spread, parameter);
    bins.iter().enumerate().map(of).collect()
}

fn importance(report: &TuningReport, bins: &Bins, spread: &Spread, parameter: usize) -> Option<Importance> {
    let numeric = matches!(report.parameters[parameter].domain, TunedDomain::Number { .. });
    let mut rows: Vec<Row> = Vec::new();
    for (candidate, bin) in report.candidates.iter().zip(&bins.of) {
        let Some(bin) = *bin else { continue };
        let deals = candidate.search.len();
        rows.push(Row {
            stratum: if spread.within { candidate.batch as usize } else { 0 },
            bin,
            value: candidate.setting[parameter].map_or(0.0, number),
            weight: spread.weight(deals),
            score: candidate.search.mean(),
            luck: spread.luck_of(&candidate.search),
        });
    }
    rows.sort_by_key(|row| row.stratum);
    let sides = spread.sides && numeric;
    let count_of_bins = if sides { 3 } else { bins.ends.len() };
    let strata = rows.chunk_by_mut(|a, b| a.stratum == b.stratum);
    let (mut count, mut luck) = (0, 0.0);
    for stratum in strata {
        let total: f64 = stratum.iter().map(|row| row.weight).sum();
        let mean = stratum.iter().map(|row| row.weight * row.score).sum::<f64>() / total;
        let middle = stratum.iter().map(|row| row.value).sum::<f64>() / stratum.len() as f64;
        for row in stratum.iter_mut() {
            if sides {
                row.bin = match row.value - middle {
                    apart if apart.abs() < 1e-9 * middle.abs() => 2,
                    apart => usize::from(apart > 0.0),
                };
            }
            row.score -= mean;
            luck += row.weight * row.luck * (1.0 - row.weight / total);
        }
        count += 1;
    }
    let free = rows.len() - count;
    let total: f64 = rows.iter().map(|row| row.weight * row.score * row.score).sum();
    let explained = |rows: &[Row]| {
        let (squares, rank) = explained(rows, count_of_bins);
        let rest = (rank > 0 && free >= rank + LEAST_FREE).then(|| (total - squares) / (free - rank) as f64);
        rest.filter(|_| total > 0.0).map(|rest| (squares - rank as f64 * rest, rest))
    };
    let (own, rest) = explained(&rows)?;
    let mut permuted: Vec<f64> = (0..PERMUTATIONS)
        .filter_map(|turn| {
            let mut rng = Seed(0).branch("importance", &[parameter as u64, turn]).rng();
            // Scores change places within a batch, with what is known of each.
            let mut shuffled = rows.clone();
            for stratum in shuffled.chunk_by_mut(|a, b| a.stratum == b.stratum) {
                let binned: Vec<usize> = stratum.iter().map(|row| row.bin).collect();
                stratum.shuffle(&mut rng);
                stratum.iter_mut().zip(binned).for_each(|(row, bin)| row.bin = bin);
            }
            explained(&shuffled).map(|(own, rest)| own / (total + rest))
        })
        .collect();
    permuted.sort_by(f64::total_cmp);
    let chance = *permuted.get((permuted.len() * 95).div_ceil(100).saturating_sub(1))?;
    let real = total - luck;
    Some(Importance {
        omega: own / (total + rest),
        chance,
        of_real: (spread.noise.is_some() && real > 0.2 * total).then(|| (own / real).clamp(0.0, 1.0)),
    })
}

/// The weighted sum of squares that bins explain beyond the strata, and how many of them are free: the regression on
/// indicators of bins after the strata's means were taken out of both sides (Frisch and Waugh 1933).
fn explained(rows: &[Row], bins: usize) -> (f64, usize) {
    let mut normal = vec![vec![0.0; bins]; bins];
    let mut right = vec![0.0; bins];
    for stratum in rows.chunk_by(|a, b| a.stratum == b.stratum) {
        let mut weights = BTreeMap::<usize, f64>::new();
        for row in stratum {
            *weights.entry(row.bin).or_default() += row.weight;
            normal[row.bin][row.bin] += row.weight;
            right[row.bin] += row.weight * row.score;
        }
        let total: f64 = weights.values().sum();
        for (&a, x) in &weights {
            for (&b, y) in &weights {
                normal[a][b] -= x * y / total;
            }
        }
    }
    let scale = (0..bins).map(|bin| normal[bin][bin]).fold(0.0, f64::max);
    let (mut squares, mut rank) = (0.0, 0);
    let mut left: Vec<usize> = (0..bins).collect();
    // Elimination with the largest pivot first; what is left below rounding is a combination of the others.
    while let Some(place) =
        (0..left.len()).max_by(|&a, &b| normal[left[a]][left[a]].total_cmp(&normal[left[b]][left[b]]))
    {
        let pivot = left.swap_remove(place);
        let size = normal[pivot][pivot];
        if size <= 1e-9 * scale {
            break;
        }
        squares += right[pivot] * right[pivot] / size;
        rank += 1;
        for &row in &left {
            let factor = normal[row][pivot] / size;
            right[row] -= factor * right[pivot];
            for &column in &left {
                let below = factor * normal[pivot][column];
                normal[row][column] -= below;
            }
        }
    }
    (squares, rank)
}
