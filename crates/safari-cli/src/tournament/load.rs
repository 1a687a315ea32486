//! From what was typed to a tournament that can be played.

use std::collections::BTreeMap;
use std::path::Path;

use safari_agents::Registry;
use safari_arena::{LEDGER, MANIFEST, Origin, Shard, Tournament, TournamentConfig, is_run_file};
use safari_core::{Deal, Position, TileSet, Variant};
use safari_data::{DealText, Manifest};

use super::extends::{self, Extended};
use super::manifest;
use crate::args::MatchArgs;
use crate::files;
use crate::problem::{Problem, with_nearest};

/// A tournament and what its manifest will say.
#[derive(Debug)]
pub(super) struct Loaded {
    pub tournament: Tournament,
    pub tiles: &'static TileSet,
    /// The config as it is run.
    pub text: String,
    /// Texts of the files that the config names.
    pub files: BTreeMap<String, String>,
}

/// A config file with what was changed on the command line.
pub(super) fn config_file(
    path: &Path,
    sets: &[String],
    seed: Option<u64>,
    shard: Shard,
    registry: &Registry,
) -> Result<Loaded, Problem> {
    let Extended { text, bases } = extends::read(path)?;
    let name = files::name(path);
    // The file by itself first, so that errors name its lines; those of several files together have none.
    TournamentConfig::parse(&text, registry).map_err(|error| match bases.is_empty() {
        true => Problem::in_file(&name, error),
        false => Problem::in_file(&name, format!("with {}: {}", bases.join(", "), error.message)),
    })?;
    let mut changes: Vec<String> = sets.to_vec();
    let mut flags: Vec<String> = sets.iter().map(|set| format!("--set {set}")).collect();
    if let Some(seed) = seed {
        changes.push(format!("seed={seed}"));
        flags.push(format!("--seed {seed}"));
    }
    let text = if changes.is_empty() { text } else { changed(&text, &changes)? };
    let config = TournamentConfig::parse(&text, registry)
        .map_err(|error| Problem::in_file(&name, format!("with {}: {}", flags.join(" "), error.message)))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    build(config, text, &name, shard, |file| files::read(&folder.join(file)))
}

/// Sets keys of a TOML text.
pub(crate) fn changed(text: &str, changes: &[String]) -> Result<String, Problem> {
    let mut root =
        toml::Value::Table(text.parse().map_err(|e: toml::de::Error| Problem::Input(e.to_string()))?);
    for change in changes {
        let wrong = |message: String| Problem::Input(format!("--set `{change}`{message}"));
        let (path, value) =
            change.split_once('=').ok_or_else(|| wrong(" must be KEY=VALUE, as in `deals=10`".into()))?;
        let digits = value.trim();
        if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) && digits.parse::<i64>().is_err()
        {
            return Err(wrong(format!(": a number is at most {}", i64::MAX)));
        }
        // What is no TOML value is a word, so that words need no quotes.
        let typed = format!("x = {value}").parse::<toml::Table>().ok().filter(|table| table.len() == 1);
        let value = typed
            .and_then(|mut table| table.remove("x"))
            .unwrap_or_else(|| toml::Value::String(value.trim().to_owned()));
        if path.split('.').count() > 16 {
            return Err(wrong(": no key lies so deep".into()));
        }
        let mut place = &mut root;
        for key in path.split('.').map(str::trim) {
            place = match place {
                toml::Value::Table(table) => {
                    table.entry(key).or_insert_with(|| toml::Value::Table(toml::Table::new()))
                }
                toml::Value::Array(list) => {
                    let length = list.len();
                    key.parse().ok().and_then(|index: usize| list.get_mut(index)).ok_or_else(|| {
                        wrong(format!(": `{key}` must be the place in a list of {length}, counted from 0"))
                    })?
                }
                _ => return Err(wrong(format!(": there is no key `{key}` inside of a value"))),
            };
        }
        *place = value;
    }
    toml::to_string(&root).map_err(|error| Problem::Failure(error.to_string()))
}

/// A match as the config of a tournament.
pub(super) fn two_agents(args: &MatchArgs, registry: &Registry) -> Result<Loaded, Problem> {
    let spec =
        |text: &str| registry.parse(text).map(|f| f.to_string()).map_err(|e| Problem::Input(e.to_string()));
    let (first, second) = (spec(&args.first)?, spec(&args.second)?);
    let other = if first == second { format!("{second} (2)") } else { second.clone() };
    let seats: Vec<&String> = (0..args.players).map(|seat| if seat == 0 { &first } else { &other }).collect();
    let variant = args.variant.variant();
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let (deals, who_plays) = match args.sprt {
        Some(test) => {
            let wrong = |(_, message)| Problem::Input(format!("--sprt: {message}"));
            test.design(args.players.into(), args.players.into()).map_err(wrong)?;
            let schedule = format!("schedule = {{ kind = \"sequential\", round = {}, {test} }}", args.round);
            (args.deals.unwrap_or(100_000), schedule)
        }
        None => {
            let seats: Vec<String> = seats.iter().map(|name| quoted(name)).collect();
            (args.deals.unwrap_or(100), format!("line_ups = [[{}]]", seats.join(", ")))
        }
    };
    let text = format!(
        "players = {}\ndeals = {deals}\nseed = {}\n{who_plays}\n\n[variant]\ntable = \"{}\"\nfinal_majority = \"{}\"\n\
         baobab_draw = \"{}\"\nbonus_animals = \"{}\"\n\n[[agent]]\nagent = {}\nname = {}\n\n[[agent]]\nagent = {}\nname = {}\n",
        args.players,
        args.seed,
        variant.table,
        variant.final_majority,
        variant.baobab_draw,
        variant.bonus_animals,
        quoted(&first),
        quoted(&first),
        quoted(&second),
        quoted(&other),
    );
    let config = TournamentConfig::parse(&text, registry).map_err(|error| Problem::Input(error.message))?;
    build(config, text, "match", Shard::WHOLE, |file| files::read(Path::new(file)))
}

/// The tournament that a directory holds.
pub(super) fn of_manifest(dir: &Path, registry: &Registry) -> Result<Loaded, Problem> {
    let Some(manifest) = manifest::read(dir)? else {
        return Err(Problem::Input(format!(
            "there is no tournament in `{}`: it holds no {MANIFEST}",
            dir.display()
        )));
    };
    let name = dir.join(MANIFEST).display().to_string();
    let wrong = |message: String| Problem::Input(format!("{name}: config: {message}"));
    let config =
        TournamentConfig::parse(&manifest.config, registry).map_err(|error| wrong(error.to_string()))?;
    let missing = |file: &str| wrong(format!("the text of `{file}` is missing"));
    let shard = manifest.shard.parse().map_err(|error| wrong(format!("shard: {error}")))?;
    let mut loaded = build(config, manifest.config.clone(), &name, shard, |file| {
        manifest.files.get(file).cloned().ok_or_else(|| missing(file))
    })?;
    let files: Vec<String> = loaded.files.values().cloned().collect();
    let own = loaded.tournament.config();
    if own.seed != manifest.seed || format!("{:016x}", own.hash(&files)) != manifest.config_hash {
        return Err(wrong("it is not the one that the run was of, by `seed` and `config_hash`".into()));
    }
    for round in &manifest.rounds {
        let known = loaded.tournament.config().line_ups.len();
        if round.line_ups.is_empty() || round.line_ups.iter().any(|&line_up| line_up >= known) {
            return Err(wrong("rounds: there is no such line-up".into()));
        }
        loaded.tournament.add_round(round.deals, round.line_ups.clone());
    }
    let tileset = format!("{:016x}", loaded.tiles.hash());
    if tileset != manifest.tileset {
        return Err(Problem::Input(format!(
            "{name}: the run was on tile set {}, not on {tileset}",
            manifest.tileset
        )));
    }
    Ok(loaded)
}

/// Refuses a directory that holds another run, or more of this one; gives the manifest of an earlier run of it.
///
/// `deals` is how many the config has.
pub(super) fn check_directory(dir: &Path, own: &Manifest, deals: u64) -> Result<Option<Manifest>, Problem> {
    let shown = dir.display();
    if let Some(other) = manifest::read(dir)? {
        if let Some(what) = other.differs(own) {
            return Err(Problem::Input(format!(
                "`{shown}` holds another run: its {what} differs; name another directory with --out, or remove it"
            )));
        }
        let played: u64 = other.rounds.iter().map(|round| round.deals).sum();
        if played > deals || (other.rounds.is_empty() && other.games_done > own.games_planned) {
            return Err(Problem::Input(format!(
                "`{shown}` holds {} games of this run already, more than the {} now planned; name another directory with --out, or remove it",
                other.games_done, own.games_planned
            )));
        }
        return Ok(Some(other));
    }
    let entries = dir.read_dir().map(|entries| entries.flatten().collect::<Vec<_>>()).unwrap_or_default();
    let mut names = entries.iter().map(|entry| entry.file_name().to_string_lossy().into_owned());
    if let Some(stranger) =
        names.find(|name| name != LEDGER && !(is_run_file(name) && name.ends_with(".part")))
    {
        return Err(Problem::Input(format!(
            "`{shown}` holds other files, such as `{stranger}`, and no {MANIFEST}; name an empty directory or a new one with --out"
        )));
    }
    Ok(None)
}

fn build(
    config: TournamentConfig,
    text: String,
    name: &str,
    shard: Shard,
    read: impl Fn(&str) -> Result<String, Problem>,
) -> Result<Loaded, Problem> {
    let mut files = BTreeMap::new();
    let mut load = |key: &str, file: &Option<String>| -> Result<Option<(String, String)>, Problem> {
        let Some(file) = file else { return Ok(None) };
        let text = read(file).map_err(|problem| match problem {
            Problem::Input(message) => Problem::in_file(name, format!("{key}: {message}")),
            problem => problem,
        })?;
        files.insert(file.clone(), text.clone());
        Ok(Some((file.clone(), text)))
    };
    let tiles = match load("tiles", &config.tiles)? {
        None => TileSet::safari(),
        Some((file, text)) => {
            let tiles = TileSet::parse(&text).map_err(|mut error| {
                error.message = with_nearest(&error.message);
                Problem::in_file(&file, error)
            })?;
            tiles.leak()
        }
    };
    let start = load("start", &config.start)?;
    let deals = load("deals_file", &config.deals_file)?;
    let origin = match (start, deals) {
        (Some((file, text)), _) => {
            let position =
                Position::from_text(tiles, &text).map_err(|error| Problem::in_file(&file, error))?;
            let (its, configs) =
                (rules_of(position.players(), position.variant()), rules_of(config.players, config.variant));
            if its != configs {
                let message = format!("the position is of {its}, but the config is of {configs}");
                return Err(Problem::in_file(&file, message));
            }
            if position.is_over() {
                return Err(Problem::in_file(&file, "the game is over there"));
            }
            Origin::Position(Box::new(position))
        }
        (None, Some((file, text))) => {
            let deals = read_deals(&file, &text, tiles)?;
            if (deals.len() as u64) < config.deals {
                let message = format!(
                    "deals is {}, but `{file}` holds {}; a deal is never played twice",
                    config.deals,
                    deals.len()
                );
                return Err(Problem::in_file(name, message));
            }
            Origin::Deals(deals)
        }
        (None, None) => Origin::Seeded,
    };
    if config.rounds.is_some() && !shard.is_whole() {
        return Err(Problem::Input(format!(
            "--shard {shard}: a schedule in rounds cannot be split into shards, for each round looks at all results before"
        )));
    }
    let tournament =
        Tournament::new(config, tiles, origin, shard).map_err(|error| Problem::in_file(name, error))?;
    Ok(Loaded { tournament, tiles, text, files })
}

/// In the words of a config.
pub(super) fn rules_of(players: usize, variant: Variant) -> String {
    let Variant { table, final_majority, baobab_draw, bonus_animals } = variant;
    format!(
        "{players} players, table {table}, final_majority {final_majority}, baobab_draw {baobab_draw}, bonus_animals {bonus_animals}"
    )
}

/// A deal a line, as the key `deal` of a record has it.
fn read_deals(file: &str, text: &str, tiles: &'static TileSet) -> Result<Vec<Deal>, Problem> {
    let mut deals = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |message: String| Problem::Input(format!("{file}: line {number}: {message}"));
        let deal: DealText = serde_json::from_str(line).map_err(|error| {
            let text = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            wrong(with_nearest(text.strip_suffix(&place).unwrap_or(&text)))
        })?;
        deals.push(deal.deal(tiles).map_err(|error| wrong(error.to_string()))?);
    }
    if deals.is_empty() {
        return Err(Problem::in_file(
            file,
            "there is no deal; give one a line, as the key `deal` of a record has it",
        ));
    }
    Ok(deals)
}
