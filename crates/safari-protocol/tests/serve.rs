//! The bot's end: what it answers, and what it does not believe.

#![allow(clippy::unwrap_used)] // Helpers of tests are not known as tests.

use safari_agents::{Agent, Registry};
use safari_core::{AnimalCounts, Deal, Phase, Position, Seed, TileSet, Variant};
use safari_protocol::{ServeError, serve};

const HEAD: &str = "safari-protocol 1\ntileset HASH\nkind 1 1 ssss - and more\nvariant floor most before_scoring \
                    independent\nplayers 2\nseat 0\nhands AE GG\nbegin\n";

fn head() -> String {
    HEAD.replace("HASH", &format!("{:016x}", TileSet::safari().hash()))
}

/// What a bot answers to these lines.
fn answers(agent: &str, input: &str) -> Result<String, ServeError> {
    let factory = Registry::standard().parse(agent).unwrap();
    let build = move |players: usize| -> Box<dyn Agent> { factory.build(players) };
    let mut output = Vec::new();
    serve(TileSet::safari(), &build, &mut input.as_bytes(), &mut output)?;
    Ok(String::from_utf8(output).unwrap())
}

fn wrong(lines: &str) -> String {
    answers("greedy", &format!("{}{lines}\n", head())).expect_err(lines).to_string()
}

/// The first tile of a deal, and the position after it.
fn first() -> (String, Position) {
    let hands = ["AE", "GG"].map(|hand| AnimalCounts::parse(hand).unwrap());
    let mut position = Position::new(TileSet::safari(), Variant::default(), &hands).unwrap();
    let deal = Deal::for_position(&position, Seed(1));
    let outcome = deal.resume(&position).next(&position);
    position.resolve_unchecked(outcome);
    assert_eq!(position.phase(), Phase::Place);
    let kind = position.tiles().token(position.tile().unwrap()).to_owned();
    (kind, position)
}

fn legal(position: &Position) -> String {
    let mut tokens: Vec<String> =
        position.actions().map(|action| position.token(action).to_string()).collect();
    tokens.sort();
    tokens.join(" ")
}

#[test]
fn it_answers_begin_and_go_and_ends_with_its_input() {
    let (kind, position) = first();
    let go = format!("go 0 place seed 00000000000000ff iterations 20 legal {}", legal(&position));
    let told = answers("mcts", &format!("{}tile {kind}\n{go}\n", head())).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!((lines.len(), lines[0]), (2, "ready"));
    assert!(lines[1].starts_with(&format!("{kind}@")) && lines[1].ends_with(" iterations 20"), "{told}");
    assert_eq!(answers("mcts", &format!("{}tile {kind}\n{go}\n", head())).unwrap(), told);
    assert_eq!(answers("greedy", "").unwrap(), "");
    assert_eq!(answers("greedy", &head()).unwrap(), "ready\n");
}

#[test]
fn it_checks_what_it_is_told() {
    let (kind, position) = first();
    let other = if kind == "26EZ" { "26EG" } else { "26EZ" };
    assert_eq!(wrong("hello"), "`hello`: it is no message of protocol version 1");
    assert_eq!(wrong("tile 99"), "`tile 99`: there is no such kind");
    assert_eq!(wrong(&format!("removed {kind}")), format!("`removed {kind}`: it can be placed"));
    assert!(wrong("play 0 -").starts_with("`play 0 -`: "));
    assert!(wrong("animal 0 Z").starts_with("`animal 0 Z`: "));
    assert!(wrong("animal 1 Z").ends_with("seat 0 draws"));
    let go = |seat: usize, legal: &str| format!("tile {kind}\ngo {seat} place seed 1 legal {legal}");
    assert!(wrong(&go(1, &legal(&position))).ends_with("that decision is not due"));
    assert!(wrong(&go(0, "-")).ends_with("by the rules of this program other tokens are legal"));
    assert!(wrong(&format!("tile {kind}\nplay 0 {other}@0,1/0")).contains("the tile drawn is"));
    assert!(wrong("turn scores 1 0 meeples 7 7 hands AE GG").ends_with("the turn ended another way"));
    assert!(wrong("end scores 1 0 winners 0").ends_with("the game ended another way"));
    let other = answers("greedy", "safari-protocol 2\n").expect_err("another version");
    assert!(matches!(other, ServeError::Head(_)), "{other}");
    let text = head().replace("players 2", "players 3");
    assert!(answers("greedy", &text).is_err());
}
