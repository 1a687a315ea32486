//! What a config may say, and what is said of a wrong one.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use std::time::Duration;

use safari_agents::{Budget, Registry};
use safari_arena::{Records, TournamentConfig};
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
    assert_eq!((config.records, config.budget), (Records::None, Budget::Own));
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
    assert_eq!((config.records, config.budget), (Records::Some, Budget::Time(Duration::from_millis(10))));
    assert!(!config.is_reproducible());
    assert_eq!(config.variant.table, "shifting:9x8".parse().unwrap());
    assert_eq!(config.variant.final_majority, FinalMajority::AllPresent);
    assert_eq!(config.variant.baobab_draw, BaobabDraw::AfterScoring);
    assert_eq!(config.variant.bonus_animals, BonusAnimals::Distinct);
    let specs: Vec<String> = config.entrants.iter().map(|entrant| entrant.factory.to_string()).collect();
    assert_eq!(
        specs,
        ["mcts:iterations=5", "mcts:c=0.7:iterations=50:ordered=false:reward_scale=10:rollout=random-kind"]
    );
    assert_eq!(config.line_ups, [[0, 1, 1]]);
    let iterations =
        parse(&format!("players = 2\ndeals = 3\nbudget = {{ iterations = 7 }}\n{AGENTS}")).unwrap();
    assert_eq!(iterations.budget, Budget::Iterations(7));
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
        ("budget = {}", "budget: give either `iterations` or `seconds`".into()),
        ("budget = { iterations = 5, seconds = 1 }", "budget: give either `iterations` or `seconds`".into()),
        ("budget = { iterations = 0 }", "budget: iterations must be at least 1".into()),
        (
            "budget = { iterations = 4294967296 }",
            format!("budget.iterations: invalid value: integer `4294967296`, {number} to 4294967295"),
        ),
        ("budget = { seconds = 0 }", "budget: seconds must be from 0.000001 to 86400".into()),
        ("budget = { seconds = -1.0 }", "budget: seconds must be from 0.000001 to 86400".into()),
        ("budget = { seconds = nan }", "budget: seconds must be from 0.000001 to 86400".into()),
        ("budget = { seconds = inf }", "budget: seconds must be from 0.000001 to 86400".into()),
        ("budget = { second = 1 }", "budget: unknown key `second`, expected `iterations` or `seconds`; did you mean `seconds`?".into()),
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
            "unknown key `seeds`, expected one of `players`, `deals`, `seed`, `variant`, `tiles`, `start`, `deals_file`, `records`, `budget`, `agent`, `line_ups`, `schedule`, `seating`; did you mean `seed`?".into(),
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
            "agent: unknown key `agnt`, expected one of `agent`, `name`, `params`; did you mean `agent`?".into(),
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
