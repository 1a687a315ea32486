//! Measures of games, averaged within clusters before anything else.

use crate::moments::Moments;

/// Moments over clusters of `N` measures that come together, in constant memory.
///
/// A cluster is what shares luck: all games of one deal. Its value is the mean of its entries; clusters must come one after
/// the other.
#[derive(Clone, Debug)]
pub struct Clusters<const N: usize> {
    open: Option<u64>,
    sums: [f64; N],
    entries: u32,
    len: u64,
    mean: [f64; N],
    squares: [f64; N],
}

impl<const N: usize> Default for Clusters<N> {
    fn default() -> Clusters<N> {
        Clusters { open: None, sums: [0.0; N], entries: 0, len: 0, mean: [0.0; N], squares: [0.0; N] }
    }
}

impl<const N: usize> Clusters<N> {
    /// Takes in an entry of a cluster; the number and the means of the one that thereby ends.
    pub fn add(&mut self, cluster: u64, values: &[f64; N]) -> Option<(u64, [f64; N])> {
        let ended = if self.open == Some(cluster) { None } else { self.end() };
        self.open = Some(cluster);
        self.entries += 1;
        for (sum, value) in self.sums.iter_mut().zip(values) {
            *sum += value;
        }
        ended
    }

    /// Ends the cluster that is being added up.
    pub fn end(&mut self) -> Option<(u64, [f64; N])> {
        let cluster = self.open.take()?;
        let each = 1.0 / f64::from(std::mem::take(&mut self.entries));
        let means = std::mem::replace(&mut self.sums, [0.0; N]).map(|sum| sum * each);
        self.len += 1;
        let weight = 1.0 / self.len as f64;
        for (i, value) in means.iter().enumerate() {
            let before = value - self.mean[i];
            self.mean[i] += before * weight;
            self.squares[i] += before * (value - self.mean[i]);
        }
        Some((cluster, means))
    }

    /// How many clusters, the open one included.
    pub fn len(&self) -> u64 {
        self.len + u64::from(self.open.is_some())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moments of each measure over clusters, the open one included.
    pub fn moments(&self) -> [Moments; N] {
        let mut all = self.clone();
        all.end();
        std::array::from_fn(|i| Moments::from_sums(all.len, all.mean[i], all.squares[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_count_once_however_many_entries_they_have() {
        let mut clusters = Clusters::default();
        let entries = [(3, 1.0), (3, 0.0), (5, 1.0), (9, 0.25), (9, 0.25), (9, 0.25)];
        let ended: Vec<_> =
            entries.iter().filter_map(|&(cluster, x)| clusters.add(cluster, &[x, 2.0 * x])).collect();
        assert_eq!(ended, [(3, [0.5, 1.0]), (5, [1.0, 2.0])]);
        let [one, double] = clusters.moments();
        let plain: Moments = [0.5, 1.0, 0.25].into_iter().collect();
        assert_eq!(one.len(), 3);
        assert!(
            (one.mean() - plain.mean()).abs() < 1e-15 && (one.variance() - plain.variance()).abs() < 1e-15
        );
        assert!((double.variance() - 4.0 * plain.variance()).abs() < 1e-15);
        // Asking does not end the open cluster.
        assert_eq!(clusters.add(9, &[0.25, 0.5]), None);
        assert_eq!(clusters.len(), 3);
    }
}
