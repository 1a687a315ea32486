//! From what was typed to a tournament that can be played.

use std::collections::BTreeMap;
use std::path::Path;

use safari_agents::Registry;
use safari_arena::{ConfigError, MANIFEST, Origin, Tournament, TournamentConfig};
use safari_core::{Deal, Position, TileSet};
use safari_data::{DealText, Manifest};

use super::manifest_of;
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
    registry: &Registry,
) -> Result<Loaded, Problem> {
    let text = files::read(path)?;
    let name = files::name(path);
    let wrong = |error: ConfigError| Problem::in_file(&name, error);
    // The file by itself first, so that errors name its lines.
    TournamentConfig::parse(&text, registry).map_err(wrong)?;
    let mut changes: Vec<String> = sets.to_vec();
    changes.extend(seed.map(|seed| format!("seed={seed}")));
    let text = if changes.is_empty() { text } else { changed(&text, &changes)? };
    let config = TournamentConfig::parse(&text, registry).map_err(|error| {
        Problem::Input(format!("{name} with --set {}: {}", changes.join(" --set "), error.message))
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    build(config, text, &name, |file| files::read(&folder.join(file)))
}

/// Sets keys of a TOML text.
fn changed(text: &str, changes: &[String]) -> Result<String, Problem> {
    let mut root: toml::Table = text.parse().map_err(|e: toml::de::Error| Problem::Input(e.to_string()))?;
    for change in changes {
        let (path, value) = change
            .split_once('=')
            .ok_or_else(|| Problem::Input(format!("--set `{change}` must be KEY=VALUE, as in `deals=10`")))?;
        let typed =
            format!("x = {value}").parse::<toml::Table>().ok().and_then(|mut table| table.remove("x"));
        let value = typed.unwrap_or_else(|| toml::Value::String(value.to_owned()));
        let keys: Vec<&str> = path.split('.').collect();
        let (last, folders) = keys.split_last().unwrap_or((&"", &[]));
        let mut table = &mut root;
        for key in folders {
            let entry =
                table.entry(key.to_string()).or_insert_with(|| toml::Value::Table(toml::Table::new()));
            table = entry
                .as_table_mut()
                .ok_or_else(|| Problem::Input(format!("--set `{change}`: `{key}` holds no keys")))?;
        }
        table.insert(last.to_string(), value);
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
    let text = format!(
        "players = {}\ndeals = {}\nseed = {}\nline_ups = [[{}]]\n\n[variant]\ntable = \"{}\"\nfinal_majority = \"{}\"\n\
         baobab_draw = \"{}\"\nbonus_animals = \"{}\"\n\n[[agent]]\nagent = {}\nname = {}\n\n[[agent]]\nagent = {}\nname = {}\n",
        args.players,
        args.deals,
        args.seed,
        seats.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", "),
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
    build(config, text, "match", |file| files::read(Path::new(file)))
}

/// The tournament that a directory holds.
pub(super) fn of_manifest(dir: &Path, registry: &Registry) -> Result<Loaded, Problem> {
    let Some(manifest) = manifest_of(dir)? else {
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
    let loaded = build(config, manifest.config.clone(), &name, |file| {
        manifest.files.get(file).cloned().ok_or_else(|| missing(file))
    })?;
    let tileset = format!("{:016x}", loaded.tiles.hash());
    if tileset != manifest.tileset {
        return Err(Problem::Input(format!(
            "{name}: the run was on tile set {}, not on {tileset}",
            manifest.tileset
        )));
    }
    Ok(loaded)
}

/// Refuses a directory that holds another run.
pub(super) fn check_directory(dir: &Path, own: &Manifest) -> Result<(), Problem> {
    let shown = dir.display();
    if let Some(other) = manifest_of(dir)? {
        return match other.differs(own) {
            None => Ok(()),
            Some(what) => Err(Problem::Input(format!(
                "`{shown}` holds another run: its {what} differs; name another directory with --out, or remove it"
            ))),
        };
    }
    let occupied = dir.read_dir().is_ok_and(|entries| {
        entries.flatten().any(|entry| !entry.file_name().to_string_lossy().ends_with(".part"))
    });
    if occupied {
        return Err(Problem::Input(format!(
            "`{shown}` holds other files and no {MANIFEST}; name an empty directory or a new one with --out"
        )));
    }
    Ok(())
}

fn build(
    config: TournamentConfig,
    text: String,
    name: &str,
    read: impl Fn(&str) -> Result<String, Problem>,
) -> Result<Loaded, Problem> {
    let mut files = BTreeMap::new();
    let mut load = |file: &Option<String>| -> Result<Option<(String, String)>, Problem> {
        let Some(file) = file else { return Ok(None) };
        let text = read(file)?;
        files.insert(file.clone(), text.clone());
        Ok(Some((file.clone(), text)))
    };
    let tiles = match load(&config.tiles)? {
        None => TileSet::safari(),
        Some((file, text)) => TileSet::parse(&text)
            .map_err(|error| Problem::in_file(&file, with_nearest(&error.to_string())))?
            .leak(),
    };
    let start = load(&config.start)?;
    let deals = load(&config.deals_file)?;
    let origin = match (start, deals) {
        (Some(_), Some(_)) => {
            return Err(Problem::in_file(name, "`start` and `deals_file` exclude each other"));
        }
        (Some((file, text)), None) => {
            let position =
                Position::from_text(tiles, &text).map_err(|error| Problem::in_file(&file, error))?;
            if position.players() != config.players || position.variant() != config.variant {
                let message = "its players and variant must be those of the config";
                return Err(Problem::in_file(&file, message));
            }
            if position.is_over() {
                return Err(Problem::in_file(&file, "the game is over there"));
            }
            Origin::Position(Box::new(position))
        }
        (None, Some((file, text))) => Origin::Deals(read_deals(&file, &text, tiles)?),
        (None, None) => Origin::Seeded,
    };
    // A table or a number of players that no game can have is told before anything runs.
    let tournament = Tournament::new(config, tiles, origin);
    Ok(Loaded { tournament, tiles, text, files })
}

/// A deal a line, as the key `deal` of a record has it.
fn read_deals(file: &str, text: &str, tiles: &'static TileSet) -> Result<Vec<Deal>, Problem> {
    let mut deals = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |message: String| Problem::Input(format!("{file}: line {number}: {message}"));
        let deal: DealText =
            serde_json::from_str(line).map_err(|error| wrong(with_nearest(&error.to_string())))?;
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
