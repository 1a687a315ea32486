//! Which agents the games compare.

use std::collections::BTreeMap;

use super::choice::{ChoiceSet, Counts};

/// Who was at least as good as whom, directly or through others.
///
/// An edge leads from every agent of a choice to each of its winners. The likelihood has a finite maximum in the
/// strengths exactly if every agent reaches every other: a set of agents that no edge leaves won every choice it took
/// part in, so that adding the same to all their strengths never lowers the likelihood. (And a direction that never
/// lowers it has such a set, those agents for which it is largest. Ford 1957 has this for pairs, Hunter 2004 for
/// rankings.)
#[derive(Clone, Debug)]
pub(super) struct Comparable {
    reaches: Vec<Vec<bool>>,
}

impl Comparable {
    pub fn new(agents: usize, choices: &BTreeMap<ChoiceSet, Counts>) -> Comparable {
        let mut edges = vec![vec![false; agents]; agents];
        for (set, counts) in choices {
            for (winners, _) in counts.iter() {
                for winner in set.agents_of(winners) {
                    set.agents().for_each(|agent| edges[agent][winner] = true);
                }
            }
        }
        Comparable { reaches: closure(edges) }
    }

    /// Sets of agents that never met, not even through others; one set if all are linked.
    pub fn linked(&self) -> Vec<Vec<usize>> {
        let agents = self.reaches.len();
        let both = (0..agents)
            .map(|a| (0..agents).map(|b| self.reaches[a][b] || self.reaches[b][a]).collect())
            .collect();
        mutual(&closure(both))
    }

    /// Sets of agents that are comparable among each other; of two sets that met, the one that always won comes first.
    pub fn comparable(&self) -> Vec<Vec<usize>> {
        let mut sets = mutual(&self.reaches);
        sets.sort_by_key(|set| self.reaches[set[0]].iter().filter(|&&reaches| reaches).count());
        sets
    }

    /// The agents outside the largest comparable set.
    pub fn separated(&self) -> Vec<usize> {
        let sets = self.comparable();
        let largest = sets.iter().map(Vec::len).max().unwrap_or(0);
        let main = sets.iter().position(|set| set.len() == largest);
        let others = sets.iter().enumerate().filter(|&(i, _)| Some(i) != main);
        let mut separated: Vec<usize> = others.flat_map(|(_, set)| set.iter().copied()).collect();
        separated.sort_unstable();
        separated
    }
}

/// The reflexive and transitive closure (Warshall 1962).
fn closure(mut edges: Vec<Vec<bool>>) -> Vec<Vec<bool>> {
    for middle in 0..edges.len() {
        edges[middle][middle] = true;
        let onward = edges[middle].clone();
        for row in edges.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&onward).for_each(|(cell, &further)| *cell |= further);
        }
    }
    edges
}

fn mutual(reaches: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let first =
        |a: usize| (0..=a).find(|&b| reaches[a][b] && reaches[b][a]).expect("an agent reaches itself");
    let mut sets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for agent in 0..reaches.len() {
        sets.entry(first(agent)).or_default().push(agent);
    }
    sets.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::super::choice::choices;
    use super::super::options::OutcomeKind;
    use super::super::outcomes::GameOutcome;
    use super::*;

    fn comparable(agents: usize, games: &[(&[usize], &[u32])]) -> Comparable {
        let games = games.iter().map(|(seats, ranks)| (GameOutcome::new(seats, ranks).unwrap(), 1)).collect();
        Comparable::new(agents, &choices(&games, OutcomeKind::Winners))
    }

    #[test]
    fn a_cycle_of_wins_compares_all() {
        let cycle = comparable(3, &[(&[0, 1], &[1, 2]), (&[1, 2], &[1, 2]), (&[2, 0], &[1, 2])]);
        assert_eq!(cycle.comparable(), [[0, 1, 2]]);
        assert!(cycle.separated().is_empty());
    }

    #[test]
    fn one_tie_compares_and_one_sided_wins_do_not() {
        let games: [(&[usize], &[u32]); 3] =
            [(&[1, 2], &[1, 1]), (&[0, 1], &[2, 1]), (&[3, 2, 0], &[1, 2, 3])];
        let one_sided = comparable(5, &games);
        assert_eq!(one_sided.linked(), [vec![0, 1, 2, 3], vec![4]]);
        assert_eq!(one_sided.separated(), [0, 3, 4]);
        let sets = one_sided.comparable();
        let place = |agent| sets.iter().position(|set| set.contains(&agent)).unwrap();
        // Agent 2 never beat 0 itself; 1, its equal, did.
        assert!(place(3) < place(2) && place(2) == place(1) && place(1) < place(0), "{sets:?}");
    }
}
