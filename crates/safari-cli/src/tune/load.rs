//! The config of a tuning run, from its file.

use std::collections::BTreeMap;
use std::path::Path;

use safari_agents::Registry;
use safari_arena::{Entrant, Origin, Player, Shard, Tournament, TournamentConfig};
use safari_core::TileSet;
use safari_tune::{Objective, Tuning, TuningConfig};

use crate::files;
use crate::problem::{Problem, with_nearest};
use crate::tournament::extends::{self, Extended};
use crate::tournament::load::changed;
use crate::tournament::manifest::rules;

/// A run that can be carried out, and what it was read from.
pub(super) struct Loaded {
    pub tuning: Tuning,
    /// The config with all changes.
    pub text: String,
    /// Texts of the files that it names.
    pub files: BTreeMap<String, String>,
}

/// Reads a config, with keys set on the command line.
pub(super) fn config_file(
    path: &Path,
    sets: &[String],
    seed: Option<u64>,
    registry: &Registry,
) -> Result<Loaded, Problem> {
    let Extended { text, bases } = extends::read(path)?;
    let name = files::name(path);
    // The file by itself first, so that errors name its lines; those of several files together have none.
    TuningConfig::parse(&text, registry).map_err(|error| match bases.is_empty() {
        true => Problem::in_file(&name, error),
        false => Problem::in_file(&name, format!("with {}: {}", bases.join(", "), error.message)),
    })?;
    let mut changes = sets.to_vec();
    changes.extend(seed.map(|seed| format!("seed={seed}")));
    let text = if changes.is_empty() { text } else { changed(&text, &changes)? };
    let config = TuningConfig::parse(&text, registry).map_err(|error| {
        Problem::in_file(&name, format!("with {}: {}", changes.join(", "), error.message))
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    build(config, text, |file| files::read(&folder.join(file)))
}

/// A run of a config whose files are read by a function.
pub(super) fn build(
    config: TuningConfig,
    text: String,
    read: impl Fn(&str) -> Result<String, Problem>,
) -> Result<Loaded, Problem> {
    let mut named = BTreeMap::new();
    let tiles = match &config.tiles {
        None => TileSet::safari(),
        Some(file) => {
            let text = read(file)?;
            let tiles = TileSet::parse(&text).map_err(|mut error| {
                error.message = with_nearest(&error.message);
                Problem::in_file(file, error)
            })?;
            named.insert(file.clone(), text);
            tiles.leak()
        }
    };
    let signature = signature(&config, tiles)?;
    let texts: Vec<String> = named.values().cloned().collect();
    Ok(Loaded { tuning: Tuning::new(config, tiles, &texts, signature), text, files: named })
}

/// The behaviour of the program's agents in a run.
fn signature(config: &TuningConfig, tiles: &'static TileSet) -> Result<String, Problem> {
    safari_arena::catch_agent_panics();
    let factories =
        [&config.base].into_iter().chain(config.pool.iter().chain(&config.held_out).map(|it| &it.factory));
    let entrant = |(n, factory): (usize, &safari_agents::Factory)| Entrant {
        name: format!("{n} {factory}"),
        player: Player::BuiltIn(factory.clone()),
    };
    let all: Vec<Entrant> = factories.enumerate().map(entrant).collect();
    let seats = vec![all[0].clone(); config.players];
    let mut games = TournamentConfig::of(config.variant, seats);
    games.entrants = all;
    games.line_ups = vec![vec![0; config.players]];
    let tournament = Tournament::new(games, tiles, Origin::Seeded, Shard::WHOLE)
        .map_err(|error| Problem::Input(error.to_string()))?;
    Ok(format!("{:016x}", tournament.behaviour(rules())))
}

/// An objective in words.
pub(super) fn objective(objective: Objective) -> &'static str {
    match objective {
        Objective::Margin => "margin, points ahead of the best other seat",
        Objective::Score => "score, points",
        Objective::Rank => "rank",
        Objective::WinShare => "win share",
    }
}
