//! The manifest of a run: what it was, and what is in a directory.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use safari_arena::{MANIFEST, Tournament};
use safari_data::{MANIFEST_VERSION, Manifest};

use super::load::Loaded;
use crate::PROGRAM;
use crate::problem::{Problem, with_nearest};

pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// The manifest of a run that begins now, without its [`signature`].
pub(super) fn of(loaded: &Loaded, threads: usize) -> Manifest {
    let config = loaded.tournament.config();
    let files: Vec<String> = loaded.files.values().cloned().collect();
    Manifest {
        format: "safari-tournament".into(),
        version: MANIFEST_VERSION,
        program: PROGRAM.into(),
        git: env!("SAFARI_GIT").into(),
        config: loaded.text.clone(),
        config_hash: format!("{:016x}", config.hash(&files)),
        seed: config.seed,
        tileset: format!("{:016x}", loaded.tiles.hash()),
        files: loaded.files.clone(),
        games_planned: planned(&loaded.tournament),
        games_done: 0,
        shard: loaded.tournament.plan().shard().to_string(),
        signature: String::new(),
        rounds: Vec::new(),
        test: None,
        verdict: None,
        checksums: BTreeMap::new(),
        reproducible: config.is_reproducible(),
        cpu: cpu(),
        threads,
        started: now(),
        ended: 0,
    }
}

/// The games that a tournament plans; of a schedule in rounds the most that there can be.
pub(super) fn planned(tournament: &Tournament) -> u64 {
    let config = tournament.config();
    if config.rounds.is_none() {
        return tournament.plan().games();
    }
    let mut all = tournament.plan().clone();
    all.clear_rounds();
    all.add_round(config.deals, (0..config.line_ups.len()).collect());
    all.games()
}

/// The behaviour of this program in a tournament; a game of each agent is played for it.
pub(super) fn signature(tournament: &Tournament) -> String {
    safari_arena::catch_agent_panics();
    format!("{:016x}", tournament.behaviour(rules()))
}

/// The state of the rules: the number that `safari signature` prints, as committed.
pub(crate) fn rules() -> &'static str {
    let committed = include_str!("../../../../results/signature.txt");
    committed.split_whitespace().last().unwrap_or_default()
}

/// The processor's name where the system tells it.
pub(crate) fn cpu() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

/// The manifest in a directory, if there is one.
pub(crate) fn read(dir: &Path) -> Result<Option<Manifest>, Problem> {
    let path = dir.join(MANIFEST);
    if !path.exists() {
        return Ok(None);
    }
    let text = crate::files::read(&path)?;
    let name = path.display().to_string();
    let wrong = |error: serde_json::Error| Problem::in_file(&name, with_nearest(&error.to_string()));
    // Its kind and version first: those of another have other keys.
    #[derive(serde::Deserialize)]
    struct Head {
        format: Option<String>,
        version: Option<u32>,
    }
    let head: Head = serde_json::from_str(&text).map_err(wrong)?;
    if head.format.as_deref() != Some("safari-tournament") {
        return Err(Problem::in_file(
            &name,
            "it is no manifest of a tournament: its `format` is not `safari-tournament`",
        ));
    }
    if head.version != Some(MANIFEST_VERSION) {
        let found = head.version.map_or("missing".into(), |version| version.to_string());
        let message = format!("its version is {found}, but this program reads version {MANIFEST_VERSION}");
        return Err(Problem::in_file(&name, message));
    }
    Ok(Some(serde_json::from_str(&text).map_err(wrong)?))
}
