//! Schedules in rounds, which look at the results so far and decide what follows.

use safari_stats::{Decision, Design, Hypotheses, Sprt, Tables};

use crate::rows::GameRows;

/// A schedule that plays in rounds and decides after each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounds {
    /// Deals of a round; the last one may be shorter.
    pub deals: u64,
    /// What is done after a round.
    pub rule: Rule,
}

/// What is done after a round, from the rows of all rounds so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// Stop when a sequential test of the first agent's win share decides, judged set by set in the order of numbers.
    Sprt(Design),
    /// Play on with the line-ups of two neighbours in the standings as long as it is open which of them is better: the
    /// interval of their pairwise share holds one half. Stop when there are none.
    Open,
}

/// What follows a round.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Another round by these line-ups.
    Round(Vec<usize>),
    /// The end, and why.
    Stop(String),
}

/// Looks at the rows of a run, set by set in the order of numbers, and says what follows a round.
#[derive(Clone, Debug)]
pub struct Judge {
    rule: Rule,
    /// The agents by index, the one that is tested first.
    names: Vec<String>,
    sprt: Option<Sprt>,
    decision: Option<Decision>,
}

impl Judge {
    /// Has seen no rows yet.
    pub fn new<'n>(rounds: Rounds, names: impl IntoIterator<Item = &'n str>) -> Judge {
        let sprt = match rounds.rule {
            Rule::Sprt(design) => Some(Sprt::new(design)),
            Rule::Open => None,
        };
        let names = names.into_iter().map(str::to_owned).collect();
        Judge { rule: rounds.rule, names, sprt, decision: None }
    }

    /// Takes in the rows of a set. The test ends with the set that decides it: what its round has more is not judged.
    pub fn add(&mut self, rows: &[GameRows]) {
        let Some(sprt) = self.sprt.as_mut().filter(|_| self.decision.is_none()) else { return };
        let own = rows.iter().flat_map(|(_, seats)| seats).filter(|row| row.agent == self.names[0]);
        let (mut sum, mut seats) = (0.0, 0u32);
        for row in own {
            sum += row.win_share;
            seats += 1;
        }
        if seats > 0 {
            sprt.add((sum / f64::from(seats)).clamp(0.0, 1.0));
            self.decision = sprt.decision();
        }
    }

    /// What follows the rounds so far, of which these are the tables. A pure function of their rows.
    ///
    /// `line_ups` are those of the config, by index of agents.
    pub fn next(&self, tables: &Tables, line_ups: &[Vec<usize>]) -> Next {
        let all = || Next::Round((0..line_ups.len()).collect());
        if tables.games() == 0 {
            return all();
        }
        match self.rule {
            Rule::Sprt(_) => self.verdict().map_or_else(all, Next::Stop),
            Rule::Open => {
                let chosen = self.open_line_ups(tables, line_ups);
                if chosen.is_empty() {
                    return Next::Stop("the order of all agents is settled".into());
                }
                Next::Round(chosen)
            }
        }
    }

    /// The sequential test as far as it was judged, where there is one.
    pub fn test(&self) -> Option<&Sprt> {
        self.sprt.as_ref()
    }

    /// What the test has decided, in words.
    fn verdict(&self) -> Option<String> {
        let (sprt, decision) = (self.sprt.as_ref()?, self.decision?);
        let (unit, h0, h1) = match sprt.design().hypotheses() {
            Hypotheses::Share { h0, h1 } => ("win share", h0, h1),
            Hypotheses::Elo { h0, h1 } => ("logistic Elo", h0, h1),
            Hypotheses::NormalizedElo { h0, h1 } => ("normalised Elo", h0, h1),
        };
        let (accepted, h, against) = match decision {
            Decision::AcceptH0 => ("H0", h0, h1),
            Decision::AcceptH1 => ("H1", h1, h0),
        };
        let (sets, name) = (sprt.sets(), &self.names[0]);
        Some(format!("{accepted} is accepted after {sets} sets of {name}: {unit} {h} against {against}"))
    }

    fn open_line_ups(&self, tables: &Tables, line_ups: &[Vec<usize>]) -> Vec<usize> {
        let ranking = tables.ranking();
        let place = |name: &str| self.names.iter().position(|known| known == name);
        let open: Vec<[Option<usize>; 2]> = ranking
            .windows(2)
            .filter(|pair| is_open(tables, pair[0], pair[1]))
            .map(|pair| [place(pair[0]), place(pair[1])])
            .collect();
        let holds = |line_up: &Vec<usize>, pair: &[Option<usize>; 2]| {
            pair.iter().all(|agent| agent.is_some_and(|agent| line_up.contains(&agent)))
        };
        (0..line_ups.len()).filter(|&i| open.iter().any(|pair| holds(&line_ups[i], pair))).collect()
    }
}

/// Whether it is open which of two agents is better, from the games in which both sat.
fn is_open(tables: &Tables, one: &str, other: &str) -> bool {
    tables.better(one, other).is_none_or(|better| better.lo <= 0.5 && 0.5 <= better.hi)
}
