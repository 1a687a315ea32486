//! Bootstrap intervals of many means at once, over deals.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::interval::Interval;
use crate::special::{normal_cdf, normal_quantile};

/// At most so many groups: deals are folded into them by their number modulo this.
const GROUPS: u64 = 1_000;

/// Sums and counts of several metrics, in groups of deals, to bootstrap the mean of each metric over deals.
///
/// A mean may be one of games, decisions or anything else that a deal has any number of: it is the ratio of all sums to
/// all counts. Up to 1,000 deals are groups of their own; of more, every 1,000th is one group, so that memory and time
/// are bounded and a group still is a sample of whole, independent deals.
#[derive(Clone, Debug, PartialEq)]
pub struct DealGroups {
    metrics: usize,
    /// For each group the sums of all metrics, then their counts.
    cells: Vec<f64>,
    present: Vec<bool>,
}

impl DealGroups {
    /// No deals yet, of so many metrics.
    pub fn new(metrics: usize) -> DealGroups {
        DealGroups { metrics, cells: Vec::new(), present: Vec::new() }
    }

    /// Adds what a deal has of a metric: the sum of `count` values. A deal may be added to any number of times.
    ///
    /// # Panics
    ///
    /// If there is no metric of that number.
    pub fn add(&mut self, deal: u64, metric: usize, sum: f64, count: u64) {
        assert!(metric < self.metrics, "metric {metric} of {}", self.metrics);
        let group = (deal % GROUPS) as usize;
        if group >= self.present.len() {
            self.present.resize(group + 1, false);
            self.cells.resize((group + 1) * 2 * self.metrics, 0.0);
        }
        self.present[group] = true;
        let row = group * 2 * self.metrics;
        self.cells[row + metric] += sum;
        self.cells[row + self.metrics + metric] += count as f64;
    }

    /// The mean of every metric with its 95 % interval, from the same `resamples` draws of groups for all of them.
    ///
    /// Efron's BCa interval (1987, *JASA* 82), which corrects the percentiles for bias and skewness, the latter by the
    /// jackknife over groups. `None` for a metric that fewer than two groups have. Equal groups give an interval of no
    /// width: of shares and points use [`share_interval`](crate::share_interval) and
    /// [`mean_interval`](crate::mean_interval), which have one. The result is a function of the groups, `resamples` and
    /// `seed` alone.
    pub fn bootstrap_means(&self, resamples: u32, seed: u64) -> Vec<Option<Interval>> {
        let width = 2 * self.metrics;
        // Rows that hold anything, next to each other.
        let rows: Vec<&[f64]> = (0..self.present.len())
            .filter(|&group| self.present[group])
            .map(|group| &self.cells[group * width..(group + 1) * width])
            .collect();
        let mut total = vec![0.0; width];
        rows.iter().for_each(|row| add(&mut total, row));

        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut means: Vec<Vec<f64>> = vec![Vec::with_capacity(resamples as usize); self.metrics];
        let mut sums = vec![0.0; width];
        if !rows.is_empty() {
            for _ in 0..resamples {
                sums.fill(0.0);
                for _ in 0..rows.len() {
                    // Lemire's multiplication, its bias below 3e-7 with 1,000 groups.
                    let index = (u64::from(rng.next_u32()) * rows.len() as u64) >> 32;
                    add(&mut sums, rows[index as usize]);
                }
                for (metric, means) in means.iter_mut().enumerate() {
                    if sums[self.metrics + metric] > 0.0 {
                        means.push(sums[metric] / sums[self.metrics + metric]);
                    }
                }
            }
        }
        let interval = |(metric, means): (usize, Vec<f64>)| {
            let column = |row: &[f64]| (row[metric], row[self.metrics + metric]);
            bca(means, column(&total), rows.iter().map(|row| column(row)).filter(|&(_, count)| count > 0.0))
        };
        means.into_iter().enumerate().map(interval).collect()
    }
}

fn add(sums: &mut [f64], row: &[f64]) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += value;
    }
}

/// Efron's interval of the ratio of `total`, a sum and a count, from resampled ratios and from each group's sum and
/// count.
fn bca(
    mut resampled: Vec<f64>,
    total: (f64, f64),
    groups: impl Iterator<Item = (f64, f64)> + Clone,
) -> Option<Interval> {
    let size = groups.clone().count();
    if size < 2 || resampled.is_empty() {
        return None;
    }
    let mean = total.0 / total.1;
    // Ties count half, so that what takes few values is not biased by them.
    let below: f64 = resampled
        .iter()
        .map(|&value| match value.total_cmp(&mean) {
            core::cmp::Ordering::Less => 1.0,
            core::cmp::Ordering::Equal => 0.5,
            core::cmp::Ordering::Greater => 0.0,
        })
        .sum();
    let n = resampled.len() as f64;
    let bias = normal_quantile((below / n).clamp(0.5 / n, 1.0 - 0.5 / n));

    let left_out = groups.map(|(sum, count)| (total.0 - sum) / (total.1 - count));
    let centre = left_out.clone().sum::<f64>() / size as f64;
    let (squares, cubes) = left_out.fold((0.0, 0.0), |(squares, cubes), value| {
        let below = centre - value;
        (squares + below * below, cubes + below * below * below)
    });
    let skewness = if squares > 0.0 { cubes / (6.0 * squares * libm::sqrt(squares)) } else { 0.0 };

    resampled.sort_unstable_by(f64::total_cmp);
    let end = |p: f64| {
        let z = bias + normal_quantile(p);
        percentile(&resampled, normal_cdf(bias + z / (1.0 - skewness * z)))
    };
    Some(Interval { lo: end(0.025).min(mean), mean, hi: end(0.975).max(mean) })
}

/// The value so far up a sorted sample, between neighbours in proportion.
fn percentile(sorted: &[f64], p: f64) -> f64 {
    let place = p.clamp(0.0, 1.0) * (sorted.len() - 1) as f64;
    let (below, above) = (place as usize, (place as usize + 1).min(sorted.len() - 1));
    sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moments, mean_interval};
    use rand::RngExt;

    fn groups(values: &[f64]) -> DealGroups {
        let mut groups = DealGroups::new(1);
        for (deal, &value) in values.iter().enumerate() {
            groups.add(deal as u64, 0, value, 1);
        }
        groups
    }

    #[test]
    fn many_deals_give_the_interval_of_student() {
        let mut rng = Pcg64Mcg::seed_from_u64(2);
        let values: Vec<f64> = (0..800).map(|_| rng.random_range(0.0..100.0)).collect();
        let bootstrap = groups(&values).bootstrap_means(2_000, 1)[0].unwrap();
        let student = mean_interval(&values.into_iter().collect::<Moments>());
        assert!((bootstrap.mean - student.mean).abs() < 1e-9);
        let width = student.hi - student.lo;
        for (ours, exact) in [(bootstrap.lo, student.lo), (bootstrap.hi, student.hi)] {
            assert!((ours - exact).abs() < 0.06 * width, "{bootstrap:?} {student:?}");
        }
    }

    #[test]
    fn intervals_of_skewed_ratios_cover_their_truth() {
        // Decisions a game: deals have one to four games of lengths that are far from normal, with mean 3.
        let mut rng = Pcg64Mcg::seed_from_u64(3);
        let runs = 600;
        let covered = (0..runs)
            .filter(|&run| {
                let mut groups = DealGroups::new(1);
                for deal in 0..80 {
                    for _ in 0..rng.random_range(1..=4) {
                        let length = -3.0 * libm::log(1.0 - rng.random::<f64>());
                        groups.add(deal, 0, length, 1);
                    }
                }
                let interval = groups.bootstrap_means(1_000, run)[0].unwrap();
                interval.lo <= 3.0 && 3.0 <= interval.hi
            })
            .count();
        let coverage = covered as f64 / runs as f64;
        assert!((0.92..0.98).contains(&coverage), "{coverage}");
    }

    #[test]
    fn the_same_groups_and_seed_give_the_same_bits_and_another_seed_others() {
        let values: Vec<f64> = (0..50).map(|i| f64::from(i * i % 17)).collect();
        let groups = groups(&values);
        assert_eq!(groups.bootstrap_means(500, 9), groups.bootstrap_means(500, 9));
        assert_ne!(groups.bootstrap_means(500, 9), groups.bootstrap_means(500, 10));
    }

    #[test]
    fn metrics_share_their_resamples() {
        let mut groups = DealGroups::new(3);
        for deal in 0..3_000 {
            let value = (deal * 7_919 % 101) as f64;
            groups.add(deal, 0, value, 1);
            groups.add(deal, 2, 2.0 * value + 5.0, 1);
        }
        let means = groups.bootstrap_means(400, 1);
        let (first, third) = (means[0].unwrap(), means[2].unwrap());
        assert!((third.lo - (2.0 * first.lo + 5.0)).abs() < 1e-9, "{first:?} {third:?}");
        assert!((third.hi - (2.0 * first.hi + 5.0)).abs() < 1e-9, "{first:?} {third:?}");
        assert_eq!(means[1], None);
    }

    #[test]
    fn what_one_group_alone_has_gets_no_interval() {
        assert_eq!(groups(&[4.0]).bootstrap_means(100, 1), [None]);
        assert_eq!(DealGroups::new(2).bootstrap_means(100, 1), [None, None]);
    }
}
