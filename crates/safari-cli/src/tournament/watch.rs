//! `safari watch`: follows a run from another terminal, by its ledger.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use safari_arena::{Follow, LEDGER, SetText, is_written};
use serde_json::json;

use super::tally::Tally;
use super::{bar, manifest};
use crate::args::WatchArgs;
use crate::console::Console;
use crate::problem::Problem;

/// What has been seen of a run.
#[derive(Default)]
struct Seen {
    games: u64,
    tally: Tally,
    sets: BTreeSet<u64>,
}

impl Seen {
    fn add(&mut self, set: u64, text: &SetText) {
        // A set that is in the CSV files of an earlier run, too, counts once.
        if !self.sets.insert(set) {
            return;
        }
        let Ok(rows) = text.rows() else { return };
        self.games += rows.len() as u64;
        self.tally.add(rows.iter().flat_map(|(_, seats)| seats));
    }
}

pub(crate) fn run(args: &WatchArgs, console: &mut Console) -> Result<(), Problem> {
    let dir = &args.dir;
    let mut seen = Seen::default();
    let mut follow = Follow::default();
    let (began, mut at_first) = (Instant::now(), None);
    loop {
        let Some(manifest) = manifest::read(dir)? else {
            return Err(Problem::Input(format!("there is no tournament in `{}`", dir.display())));
        };
        let state = follow_ledger(dir, &mut follow, &mut seen)?;
        // What an extended run had before is not in its ledger.
        let done = seen.games.max(manifest.games_done);
        let first = *at_first.get_or_insert(done);
        // Nothing is known of the speed before a game ends while this program looks.
        let speed = (done > first).then(|| (done - first) as f64 / began.elapsed().as_secs_f64().max(1e-9));
        let left = speed.map(|speed| manifest.games_planned.saturating_sub(done) as f64 / speed);
        if args.json {
            let agents: Vec<_> = seen
                .tally
                .ranked()
                .map(|(name, games, share)| json!({"agent": name, "games": games, "win_share": share}))
                .collect();
            let line = json!({
                "games": done, "of": manifest.games_planned, "games_per_s": speed, "seconds_left": left,
                "state": state.name(), "agents": agents,
            });
            writeln!(console, "{line}")?;
        } else {
            let leaders = seen.tally.leaders();
            let told = match (state, speed.zip(left)) {
                (State::Complete, _) => format!("complete; see {}", dir.join("standings.csv").display()),
                (State::Stopped, _) => format!("nobody plays; {}", leaders),
                (State::Running, None) => format!("waiting for games; {}", leaders),
                (State::Running, Some((speed, left))) => {
                    let (rate, left) = (bar::rate(speed), bar::duration(left));
                    format!("{rate} games/s, {left} left: {}", leaders)
                }
            };
            writeln!(console, "{done}/{} games, {}", manifest.games_planned, told.trim_end_matches("; "))?;
        }
        console.flush()?;
        if args.once || state != State::Running {
            return Ok(());
        }
        std::thread::sleep(Duration::from_secs_f64(args.every));
    }
}

/// What a run is doing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    Stopped,
    Complete,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            State::Running => "running",
            State::Stopped => "stopped",
            State::Complete => "complete",
        }
    }
}

/// Reads what is new in the ledger; there is none where the run is complete.
fn follow_ledger(dir: &Path, follow: &mut Follow, seen: &mut Seen) -> Result<State, Problem> {
    let path = dir.join(LEDGER);
    let file = match File::open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(State::Complete),
        file => file.map_err(|error| Problem::reading(&path, &error))?,
    };
    follow.sets(&file, |set, text| seen.add(set, &text)).map_err(|error| Problem::reading(&path, &error))?;
    Ok(if is_written(&file) { State::Running } else { State::Stopped })
}
