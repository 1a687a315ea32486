//! The progress of a run: one bar on a terminal, plain lines elsewhere.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use safari_arena::{GameOutcome, Progress, Tournament};

/// Between two plain lines.
const LINES_EVERY: Duration = Duration::from_secs(10);

/// Between two looks at the leaders.
const LEADERS_EVERY: Duration = Duration::from_millis(300);

/// Shows how a run goes on.
pub(super) struct Bar {
    bar: Option<ProgressBar>,
    state: Mutex<State>,
    lines: bool,
    games: u64,
    per_deal: u64,
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
    /// Nothing is done yet; `unicode` is whether the terminal shows more than ASCII.
    pub fn new(tournament: &Tournament, quiet: bool, unicode: bool) -> Bar {
        let games = tournament.plan().games();
        let per_deal = tournament.plan().games_per_deal();
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let terminal = io::stderr().is_terminal() && !dumb;
        let bar = (terminal && !quiet).then(|| bar(games, per_deal, unicode));
        let names = tournament.config().entrants.iter().map(|entrant| (entrant.name.clone(), 0, 0.0));
        let now = Instant::now();
        let state = State { agents: names.collect(), done: 0, last_line: now, last_leaders: now };
        Bar { bar, state: Mutex::new(state), lines: !terminal && !quiet, games, per_deal, began: now }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// What is said when somebody asks the run to stop.
    pub fn stopping(&self) -> impl Fn() + Send + 'static {
        const TEXT: &str = "stopping; press Ctrl-C again to end at once and lose the games of this run";
        let (bar, lines) = (self.bar.clone(), self.lines);
        move || match &bar {
            Some(bar) => bar.println(TEXT),
            None if lines => drop(writeln!(io::stderr(), "{TEXT}")),
            None => {}
        }
    }
}

fn bar(games: u64, per_deal: u64, unicode: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(8));
    let template = "{bar:20} {pos}/{len} games, {speed}, {left} left  {wide_msg}";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let speed = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{} games/s", rate(state.pos() as f64 / state.elapsed().as_secs_f64().max(1e-9)));
    };
    let time = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = out.write_str(&left(state.pos(), games, per_deal, state.elapsed().as_secs_f64()));
    };
    let style = style.with_key("speed", speed).with_key("left", time);
    bar.set_style(style.progress_chars(if unicode { "█▉▊▋▌▍▎▏░" } else { "#-" }));
    // The time goes on while a long game does.
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

impl State {
    fn leaders(&self) -> String {
        let played = self.agents.iter().filter(|(_, seats, _)| *seats > 0);
        let mut agents: Vec<(&str, f64)> =
            played.map(|(name, seats, share)| (name.as_str(), share / *seats as f64)).collect();
        agents.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut text = String::new();
        for (name, share) in agents.iter().take(3) {
            let comma = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{comma}{name} {share:.2}");
        }
        text
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
            if state.last_leaders.elapsed() > LEADERS_EVERY {
                state.last_leaders = Instant::now();
                bar.set_message(state.leaders());
            }
        } else if state.last_line.elapsed() >= LINES_EVERY {
            state.last_line = Instant::now();
            let (done, seconds) = (state.done, self.began.elapsed().as_secs_f64());
            let _ = writeln!(
                io::stderr(),
                "{done}/{} games, {} games/s, {} left: {}",
                self.games,
                rate(done as f64 / seconds),
                left(done, self.games, self.per_deal, seconds),
                state.leaders()
            );
        }
    }
}

/// The time left if games go on as they did on average; games of one deal differ, so the first deal tells nothing.
fn left(done: u64, games: u64, per_deal: u64, seconds: f64) -> String {
    if done < per_deal.max(1) {
        return "?".into();
    }
    duration((games - done.min(games)) as f64 * seconds / done as f64)
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
        x if x >= 99.95 => format!("{x:.0}"),
        x if x >= 9.995 => format!("{x:.1}"),
        x => format!("{x:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_rates_are_short() {
        assert_eq!(
            [0.04, 59.4, 59.6, 61.0, 3723.0].map(duration),
            ["0.0 s", "59.4 s", "1:00", "1:01", "1:02:03"]
        );
        assert_eq!([0.0, 9.996, 99.96, 26_784.3].map(rate), ["0.00", "10.0", "100", "26784"]);
        assert_eq!(left(5, 60, 6, 10.0), "?");
        assert_eq!(left(6, 60, 6, 10.0), "1:30");
        assert_eq!(left(60, 60, 6, 10.0), "0.0 s");
    }
}
