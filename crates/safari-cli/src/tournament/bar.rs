//! The progress of a run: one bar on a terminal, plain lines elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use safari_arena::{GameOutcome, Progress, Tournament};

/// Between two plain lines.
const LINES_EVERY: Duration = Duration::from_secs(10);

/// Shows how a run goes on.
pub(super) struct Bar {
    bar: Option<ProgressBar>,
    state: Mutex<State>,
    lines: bool,
    games: u64,
    began: Instant,
}

struct State {
    /// Name, seats and win shares of each agent.
    agents: Vec<(String, u64, f64)>,
    done: u64,
    last_line: Instant,
    last_leaders: Instant,
}

impl Bar {
    pub fn new(tournament: &Tournament, quiet: bool) -> Bar {
        let games = tournament.plan().games();
        let terminal = io::stderr().is_terminal();
        let bar = (terminal && !quiet).then(|| {
            let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(8));
            let style =
                ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left  {msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        let names = tournament.config().entrants.iter().map(|entrant| (entrant.name.clone(), 0, 0.0));
        let now = Instant::now();
        let state = State { agents: names.collect(), done: 0, last_line: now, last_leaders: now };
        Bar { bar, state: Mutex::new(state), lines: !terminal && !quiet, games, began: now }
    }

    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl State {
    fn leaders(&self) -> String {
        let mut agents: Vec<(&str, f64)> = self
            .agents
            .iter()
            .filter(|(_, seats, _)| *seats > 0)
            .map(|(name, seats, share)| (name.as_str(), share / *seats as f64))
            .collect();
        agents.sort_by(|a, b| b.1.total_cmp(&a.1));
        let shown: Vec<String> =
            agents.iter().take(3).map(|(name, share)| format!("{name} {share:.2}")).collect();
        shown.join(", ")
    }
}

impl Progress for Bar {
    fn game(&self, outcome: &GameOutcome) {
        if self.bar.is_none() && !self.lines {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.done += 1;
        for row in &outcome.seats {
            if let Some(agent) = state.agents.iter_mut().find(|(name, _, _)| *name == row.agent) {
                agent.1 += 1;
                agent.2 += row.win_share;
            }
        }
        if let Some(bar) = &self.bar {
            bar.inc(1);
            if state.last_leaders.elapsed() > Duration::from_millis(300) {
                state.last_leaders = Instant::now();
                bar.set_message(state.leaders());
            }
        } else if state.last_line.elapsed() >= LINES_EVERY {
            state.last_line = Instant::now();
            let per_second = state.done as f64 / self.began.elapsed().as_secs_f64();
            let left = (self.games - state.done) as f64 / per_second;
            let _ = writeln!(
                io::stderr(),
                "{}/{} games, {} games/s, {} left: {}",
                state.done,
                self.games,
                rate(per_second),
                duration(left),
                state.leaders()
            );
        }
    }
}

/// `1:02:03`, `2:03` or `4.5 s`.
pub(super) fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match (whole / 3600, whole / 60 % 60, whole % 60) {
        (0, 0, _) => format!("{seconds:.1} s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Three digits at least.
pub(super) fn rate(per_second: f64) -> String {
    match per_second {
        x if x >= 100.0 => format!("{x:.0}"),
        x if x >= 10.0 => format!("{x:.1}"),
        x => format!("{x:.2}"),
    }
}
