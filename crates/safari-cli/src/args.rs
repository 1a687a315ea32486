//! What can be typed. Parsing does nothing; each command turns it into what will be done.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand};
use safari_arena::{Shard, TestEntry};
use safari_core::{BaobabDraw, BonusAnimals, FinalMajority, MAX_PLAYERS, Table, Variant};

use crate::PROGRAM;
use crate::console::Colour;
use crate::exit::EXITS;

/// The program's name is said by clap itself.
fn version() -> &'static str {
    PROGRAM.trim_start_matches("safari ")
}

/// An AI research toolkit for the board game Carcassonne Safari.
#[derive(Debug, Parser)]
#[command(name = "safari", version = version(), after_help = EXITS, max_term_width = 110)]
pub(crate) struct Args {
    /// When to use colour; `auto` where standard output is a terminal and NO_COLOR is not set
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", display_order = 900)]
    pub color: Colour,
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play one game and print the final standing
    #[command(after_help = PLAY)]
    Play(PlayArgs),
    /// Play a tournament: agents on common deals in all seat rotations, with standings and CSV files
    #[command(after_help = TOURNAMENT)]
    Tournament(TournamentArgs),
    /// Say what a config means: games, line-ups, first games, about how long it takes
    #[command(after_help = SCHEDULE)]
    Schedule(ScheduleArgs),
    /// Put the parts of a tournament that was played in shards together
    #[command(after_help = MERGE)]
    Merge(MergeArgs),
    /// Follow a tournament that runs, from another terminal
    #[command(after_help = WATCH)]
    Watch(WatchArgs),
    /// Say all that the CSV files of a tournament tell: standings, pairs, seats, points
    #[command(after_help = STATS)]
    Stats(StatsArgs),
    /// Search better parameters of an agent, and prove them on fresh deals
    #[command(after_help = TUNE, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Tune(TuneArgs),
    /// Play two agents against each other on paired deals
    #[command(after_help = MATCH)]
    Match(MatchArgs),
    /// Play a recorded game again, checking every event against the rules
    #[command(after_help = REPLAY)]
    Replay(ReplayArgs),
    /// List the kinds of land tiles, or draw their sheet
    #[command(after_help = TILES)]
    Tiles(TilesArgs),
    /// Count the sequences of decisions from a position, to check the rules and to measure speed
    #[command(after_help = PERFT)]
    Perft(PerftArgs),
    /// Measure what this machine gives: random games, copies, search, greedy turns
    #[command(after_help = SPEED)]
    Speed(SpeedArgs),
    /// One number that changes exactly when behaviour does
    #[command(after_help = SIGNATURE)]
    Signature(SignatureArgs),
    /// List the agents, or the parameters of one
    #[command(after_help = AGENTS)]
    Agents(AgentsArgs),
    /// Speak the protocol for outside bots, for an agent of this program
    #[command(after_help = BOT)]
    Bot(BotArgs),
    /// Print the completions of a shell
    #[command(after_help = COMPLETIONS)]
    Completions(CompletionsArgs),
}

/// The settings of the rules.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct VariantArgs {
    /// How far the landscape may reach: `floor`, `table:WxH` or `shifting:WxH`, at least 5x1
    #[arg(long, default_value = "floor", value_name = "TABLE")]
    pub table: Table,
    /// Who scores an unfinished feature at the end
    #[arg(long, default_value = "most", value_name = "WHO", value_parser = spelled::<FinalMajority>(FinalMajority::NAMES))]
    pub final_majority: FinalMajority,
    /// When the animals of a surrounded baobab are drawn
    #[arg(long, default_value = "before_scoring", value_name = "WHEN", value_parser = spelled::<BaobabDraw>(BaobabDraw::NAMES))]
    pub baobab_draw: BaobabDraw,
    /// Whether the animals that players add to a feature bar each other
    #[arg(long, default_value = "independent", value_name = "HOW", value_parser = spelled::<BonusAnimals>(BonusAnimals::NAMES))]
    pub bonus_animals: BonusAnimals,
}

impl VariantArgs {
    /// The settings as the rules know them.
    pub fn variant(&self) -> Variant {
        let VariantArgs { table, final_majority, baobab_draw, bonus_animals } = *self;
        Variant { table, final_majority, baobab_draw, bonus_animals }
    }
}

fn spelled<T>(names: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

/// A seed: TOML integers of other tools are signed, so they stay below 2^63.
fn seed(text: &str) -> Result<u64, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let seed = text.parse().ok().filter(|&seed: &u64| digits && seed < 1 << 63);
    seed.ok_or_else(|| "a seed is a whole number from 0 to 9223372036854775807 (below 2^63)".into())
}

fn players(text: &str) -> Result<usize, String> {
    let players = text.parse().ok().filter(|players| (2..=MAX_PLAYERS).contains(players));
    players.ok_or_else(|| format!("a game has 2 to {MAX_PLAYERS} players"))
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    /// The agents by seat, 2 to 5, separated by commas; parameters follow by colons: `name:key=value:key=value`
    #[arg(long, required = true, value_name = "AGENT,AGENT", value_delimiter = ',', num_args = 1)]
    pub agents: Vec<String>,
    /// The root of all randomness: the same seed gives the same game
    #[arg(long, default_value = "1", value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Write a record of the game, which `safari replay` reads
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Show the board after each turn
    #[arg(long)]
    pub show: bool,
    /// Play with the land tiles of a file
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<PathBuf>,
    #[command(flatten)]
    pub variant: VariantArgs,
}

/// How the standings are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    #[default]
    Table,
    Markdown,
    Json,
}

/// How a run goes on.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// Threads that play; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// How the standings are printed
    #[arg(long, value_enum, default_value_t = Format::Table, value_name = "FORMAT")]
    pub format: Format,
    #[command(flatten)]
    pub shown: ProgressArgs,
}

/// How progress is shown.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Run")]
pub(crate) struct ProgressArgs {
    /// How progress is shown on standard error; `auto` is a bar on a terminal and lines elsewhere
    #[arg(long, value_enum, default_value_t = ProgressKind::Auto, value_name = "KIND")]
    pub progress: ProgressKind,
    /// Seconds between two lines of progress
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub report_every: f64,
    /// Show no progress, as `--progress none` does
    #[arg(long, conflicts_with = "progress")]
    pub quiet: bool,
}

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ProgressKind {
    /// A bar on a terminal, lines elsewhere
    Auto,
    /// A line of text now and then
    Lines,
    /// A line of JSON now and then (docs/formats.md)
    Json,
    /// Nothing
    None,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TournamentArgs {
    /// What to play (docs/formats.md)
    #[arg(value_name = "CONFIG")]
    pub config: PathBuf,
    /// The directory for the files; `results/` and the config's name if not given
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The root of all randomness, instead of the config's
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Change a key of the config, such as `deals=10` or `variant.table=table:9x9`; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
    /// Play part I of N only, I from 0; `safari merge` puts the parts together
    #[arg(long, value_name = "I/N", value_parser = |text: &str| text.parse::<Shard>())]
    pub shard: Option<Shard>,
    /// Print what would be played, and stop; `safari schedule` says more
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub run: RunArgs,
}

const TOURNAMENT: &str = "\
Examples:
  safari tournament configs/tournaments/quick.toml
  safari tournament configs/tournaments/quick.toml --set deals=2 --out results/two --format markdown
  safari tournament configs/tournaments/players4.toml --dry-run";

#[derive(Debug, clap::Args)]
pub(crate) struct ScheduleArgs {
    /// What would be played (docs/formats.md)
    #[arg(value_name = "CONFIG")]
    pub config: PathBuf,
    /// The root of all randomness, instead of the config's
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Change a key of the config, as in `safari tournament`
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
    /// Part I of N only
    #[arg(long, value_name = "I/N", value_parser = |text: &str| text.parse::<Shard>())]
    pub shard: Option<Shard>,
    /// Threads that the time is told for; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Seconds for which games are played to tell how long all of them take; 0 plays none
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = probe)]
    pub probe: f64,
}

fn probe(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "it must be a number of seconds from 0 to 3600".into())
}

const SCHEDULE: &str = "\
Examples:
  safari schedule configs/tournaments/quick.toml
  safari schedule configs/tournaments/players4.toml --set deals=1000 --threads 64 --probe 1";

#[derive(Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// The directory for the files of the whole
    #[arg(value_name = "OUT")]
    pub out: PathBuf,
    /// The directories of all shards, in any order
    #[arg(value_name = "DIR", required = true)]
    pub shards: Vec<PathBuf>,
    /// How the standings are printed
    #[arg(long, value_enum, default_value_t = Format::Table, value_name = "FORMAT")]
    pub format: Format,
}

const MERGE: &str = "\
Ends with 75 while a shard is missing or not complete. Doing it again gives the same files.

Example:
  safari merge results/whole results/part0 results/part1";

#[derive(Debug, clap::Args)]
pub(crate) struct WatchArgs {
    /// The directory that a run writes
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Seconds between two lines
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    pub every: f64,
    /// Lines of JSON (docs/formats.md)
    #[arg(long)]
    pub json: bool,
    /// One line, and stop
    #[arg(long)]
    pub once: bool,
}

const WATCH: &str = "\
Reads the ledger, so that sets count within about a second of their end; ends when nobody plays any more.

Example:
  safari watch results/quick --once";

#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    /// The directory of a tournament; its games.csv and seats.csv are enough
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// How the tables are printed
    #[arg(long, value_enum, default_value_t = Format::Table, value_name = "FORMAT")]
    pub format: Format,
    /// Write the tables into the directory, in place of those that are there
    #[arg(long, conflicts_with_all = ["anchor", "outcome"])]
    pub write: bool,
    /// The agent whose rating is 0; the last one that has not lost everything if not given
    #[arg(long, value_name = "AGENT")]
    pub anchor: Option<String>,
    /// What the ratings explain: who won, or the whole order of ranks
    #[arg(long, value_enum, default_value_t = OutcomeArg::Winners, value_name = "KIND")]
    pub outcome: OutcomeArg,
    /// Ratings by Weng and Lin beside the others, which depend on the order of games
    #[arg(long)]
    pub weng_lin: bool,
    /// Write how often each agent is better than each other one into a CSV file, a payoff table for α-rank and the like
    #[arg(long, value_name = "FILE")]
    pub payoff: Option<PathBuf>,
}

/// What ratings explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OutcomeArg {
    /// Who won, alone or tied
    Winners,
    /// The whole order of ranks
    Ranking,
}

const STATS: &str = "\
Everything is computed from games.csv and seats.csv alone, and is what the run itself wrote: where a table that stands
in the directory differs, the command says so and ends with 1.

Examples:
  safari stats results/reference/quick
  safari stats results/reference/players4 --anchor greedy --outcome ranking
  safari stats results/reference/players4 --format markdown --payoff payoff.csv";

#[derive(Debug, clap::Args)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    pub command: Option<TuneCommand>,
    /// What to tune (docs/tuning.md)
    #[arg(value_name = "CONFIG", required = true)]
    pub config: Option<PathBuf>,
    /// The directory for the files; `results/` and the config's name if not given
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The root of all randomness, instead of the config's
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Change a key of the config, such as `budget.games=2000` or `optimiser=spsa`; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub sets: Vec<String>,
    /// Print what would be done and what it costs, and stop
    #[arg(long)]
    pub dry_run: bool,
    /// Threads that play; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024), help_heading = "Run")]
    pub threads: Option<u32>,
    #[command(flatten)]
    pub shown: ProgressArgs,
}

/// What else can be done with a tuning run.
#[derive(Debug, Subcommand)]
pub(crate) enum TuneCommand {
    /// Make one page of a run: convergence, effects of parameters, the tests
    Report(TuneReportArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct TuneReportArgs {
    /// The directory of a run, finished or not
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// The page; `report.html` in the directory if not given
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

const TUNE: &str = "\
The same command goes on where a run was stopped.

Examples:
  safari tune configs/tuning/greedy2.toml --dry-run
  safari tune configs/tuning/quick.toml --out results/tuned
  safari tune report results/tuned";

#[derive(Debug, clap::Args)]
pub(crate) struct MatchArgs {
    /// An agent; parameters follow by colons: `name:key=value:key=value`
    #[arg(value_name = "A")]
    pub first: String,
    /// Its opponent; with more than two players it holds all other seats
    #[arg(value_name = "B")]
    pub second: String,
    /// Deals, each played in all seat rotations; 100 if not given, with --sprt at most 100000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub deals: Option<u64>,
    /// Stop when a sequential test of A's win share decides: `elo0=0:elo1=5` (normalised Elo), or `share0=0.5:share1=0.55`;
    /// more keys are `alpha`, `beta` (0.05) and `model=logistic`
    #[arg(long, value_name = "TEST", value_parser = |text: &str| text.parse::<TestEntry>())]
    pub sprt: Option<TestEntry>,
    /// Deals between two looks of the test
    #[arg(long, default_value = "10", value_name = "N", requires = "sprt", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub round: u64,
    /// Seats of every game
    #[arg(long, default_value = "2", value_name = "K", value_parser = clap::value_parser!(u8).range(2..=MAX_PLAYERS as i64))]
    pub players: u8,
    /// The root of all randomness
    #[arg(long, default_value = "1", value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Write the files of a tournament into a directory
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub variant: VariantArgs,
    #[command(flatten)]
    pub run: RunArgs,
}

const MATCH: &str = "\
Examples:
  safari match greedy random-kind --deals 20
  safari match greedy random-kind --sprt elo0=0:elo1=50
  safari match greedy:meeple=6 greedy --deals 20 --players 3";

const PLAY: &str = "\
Examples:
  safari play --agents random-kind,random
  safari play --agents random-kind,random-kind,random --seed 7 --record game.json
  safari play --agents random,random-kind --table shifting:9x8 --final-majority all_present --show";

#[derive(Debug, clap::Args)]
pub(crate) struct ReplayArgs {
    /// A record that `safari play --record` wrote, or a tournament's directory; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The number of a game of the tournament, which is played again from its config
    #[arg(long, value_name = "ID")]
    pub game: Option<u64>,
    /// Write a record of that game and tell nothing
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with_all = ["show", "json", "legal"])]
    pub record: Option<PathBuf>,
    /// List the legal tokens of every decision, sorted by byte value
    #[arg(long)]
    pub legal: bool,
    /// Show the board after each turn
    #[arg(long)]
    pub show: bool,
    /// Print one JSON object a line, as docs/formats.md describes it
    #[arg(long, conflicts_with = "show")]
    pub json: bool,
    /// The land tiles that a record was played with, if not the built-in ones
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    pub tiles: Option<PathBuf>,
}

const REPLAY: &str = "\
Examples (the first one makes the record):
  safari play --agents random-kind,random --record game.json
  safari replay game.json
  safari replay game.json --show
  safari replay game.json --legal --json
  safari replay --json - < game.json";

#[derive(Debug, clap::Args)]
pub(crate) struct TilesArgs {
    /// List the tiles of a file instead of the built-in ones
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<PathBuf>,
    /// Draw the sheet of all kinds into an SVG file instead
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

const TILES: &str = "\
Examples:
  safari tiles
  safari tiles -o tiles.svg";

#[derive(Debug, clap::Args)]
pub(crate) struct PerftArgs {
    /// How many decisions deep
    #[arg(long, value_name = "D")]
    pub depth: u32,
    /// The seed of the deal, as in `safari play`
    #[arg(long, default_value = "1", value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// How many players
    #[arg(long, default_value = "2", value_name = "K", value_parser = players, allow_negative_numbers = true)]
    pub players: usize,
    /// Start from a position's text instead; chance then branches into every different tile that can be drawn
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "players", "table", "final_majority", "baobab_draw", "bonus_animals"])]
    pub position: Option<PathBuf>,
    /// Count each first decision on its own
    #[arg(long)]
    pub divide: bool,
    /// Play with the land tiles of a file
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<PathBuf>,
    #[command(flatten)]
    pub variant: VariantArgs,
}

const PERFT: &str = "\
Forced decisions count as decisions, and a game that ends earlier counts once.

Examples:
  safari perft --depth 3
  safari perft --depth 2 --seed 7 --players 4 --table shifting:9x8 --divide";

/// Seconds to measure.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "the seconds are a number from 0.1 to 3600".into())
}

#[derive(Debug, clap::Args)]
pub(crate) struct SpeedArgs {
    /// About how long it may take, 0.1 to 3600; on a busy machine longer is more exact
    #[arg(long, default_value = "5", value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub seconds: f64,
    /// Threads that play random games; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Seats of every game
    #[arg(long, default_value = "2", value_name = "K", value_parser = players, allow_negative_numbers = true)]
    pub players: usize,
    /// Print one JSON object, as docs/formats.md describes it
    #[arg(long)]
    pub json: bool,
}

const SPEED: &str = "\
Random games are those of random-kind through the public path: agents behind the trait, every decision checked. Search
is mcts-plain from the opening, one decision of 1000 iterations; greedy is greedy-v1 in all seats. Each figure is the
best of five rounds. docs/performance.md has the figures that the project is held to.

Examples:
  safari speed
  safari speed --seconds 1 --threads 1 --players 5 --json";

#[derive(Debug, clap::Args)]
pub(crate) struct SignatureArgs {
    /// List the number of every agent and variant, too
    #[arg(long)]
    pub parts: bool,
}

const SIGNATURE: &str = "\
Games of 2 to 5 players with every agent and every variant of the rules on fixed deals; the number is a hash of every
decision, chance event and final point. A change of the rules or of an agent's behaviour changes it, nothing else does.

Examples:
  safari signature
  safari signature --parts";

#[derive(Debug, clap::Args)]
pub(crate) struct AgentsArgs {
    /// Show the parameters of this agent
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

const AGENTS: &str = "\
Examples:
  safari agents
  safari agents random-kind";

#[derive(Debug, clap::Args)]
pub(crate) struct BotArgs {
    /// The agent; parameters follow by colons: `name:key=value:key=value`
    #[arg(long, value_name = "AGENT")]
    pub agent: String,
    /// The land tiles that are played with, if not the built-in ones
    #[arg(long, value_name = "FILE")]
    pub tiles: Option<PathBuf>,
}

const BOT: &str = "\
One game on standard input and output, a line for each message (docs/protocol.md); a tournament starts it so:

  [[agent]]
  kind = \"process\"
  name = \"old greedy\"
  command = [\"safari-0.1\", \"bot\", \"--agent\", \"greedy\"]

Examples:
  safari bot --agent greedy < /dev/null
  safari bot --agent mcts:iterations=500 < /dev/null";

#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

const COMPLETIONS: &str = "\
Examples:
  safari completions bash > safari.bash
  safari completions fish > safari.fish";
