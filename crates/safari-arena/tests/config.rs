//! What a config may say, and what is said of a wrong one.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use std::time::Duration;

use safari_agents::{Budget, Limit, Registry, Scope};
use safari_arena::{Meter, OnFailure, Player, Records, TournamentConfig};
use safari_core::{BaobabDraw, BonusAnimals, FinalMajority, Variant};

fn parse(text: &str) -> Result<TournamentConfig, String> {
    TournamentConfig::parse(text, &Registry::standard()).map_err(|error| error.to_string())
}

const AGENTS: &str = "[[agent]]\nagent = \"random\"\n[[agent]]\nagent = \"greedy\"\n";

/// The error of a config with these lines: players and deals, the lines, two agents.
fn head(lines: &str) -> String {
    parse(&format!("players = 2\ndeals = 3\n{lines}\n{AGENTS}")).expect_err(lines)
}

/// The error of a config with these lines after two agents, the first of them line 7.
fn tail(lines: &str) -> String {
    parse(&format!("players = 2\ndeals = 3\n{AGENTS}{lines}\n")).expect_err(lines)
}

#[test]
fn what_is_left_out_has_its_default() {
    let config = parse(&format!("players = 2\ndeals = 3\n{AGENTS}")).unwrap();
    assert_eq!((config.players, config.deals, config.seed), (2, 3, 1));
    assert_eq!(config.variant, Variant::default());
    assert_eq!((config.tiles, config.start, config.deals_file), (None, None, None));
    assert_eq!((config.records, config.budget), (Records::None, Limit::default()));
    assert_eq!((config.meter, config.on_failure), (Meter::Processor, OnFailure::Forfeit));
    let names: Vec<&str> = config.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["random", "greedy"]);
    assert_eq!(config.line_ups, [[0, 1]]);
}

#[test]
fn every_key_is_taken() {
    let config = parse(
        r#"
        players = 3
        deals = 1000000000
        seed = 9223372036854775807
        tiles = "tiles.toml"
        start = "start.txt"
        records = "some"
        budget = { seconds = 0.01 }
        line_ups = [["few", "many", "many"]]

        [variant]
        table = "shifting:9x8"
        final_majority = "all_present"
        baobab_draw = "after_scoring"
        bonus_animals = "distinct"

        [[agent]]
        agent = "mcts:iterations=5"
        name = "few"

        [[agent]]
        agent = "mcts:c=0.7"
        name = "many"
        params = { iterations = 50, ordered = false, rollout = "random-kind", reward_scale = 10 }
        "#,
    )
    .unwrap();
    assert_eq!((config.players, config.deals, config.seed), (3, 1_000_000_000, (1 << 63) - 1));
    assert_eq!((config.tiles.as_deref(), config.start.as_deref()), (Some("tiles.toml"), Some("start.txt")));
    assert_eq!(
        (config.records, config.budget),
        (Records::Some, Budget::Time(Duration::from_millis(10)).into())
    );
    assert!(!config.is_reproducible());
    assert_eq!(config.variant.table, "shifting:9x8".parse().unwrap());
    assert_eq!(config.variant.final_majority, FinalMajority::AllPresent);
    assert_eq!(config.variant.baobab_draw, BaobabDraw::AfterScoring);
    assert_eq!(config.variant.bonus_animals, BonusAnimals::Distinct);
    let specs: Vec<String> = config.entrants.iter().map(|entrant| entrant.player.to_string()).collect();
    assert_eq!(
        specs,
        ["mcts:iterations=5", "mcts:c=0.7:iterations=50:ordered=false:reward_scale=10:rollout=random-kind"]
    );
    assert_eq!(config.line_ups, [[0, 1, 1]]);
    let iterations =
        parse(&format!("players = 2\ndeals = 3\nbudget = {{ iterations = 7 }}\n{AGENTS}")).unwrap();
    assert_eq!(iterations.budget, Budget::Iterations(7).into());
    assert!(iterations.is_reproducible());
}

#[test]
fn wrong_values_are_told_with_their_line_and_key() {
    let number = "expected a whole number from 0";
    let cases = [
        ("seed = -1", format!("seed: invalid value: integer `-1`, {number}")),
        ("seed = 1.5", format!("seed: invalid type: floating point `1.5`, {number}")),
        ("seed = \"one\"", format!("seed: invalid type: string \"one\", {number}")),
        (
            "seed = 9223372036854775808",
            "seed is 9223372036854775808, but it must be from 0 to 9223372036854775807 (below 2^63)".into(),
        ),
        ("records = \"sum\"", "records: unknown variant `sum`, expected one of `none`, `some`, `all`; did you mean `some`?".into()),
        ("records = true", "records: expected one of `none`, `some`, `all`".into()),
        ("start = 3", "start: invalid type: integer `3`, expected a string".into()),
        ("start = \"x\"\ndeals_file = \"y\"", "deals_file: it cannot go together with `start`".into()),
        ("budget = 3", "budget: invalid type: integer `3`, expected a table such as { iterations = 100 } or { seconds = 0.5 }".into()),
        ("budget = {}", "budget: give one of `iterations`, `seconds`, `wall_seconds`".into()),
        ("budget = { iterations = 5, seconds = 1 }", "budget: give one of `iterations`, `seconds`, `wall_seconds`".into()),
        ("budget = { iterations = 0 }", "budget: iterations must be at least 1".into()),
        (
            "budget = { iterations = 4294967296 }",
            format!("budget.iterations: invalid value: integer `4294967296`, {number} to 4294967295"),
        ),
        ("budget = { seconds = 0 }", "budget: seconds must be from 0.000001 to 86400".into()),
        ("budget = { seconds = -1.0 }", "budget: seconds must be from 0.000001 to 86400".into()),
        ("budget = { seconds = nan }", "budget: seconds must be from 0.000001 to 86400".into()),
        ("budget = { seconds = inf }", "budget: seconds must be from 0.000001 to 86400".into()),
        ("budget = { second = 1 }", "budget: unknown key `second`, expected one of `iterations`, `seconds`, `wall_seconds`, `per`; did you mean `seconds`?".into()),
        ("budget = { wall_seconds = 1e9 }", "budget: wall_seconds must be from 0.000001 to 86400".into()),
        ("budget = { seconds = 1, wall_seconds = 1 }", "budget: give one of `iterations`, `seconds`, `wall_seconds`".into()),
        ("budget = { per = \"turn\" }", "budget: give one of `iterations`, `seconds`, `wall_seconds`".into()),
        ("budget = { iterations = 1, per = \"move\" }", "budget.per: unknown variant `move`, expected one of `decision`, `turn`, `game`".into()),
        ("budget = { iterations = 1, per = 3 }", "budget.per: expected one of `decision`, `turn`, `game`".into()),
        ("on_failure = \"random\"", "on_failure: unknown variant `random`, expected one of `forfeit`, `random-move`, `abort`; did you mean `random-move`?".into()),
        ("on_failure = 1", "on_failure: expected one of `forfeit`, `random-move`, `abort`".into()),
        ("[budget]\nseconds = \"x\"", "budget.seconds: invalid type: string \"x\", expected a number".into()),
        (
            "variant = { tabel = \"floor\" }",
            "variant: unknown key `tabel`, expected one of `table`, `final_majority`, `baobab_draw`, `bonus_animals`; did you mean `table`?".into(),
        ),
        ("variant = { table = \"tabel:9x9\" }", "table is `tabel:9x9`, but it must be `floor`, `table:WxH` or `shifting:WxH`".into()),
        ("variant = 3", "variant: invalid type: integer `3`, expected a table such as { table = \"table:9x9\" }".into()),
        ("[variant]\ntable = 4", "variant.table: invalid type: integer `4`, expected a string".into()),
        ("players = 3", "the key `players` stands twice".into()),
        (
            "seeds = 4",
            "unknown key `seeds`, expected one of `players`, `deals`, `seed`, `variant`, `tiles`, `start`, `deals_file`, `records`, `budget`, `on_failure`, `agent`, `line_ups`, `schedule`, `seating`; did you mean `seed`?".into(),
        ),
    ];
    for (lines, message) in cases {
        // What is wrong stands in the last of the lines, which begin with line 3.
        let line = 2 + lines.lines().count();
        assert_eq!(head(lines), format!("line {line}: {message}"));
    }
}

#[test]
fn wrong_players_and_deals_are_told_too() {
    let with = |players: &str, deals: &str| {
        parse(&format!("players = {players}\ndeals = {deals}\n{AGENTS}")).unwrap_err()
    };
    for players in ["0", "1", "6", "18446744073709551615"] {
        assert_eq!(with(players, "1"), format!("line 1: players is {players}, but it must be from 2 to 5"));
    }
    for deals in ["0", "1000000001"] {
        assert_eq!(
            with("2", deals),
            format!("line 2: deals is {deals}, but it must be from 1 to 1000000000")
        );
    }
    assert_eq!(
        with("\"two\"", "1"),
        "line 1: players: invalid type: string \"two\", expected a whole number from 0"
    );
    assert_eq!(parse(&format!("players = 2\n{AGENTS}")).unwrap_err(), "line 1: missing key `deals`");
    assert_eq!(parse("players = 2\ndeals = 1\n").unwrap_err(), "line 1: missing key `agent`");
    assert_eq!(parse("players = 2\ndeals = 1\nagent = []\n").unwrap_err(), "line 3: there is no [[agent]]");
    assert!(parse("players = 2\ndeals = \n").unwrap_err().starts_with("line 2: "));
    assert!(parse("players = 2\n[[agent]\n").unwrap_err().starts_with("line 2: "));
}

#[test]
fn wrong_agents_are_told_with_the_nearest_name() {
    let known = "the agents are greedy, greedy-v1, mcts, mcts-plain, random, random-kind";
    let cases = [
        ("[[agent]]\nagent = \"gredy\"", 8, format!("agent `gredy`: there is no agent `gredy`; {known}; did you mean `greedy`?")),
        ("[[agent]]\nname = \"x\"", 7, "agent: missing key `agent`".into()),
        (
            "[[agent]]\nagnt = \"x\"",
            8,
            "agent: unknown key `agnt`, expected one of `kind`, `agent`, `name`, `params`, `command`, `deterministic`, `start_seconds`, `decision_seconds`; did you mean `agent`?".into(),
        ),
        ("[[agent]]\nagent = 3", 8, "agent.agent: invalid type: integer `3`, expected a string".into()),
        ("[[agent]]\nagent = \"greedy\"", 8, "two agents are called `greedy`; give one another `name`".into()),
        ("[[agent]]\nagent = \"mcts\"\nname = \"random\"", 9, "two agents are called `random`; give one another `name`".into()),
        ("[[agent]]\nagent = \"mcts\"\nname = \"\"", 9, "name must not be empty or hold control characters".into()),
        ("[[agent]]\nagent = \"mcts\"\nname = \"a\\nb\"", 9, "name must not be empty or hold control characters".into()),
        (
            "[[agent]]\nagent = \"mcts\"\nname = \"all\"",
            9,
            "no agent can be called `all`, as the row of all agents in timing.csv is; give it another `name`".into(),
        ),
        ("[[agent]]\nagent = \"mcts:iterations\"", 8, "agent `mcts:iterations`: `iterations` is not key=value".into()),
        ("[[agent]]\nagent = \"mcts:\"", 8, "agent `mcts:`: `` is not key=value".into()),
        (
            "[[agent]]\nagent = \"mcts-plain\"\nparams = { c = 11 }",
            9,
            "agent `mcts-plain`: parameter `c`: `11` is not a number from 0 to 10".into(),
        ),
        (
            "[[agent]]\nagent = \"mcts-plain\"\n[agent.params]\nc = 1\niteration = 5",
            11,
            "agent `mcts-plain`: there is no parameter `iteration`; its parameters are iterations, c; did you mean `iterations`?".into(),
        ),
        (
            "[[agent]]\nagent = \"mcts-plain\"\nparams = { c = [1] }",
            9,
            "params.c must be a number, a word, true or false".into(),
        ),
        (
            "[[agent]]\nagent = \"mcts-plain:c=1\"\nparams = { c = 1 }",
            8,
            "agent `mcts-plain`: parameter `c` stands twice".into(),
        ),
        ("[[agent]]\nagent = \"mcts\"\nparams = 3", 9, "agent.params: invalid type: integer `3`, expected a map".into()),
    ];
    for (lines, line, message) in cases {
        assert_eq!(tail(lines), format!("line {line}: {message}"));
    }
}

#[test]
fn wrong_line_ups_are_told() {
    let cases = [
        ("line_ups = []", "line_ups is empty; name line-ups, or leave the key out"),
        ("line_ups = [[\"random\"]]", "line_ups: this one has 1 seat, but players is 2"),
        (
            "line_ups = [[\"random\", \"greedy\", \"greedy\"]]",
            "line_ups: this one has 3 seats, but players is 2",
        ),
        (
            "line_ups = [[\"random\", \"gredy\"]]",
            "line_ups: there is no agent called `gredy`; did you mean `greedy`?",
        ),
        (
            "line_ups = [[\"random\", \"greedy\"], [\"random\", \"greedy\"]]",
            "line_ups: this one stands there already, and would play the same games again",
        ),
        ("line_ups = [[1, 2]]", "line_ups: invalid type: integer `1`, expected a string"),
        ("line_ups = \"all\"", "line_ups: invalid type: string \"all\", expected a list"),
    ];
    for (lines, message) in cases {
        assert_eq!(head(lines), format!("line 3: {message}"));
    }
    let second = "line_ups = [\n  [\"random\", \"greedy\"],\n  [\"random\"],\n]";
    assert_eq!(head(second), "line 5: line_ups: this one has 1 seat, but players is 2");
}

#[test]
fn an_agent_alone_and_a_crowd_are_told_what_to_do() {
    let alone = "players = 2\ndeals = 1\n[[agent]]\nagent = \"random\"\n";
    assert_eq!(
        parse(alone).unwrap_err(),
        "line 3: one agent alone has nobody to play; add an [[agent]] or name `line_ups`"
    );
    let with_itself = alone.replace("[[", "line_ups = [[\"random\", \"random\"]]\n[[");
    assert_eq!(parse(&with_itself).unwrap().line_ups, [[0, 0]]);
    let mut crowd = String::from("players = 5\ndeals = 1\n");
    for i in 0..60 {
        crowd += &format!("[[agent]]\nagent = \"random\"\nname = \"a{i}\"\n");
    }
    assert_eq!(
        parse(&crowd).unwrap_err(),
        "line 3: 60 agents make more than 10000 line-ups of 5; name those to be played in `line_ups`"
    );
}

/// The config of two agents, the second one an outside bot of these lines, the first of them line 6.
fn with_bot(lines: &str) -> Result<TournamentConfig, String> {
    parse(&format!("players = 2\ndeals = 3\n[[agent]]\nagent = \"random\"\n[[agent]]\n{lines}\n"))
}

#[test]
fn an_outside_bot_is_a_command_with_a_name() {
    let config = with_bot(
        "kind = \"process\"\nname = \"bot\"\ncommand = [\"python3\", \"a b.py\"]\n\
         start_seconds = 2\ndecision_seconds = 0.5\ndeterministic = true",
    )
    .unwrap();
    let Player::Process(command) = &config.entrants[1].player else { panic!("{:?}", config.entrants) };
    assert_eq!(command.words, ["python3", "a b.py"]);
    let seconds = Duration::from_secs_f64;
    assert_eq!((command.start, command.decision), (seconds(2.0), Some(seconds(0.5))));
    assert_eq!(config.entrants[1].name, "bot");
    assert!(config.is_reproducible() && command.deterministic);
    let short = with_bot("kind = \"process\"\nname = \"bot\"\ncommand = [\"x\"]").unwrap();
    assert!(!short.is_reproducible(), "nobody has said that it is deterministic");
    assert_ne!(short.hash(&[]), config.hash(&[]));
    let told = with_bot("kind = \"built-in\"\nagent = \"greedy\"").unwrap();
    assert_eq!(told.entrants[1].player.to_string(), "greedy");
}

#[test]
fn wrong_outside_bots_are_told_with_line_and_key() {
    let bot = "kind = \"process\"\nname = \"bot\"";
    let words = "agent.command must be a list of words, the program first, such as [\"python3\", \"bot.py\"]";
    let cases = [
        (bot.to_owned(), 5, "agent: missing key `command`, which an outside bot needs"),
        (
            "kind = \"process\"\ncommand = [\"x\"]".into(),
            5,
            "agent: missing key `name`, which an outside bot needs",
        ),
        (format!("{bot}\ncommand = []"), 8, words),
        (format!("{bot}\ncommand = [\"\"]"), 8, words),
        (format!("{bot}\ncommand = \"x\""), 8, "agent.command: invalid type: string \"x\", expected a list"),
        (
            format!("{bot}\ncommand = [\"x\"]\nagent = \"greedy\""),
            9,
            "agent.agent: an outside bot has none; its words stand in `command`",
        ),
        (
            format!("{bot}\ncommand = [\"x\"]\nparams = {{ c = 1 }}"),
            9,
            "agent.params: an outside bot has none; its words stand in `command`",
        ),
        (
            format!("{bot}\ncommand = [\"x\"]\nstart_seconds = 0"),
            9,
            "agent.start_seconds must be from 0.001 to 86400",
        ),
        (
            format!("{bot}\ncommand = [\"x\"]\ndecision_seconds = 1e6"),
            9,
            "agent.decision_seconds must be from 0.001 to 86400",
        ),
        (
            format!("{bot}\ncommand = [\"x\"]\ndeterministic = 1"),
            9,
            "agent.deterministic: invalid type: integer `1`, expected true or false",
        ),
        (
            "kind = \"proces\"".into(),
            6,
            "agent.kind: unknown variant `proces`, expected `built-in` or `process`; did you mean `process`?",
        ),
        (
            "agent = \"greedy\"\ncommand = [\"x\"]".into(),
            7,
            "agent.command: only an outside bot has it; add `kind = \"process\"`",
        ),
        (
            format!("{bot}\ncommand = [\"x\"]\n[budget]\nseconds = 1"),
            9,
            "budget: the processor time of the outside bot `bot` cannot be measured; give `wall_seconds`",
        ),
    ];
    for (lines, line, message) in cases {
        assert_eq!(with_bot(&lines).expect_err(&lines), format!("line {line}: {message}"));
    }
}

#[test]
fn a_budget_may_be_for_more_than_a_decision() {
    let with = |budget: &str| parse(&format!("players = 2\ndeals = 3\nbudget = {budget}\n{AGENTS}")).unwrap();
    let turn = with("{ iterations = 7, per = \"turn\" }");
    assert_eq!(turn.budget, Limit { budget: Budget::Iterations(7), per: Scope::Turn });
    let game = with("{ wall_seconds = 90, per = \"game\" }");
    assert_eq!(game.budget, Limit { budget: Budget::Time(Duration::from_secs(90)), per: Scope::Game });
    assert_eq!((game.meter, game.is_timed(), game.is_reproducible()), (Meter::Wall, true, false));
    let decision = with("{ iterations = 7, per = \"decision\" }");
    assert_eq!(decision.hash(&[]), with("{ iterations = 7 }").hash(&[]));
    let hashes = [turn.hash(&[]), game.hash(&[]), decision.hash(&[])];
    assert!(hashes[0] != hashes[1] && hashes[0] != hashes[2]);
}

#[test]
fn the_hash_of_a_config_of_an_earlier_version_stays() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/reference/quick/manifest.json");
    let manifest: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let config = parse(manifest["config"].as_str().unwrap()).unwrap();
    assert_eq!(format!("{:016x}", config.hash(&[])), manifest["config_hash"].as_str().unwrap());
}
