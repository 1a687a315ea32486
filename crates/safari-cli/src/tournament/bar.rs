//! The progress of a run: one bar on a terminal, lines of text or JSON elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use safari_arena::{GameOutcome, GameRows, Progress, Tournament};
use serde_json::json;

use super::tally::Tally;
use crate::args::{ProgressArgs, ProgressKind};

/// Between two looks at the leaders.
const LEADERS_EVERY: Duration = Duration::from_millis(300);

/// Shows how a run goes on.
pub(super) struct Bar {
    bar: Option<ProgressBar>,
    state: Mutex<State>,
    lines: Option<Lines>,
    every: Duration,
    games: u64,
    began: Instant,
}

/// What the lines are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lines {
    Text,
    Json,
}

struct State {
    tally: Tally,
    /// Games that this run has played, and those that an earlier one had.
    done: u64,
    known: u64,
    last_line: Instant,
    last_leaders: Instant,
}

impl Bar {
    /// Nothing is done yet; `unicode` is whether the terminal shows more than ASCII.
    pub fn new(tournament: &Tournament, shown: &ProgressArgs, unicode: bool) -> Bar {
        let games = super::manifest::planned(tournament);
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let terminal = io::stderr().is_terminal() && !dumb;
        let (shows_bar, lines) = match shown.progress {
            _ if shown.quiet => (false, None),
            ProgressKind::None => (false, None),
            ProgressKind::Auto if terminal => (true, None),
            ProgressKind::Auto | ProgressKind::Lines => (false, Some(Lines::Text)),
            ProgressKind::Json => (false, Some(Lines::Json)),
        };
        let names = tournament.config().entrants.iter().map(|entrant| entrant.name.as_str());
        let now = Instant::now();
        let state = State { tally: Tally::new(names), done: 0, known: 0, last_line: now, last_leaders: now };
        Bar {
            bar: shows_bar.then(|| bar(games, unicode)),
            state: Mutex::new(state),
            lines,
            every: Duration::from_secs_f64(shown.report_every),
            games,
            began: now,
        }
    }

    /// Says something that is no progress; nothing where the text is empty.
    pub fn say(&self, text: &str) {
        match &self.bar {
            _ if text.is_empty() => {}
            Some(bar) => bar.println(text),
            None if self.lines == Some(Lines::Text) => drop(writeln!(io::stderr(), "{text}")),
            None => {}
        }
    }

    /// Takes the bar away; the last line of JSON is of the end.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.lines == Some(Lines::Json) {
            self.line(&self.state.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    fn line(&self, state: &State) {
        let seconds = self.began.elapsed().as_secs_f64();
        let (done, all) = (state.done, state.done + state.known);
        let left = seconds_left(done, self.games.saturating_sub(all), seconds);
        let speed = done as f64 / seconds.max(1e-9);
        let line = match self.lines {
            Some(Lines::Json) => json!({
                "games": all,
                "of": self.games,
                "seconds": round(seconds),
                "games_per_s": round(speed),
                "seconds_left": left.map(round),
                "agents": state.tally.ranked().map(|(name, seats, share)| json!({
                    "agent": name, "games": seats, "win_share": round(share),
                })).collect::<Vec<_>>(),
            })
            .to_string(),
            _ => format!(
                "{all}/{} games, {} games/s, {} left: {}",
                self.games,
                rate(speed),
                left.map_or_else(|| "?".into(), duration),
                state.tally.leaders()
            ),
        };
        let _ = writeln!(io::stderr(), "{line}");
    }

    /// What is said when somebody asks the run to stop.
    pub fn stopping(&self) -> impl Fn() + Send + 'static {
        const TEXT: &str = "stopping; press Ctrl-C again to end at once and lose the games under way";
        let (bar, lines) = (self.bar.clone(), self.lines);
        move || match &bar {
            Some(bar) => bar.println(TEXT),
            None if lines == Some(Lines::Text) => drop(writeln!(io::stderr(), "{TEXT}")),
            None => {}
        }
    }
}

/// A bar of games, with their speed and the time left.
pub(crate) fn bar(games: u64, unicode: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(8));
    let template = "{bar:20} {pos}/{len} games, {speed}, {left} left  {wide_msg}";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    // Both are estimated by indicatif from the last seconds, and begin anew after games of an earlier run.
    let speed = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{} games/s", rate(state.per_sec()));
    };
    let time = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let known = state.pos() > 0 && state.per_sec() > 0.0;
        let text = if known { duration(state.eta().as_secs_f64()) } else { "?".into() };
        let _ = out.write_str(&text);
    };
    let style = style.with_key("speed", speed).with_key("left", time);
    bar.set_style(style.progress_chars(if unicode { "█▉▊▋▌▍▎▏░" } else { "#-" }));
    // The time goes on while a long game does.
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

impl Progress for Bar {
    fn known(&self, rows: &[GameRows]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.known += rows.len() as u64;
        rows.iter().for_each(|(_, seats)| state.tally.add(seats));
        if let Some(bar) = &self.bar {
            bar.inc(rows.len() as u64);
            // Speed and time left are of what is played from here.
            bar.reset_eta();
        }
    }

    fn game(&self, outcome: &GameOutcome) {
        if self.bar.is_none() && self.lines.is_none() {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.done += 1;
        state.tally.add(&outcome.seats);
        if let Some(bar) = &self.bar {
            bar.inc(1);
            if state.last_leaders.elapsed() > LEADERS_EVERY {
                state.last_leaders = Instant::now();
                bar.set_message(state.tally.leaders());
            }
        } else if state.last_line.elapsed() >= self.every {
            state.last_line = Instant::now();
            self.line(&state);
        }
    }
}

/// The seconds left if games go on as they did on average, once one is played.
pub(crate) fn seconds_left(done: u64, left: u64, seconds: f64) -> Option<f64> {
    (done > 0).then(|| left as f64 * seconds / done as f64)
}

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// `1:02:03`, `2:03` or `4.5 s`.
pub(crate) fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match (whole / 3600, whole / 60 % 60, whole % 60) {
        (0, 0, _) => format!("{seconds:.1} s"),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Three digits at least.
pub(crate) fn rate(per_second: f64) -> String {
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
        assert_eq!(seconds_left(0, 60, 10.0), None);
        assert_eq!(seconds_left(6, 54, 10.0), Some(90.0));
        assert_eq!(seconds_left(60, 0, 10.0), Some(0.0));
    }
}
