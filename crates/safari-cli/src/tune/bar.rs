//! The progress of a tuning run: one bar on a terminal, lines of text or JSON elsewhere.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use safari_tune::Progress;
use serde_json::json;

use crate::args::{ProgressArgs, ProgressKind};
use crate::tournament::bar::{bar, duration, rate, seconds_left};

/// Shows how a run goes on.
pub(super) struct Bar {
    bar: Option<ProgressBar>,
    lines: Option<bool>,
    every: Duration,
    state: Mutex<State>,
}

struct State {
    phase: String,
    leader: String,
    /// Games of the phase: at most, played, recalled.
    of: u64,
    played: u64,
    recalled: u64,
    began: Instant,
    last_line: Instant,
}

impl Bar {
    /// Nothing is done yet; `unicode` is whether the terminal shows more than ASCII.
    pub fn new(shown: &ProgressArgs, unicode: bool) -> Bar {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let terminal = io::stderr().is_terminal() && !dumb;
        // Lines are of JSON or not.
        let (shows_bar, lines) = match shown.progress {
            _ if shown.quiet => (false, None),
            ProgressKind::None => (false, None),
            ProgressKind::Auto if terminal => (true, None),
            ProgressKind::Auto | ProgressKind::Lines => (false, Some(false)),
            ProgressKind::Json => (false, Some(true)),
        };
        let now = Instant::now();
        Bar {
            bar: shows_bar.then(|| bar(0, unicode)),
            lines,
            every: Duration::from_secs_f64(shown.report_every),
            state: Mutex::new(State {
                phase: String::new(),
                leader: String::new(),
                of: 0,
                played: 0,
                recalled: 0,
                began: now,
                last_line: now,
            }),
        }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.lines == Some(true) {
            self.line(&self.state());
        }
    }

    /// What is said when somebody asks the run to stop.
    pub fn stopping(&self) -> impl Fn() + Send + 'static {
        const TEXT: &str = "stopping; what was played is kept";
        let (bar, lines) = (self.bar.clone(), self.lines);
        move || match &bar {
            Some(bar) => bar.println(TEXT),
            None if lines == Some(false) => drop(writeln!(io::stderr(), "{TEXT}")),
            None => {}
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self, state: &State) {
        let State { phase, leader, of, played, recalled, began, .. } = state;
        let done = played + recalled;
        let seconds = began.elapsed().as_secs_f64();
        let speed = *played as f64 / seconds.max(1e-9);
        let left = seconds_left(*played, of.saturating_sub(done), seconds);
        let line = match self.lines {
            Some(true) => json!({
                "phase": phase,
                "games": done,
                "of": of,
                "games_per_s": (speed * 1e3).round() / 1e3,
                "seconds_left": left.map(|left| (left * 1e3).round() / 1e3),
                "leader": leader,
            })
            .to_string(),
            _ => format!(
                "{phase}: {done}/{of} games, {} games/s, {} left: {leader}",
                rate(speed),
                left.map_or_else(|| "?".into(), duration)
            ),
        };
        let _ = writeln!(io::stderr(), "{line}");
    }
}

impl Progress for Bar {
    fn phase(&self, name: &str, games: u64) {
        let mut state = self.state();
        let now = Instant::now();
        *state = State {
            phase: name.into(),
            leader: String::new(),
            of: games,
            played: 0,
            recalled: 0,
            began: now,
            last_line: state.last_line,
        };
        if let Some(bar) = &self.bar {
            bar.set_length(games);
            bar.set_position(0);
            bar.reset_eta();
            bar.set_message(name.to_owned());
        }
    }

    fn games(&self, games: u64, recalled: bool) {
        let mut state = self.state();
        if recalled {
            state.recalled += games
        } else {
            state.played += games
        }
        if let Some(bar) = &self.bar {
            bar.inc(games);
            if recalled {
                bar.reset_eta();
            }
        }
        if self.lines.is_some() && state.last_line.elapsed() >= self.every {
            state.last_line = Instant::now();
            self.line(&state);
        }
    }

    fn leader(&self, text: &str) {
        let mut state = self.state();
        state.leader = text.into();
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{}: {text}", state.phase));
        }
    }
}
