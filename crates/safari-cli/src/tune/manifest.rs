//! `manifest.json` of a tuning run.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use safari_arena::replace;
use safari_tune::{Budget, Tuned, Tuning};
use serde::{Deserialize, Serialize};

use crate::PROGRAM;
use crate::problem::{Problem, with_nearest};
use crate::tournament::manifest::{cpu, now};

/// The name of the manifest.
pub(super) const MANIFEST: &str = "manifest.json";

/// What it is the manifest of.
const FORMAT: &str = "safari-tuning-run";

/// What a run was: enough to repeat and to report it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    format: String,
    version: u32,
    program: String,
    git: String,
    /// The config as it was run.
    pub config: String,
    config_hash: String,
    seed: u64,
    /// Texts of the files that the config names.
    pub files: BTreeMap<String, String>,
    /// Evaluations of the search, and games in all; 0 while it goes on.
    evaluations: u64,
    games: u64,
    /// First deal, and the one after the last, by what they were for.
    deals: BTreeMap<String, [u64; 2]>,
    verdict: Option<String>,
    reproducible: bool,
    cpu: String,
    threads: usize,
    started: u64,
    ended: u64,
}

impl Manifest {
    /// The manifest of a run that begins now.
    pub fn of(tuning: &Tuning, text: &str, files: &BTreeMap<String, String>, threads: usize) -> Manifest {
        Manifest {
            format: FORMAT.into(),
            version: 1,
            program: PROGRAM.into(),
            git: env!("SAFARI_GIT").into(),
            config: text.into(),
            config_hash: format!("{:016x}", tuning.hash()),
            seed: tuning.config().seed,
            files: files.clone(),
            evaluations: 0,
            games: 0,
            deals: BTreeMap::new(),
            verdict: None,
            reproducible: matches!(tuning.config().budget, Budget::Games(_)),
            cpu: cpu(),
            threads,
            started: now(),
            ended: 0,
        }
    }

    /// The same at the end; `first` is that of the run that began.
    pub fn ended(mut self, first: Option<Manifest>, tuned: &Tuned) -> Manifest {
        if let Some(first) = first {
            self.started = first.started;
            // Where nothing was left to do, the end stays.
            self.ended = first.ended;
        }
        if self.ended == 0 {
            self.ended = now();
        }
        let pair = |range: &Range<u64>| [range.start, range.end];
        let ranges = &tuned.ranges;
        self.deals = [
            ("search", &ranges.search),
            ("selection", &ranges.selection),
            ("test", &ranges.pool),
            ("held_out_test", &ranges.held_out),
        ]
        .map(|(name, range)| (name.to_owned(), pair(range)))
        .into();
        self.evaluations = tuned.evaluations;
        self.games = tuned.games;
        self.verdict = Some(tuned.verdict.verdict.clone());
        self
    }

    /// Writes it.
    pub fn write(&self, dir: &Path) -> Result<(), Problem> {
        let text = serde_json::to_string_pretty(self).map_err(|error| Problem::Failure(error.to_string()))?;
        replace(dir, MANIFEST, (text + "\n").as_bytes()).map_err(|error| Problem::writing(dir, &error))
    }
}

/// The manifest in a directory, if there is one.
pub(super) fn read(dir: &Path) -> Result<Option<Manifest>, Problem> {
    let path = dir.join(MANIFEST);
    if !path.exists() {
        return Ok(None);
    }
    let text = crate::files::read(&path)?;
    let name = path.display().to_string();
    let wrong = |error: serde_json::Error| Problem::in_file(&name, with_nearest(&error.to_string()));
    #[derive(Deserialize)]
    struct Head {
        format: Option<String>,
    }
    let head: Head = serde_json::from_str(&text).map_err(wrong)?;
    if head.format.as_deref() != Some(FORMAT) {
        let message = format!("it is no manifest of a tuning run: its `format` is not `{FORMAT}`");
        return Err(Problem::in_file(&name, message));
    }
    Ok(Some(serde_json::from_str(&text).map_err(wrong)?))
}
