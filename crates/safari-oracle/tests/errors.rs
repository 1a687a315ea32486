//! What is refused, and that a refusal changes nothing.

use safari_oracle::{Game, Need, Table, TileSet, Variant};

fn tiles() -> TileSet {
    let text = include_str!("../../../configs/tiles/safari.toml");
    TileSet::parse(text).expect("the file of the box")
}

fn game() -> Game {
    Game::new(&tiles(), Variant::default(), &["AE", "GL"]).expect("two hands of two")
}

/// Runs a refused call on a game and sees that nothing has changed.
fn refused<T>(game: &mut Game, call: impl Fn(&mut Game) -> Result<T, String>) {
    let before = format!("{game:?}");
    assert!(call(game).is_err());
    assert_eq!(format!("{game:?}"), before);
}

#[test]
fn set_up() {
    let new = |hands: &[&str]| Game::new(&tiles(), Variant::default(), hands);
    assert!(new(&["AE"]).is_err(), "one player");
    assert!(new(&["AE"; 6]).is_err(), "six players");
    assert!(new(&["AE", "A"]).is_err());
    assert!(new(&["AE", "AEG"]).is_err());
    assert!(new(&["AE", "AB"]).is_err());
    assert!(new(&["AA"; 5]).is_ok(), "all ten apes");
    let variant = Variant { table: Table::Shifting { width: 4, height: 9 }, ..Variant::default() };
    assert!(Game::new(&tiles(), variant, &["AE", "GL"]).is_err());
}

#[test]
fn chance_events_at_the_wrong_time() {
    let mut game = game();
    refused(&mut game, |game| game.draw_animal('A'));
    refused(&mut game, |game| game.draw_tile("3A"));
    refused(&mut game, |game| game.play("-"));
    assert!(game.legal().is_empty());
    assert_eq!(game.draw_tile("1"), Ok(true));
    refused(&mut game, |game| game.draw_tile("1"));
    game.play("1@0,-1/0").expect("legal");
    game.play("mB").expect("legal");
    assert_eq!(game.need(), Need::Animal { seat: 0, shuffle: false });
    refused(&mut game, |game| game.draw_animal('B'));
    refused(&mut game, |game| game.draw_tile("1"));
    refused(&mut game, |game| game.play("-"));
}

#[test]
fn a_kind_that_is_used_up() {
    let mut game = game();
    assert_eq!(game.draw_tile("2E"), Ok(true));
    game.play("2E@0,-1/0").expect("legal");
    game.play("-").expect("legal");
    assert!(!game.stack().contains_key("2E"));
    refused(&mut game, |game| game.draw_tile("2E"));
}

#[test]
fn decisions() {
    let mut game = game();
    game.draw_tile("1").expect("in the stack");
    for token in [
        "1@0,-1/1",
        "1@0,1/0",
        "1@9,9/0",
        "1@0,0/0",
        "2E@0,-1/0",
        "-",
        "mB",
        "+A",
        ">-3,0",
        "",
        "1@0,-1/0 ",
        "1@2147483647,-2147483648/0",
        "1@0,-99999999999999999999/0",
    ] {
        refused(&mut game, |game| game.play(token));
    }
    game.play("1@0,-1/0").expect("legal");
    for token in [
        "1@1,1/0",
        "mN",
        "dG@0,0NW",
        "xA@0,0NW",
        "dA@-1,0SE",
        "r0,0>1,1",
        "r2,0>-2,0",
        "r2,0>2,0",
        "r2,0>7,7",
        "+-",
        ">1,1",
        "dA@2147483647,2147483647SE",
    ] {
        refused(&mut game, |game| game.play(token));
    }
    game.play("-").expect("legal");
}

#[test]
fn reasons() {
    let mut game = game();
    game.draw_tile("4A").expect("in the stack");
    let mut reason = |token: &str| game.play(token).expect_err("not legal");
    assert!(reason("4A@0,-1/2").contains("lower rotation"));
    assert!(reason("4A@00,-1/0").contains("malformed"));
    assert!(reason("4L@2,0/0").contains("the tile drawn is `4A`"));
    assert!(reason("4A@99999999999,0/0").contains("too large"));
    assert!(reason("mN").contains("another phase"));
}
