//! Shards, `safari merge` and `safari watch`.

use std::fs;
use std::path::Path;

use crate::common::{fine, wrong};
use crate::support::{config, lasting, manifest, names, read, tournament};

fn shards(dir: &Path, of: u32, more: &[&str]) -> Vec<String> {
    let play = |index: u32| {
        let (name, shard) = (format!("part{index}of{of}"), format!("{index}/{of}"));
        tournament(dir, &name, &[&["--shard", &shard][..], more].concat());
        name
    };
    (0..of).map(play).collect()
}

fn merge<'a>(out: &'a str, parts: &'a [String]) -> Vec<&'a str> {
    ["merge", out].into_iter().chain(parts.iter().map(String::as_str)).collect()
}

#[test]
fn shards_of_any_number_give_the_files_of_one_machine() {
    let dir = tempfile::tempdir().unwrap();
    config(
        dir.path(),
        "players = 3\ndeals = 5\nrecords = \"some\"\nseating = \"permutations\"",
        &["random-kind", "a, b=greedy", "random"],
    );
    tournament(dir.path(), "whole", &[]);
    for of in [1, 2, 7] {
        let mut parts = shards(dir.path(), of, &["--threads", "2"]);
        parts.reverse();
        let out = format!("merged{of}");
        for _ in 0..2 {
            let table = fine(dir.path(), merge(&out, &parts));
            assert!(table.contains(&format!("\n30 games of {of} shards")), "{table}");
            assert!(lasting(&dir.path().join(&out)) == lasting(&dir.path().join("whole")));
            assert_eq!(names(&dir.path().join(&out)), names(&dir.path().join("whole")));
        }
        // A merged run is one that can be extended.
        tournament(dir.path(), &out, &["--set", "deals=6"]);
    }
    tournament(dir.path(), "whole", &["--set", "deals=6"]);
    assert!(lasting(&dir.path().join("merged7")) == lasting(&dir.path().join("whole")));
}

#[test]
fn what_does_not_belong_together_is_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 6", &["random-kind", "random"]);
    let parts = shards(dir.path(), 3, &[]);
    let of = |args: &[&str], code: i32, message: &str| {
        let parts: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        let said = wrong(dir.path(), code, merge("out", &parts));
        assert!(said.contains(message), "{said}");
        assert!(!dir.path().join("out/manifest.json").exists());
    };
    of(&[&parts[0], &parts[2]], 75, "shard 1/3 is missing");
    of(&[&parts[0], &parts[1], &parts[2], "gone"], 75, "there is no tournament in `gone` yet");
    of(&[&parts[0], &parts[1], &parts[1], &parts[2]], 2, "are both shard 1/3");
    shards(dir.path(), 2, &[]);
    of(&[&parts[0], "part1of2"], 2, "`part1of2` is shard 1/2, but `part0of3` is shard 0/3");
    tournament(dir.path(), "other", &["--shard", "1/3", "--seed", "9"]);
    of(&[&parts[0], "other", &parts[2]], 2, "`part0of3` and `other` differ in their seed");
    tournament(dir.path(), "longer", &["--shard", "1/3", "--set", "deals=12"]);
    of(
        &[&parts[0], "longer", &parts[2]],
        2,
        "`longer` is of more deals than `part0of3`: shard 1/3 has 8 games, not 4",
    );
    let said = wrong(dir.path(), 2, merge(&parts[0], &parts));
    assert!(said.contains("`part0of3` is a shard and cannot be the whole, too"), "{said}");
    // Rows that were changed.
    let path = dir.path().join("part1of3/games.csv");
    fs::write(&path, fs::read_to_string(&path).unwrap().replacen(",2,", ",3,", 1)).unwrap();
    of(&[&parts[0], &parts[1], &parts[2]], 2, "`games.csv` is not as the run left it");
}

#[test]
fn a_directory_of_another_shard_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 6", &["random-kind", "random"]);
    tournament(dir.path(), "out", &["--shard", "0/2"]);
    let said = wrong(dir.path(), 2, ["tournament", "t.toml", "--out", "out", "--shard", "1/2"]);
    assert!(said.contains("its shard differs"), "{said}");
    let said = wrong(dir.path(), 2, ["tournament", "t.toml", "--out", "out2", "--shard", "2/2"]);
    assert!(said.contains("a shard is I/N"), "{said}");
    let said = wrong(dir.path(), 2, ["replay", "out", "--game", "2"]);
    assert!(said.contains("--game is 2, but that is none of shard 0/2"), "{said}");
    fine(dir.path(), ["replay", "out", "--game", "4"]);
    config(
        dir.path(),
        "players = 2\ndeals = 6\nschedule = { kind = \"sequential\", elo0 = 0, elo1 = 5 }",
        &["greedy", "random"],
    );
    let said = wrong(dir.path(), 2, ["tournament", "t.toml", "--shard", "0/2", "--out", "rounds"]);
    assert!(said.contains("a schedule in rounds cannot be split into shards"), "{said}");
}

#[test]
fn a_schedule_in_rounds_stops_by_itself_and_goes_on_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    for (schedule, agents) in [
        ("{ kind = \"sequential\", round = 3, share0 = 0.5, share1 = 0.7 }", &["greedy", "random-kind"][..]),
        ("{ kind = \"adaptive\", round = 4 }", &["greedy", "random-kind", "random", "a=random"]),
    ] {
        config(dir.path(), &format!("players = 2\ndeals = 40\nschedule = {schedule}"), agents);
        let out = agents.len().to_string();
        let table = tournament(dir.path(), &out, &["--threads", "2"]);
        assert!(table.contains("\nthe schedule ended: "), "{table}");
        let whole = lasting(&dir.path().join(&out));
        let games = read(&dir.path().join(&out), "games.csv").lines().count() as u64 - 1;
        if agents.len() == 2 {
            assert!(
                table.contains("H1 is accepted after 9 sets of greedy: win share 0.7 against 0.5"),
                "{table}"
            );
            assert!(table.contains("corrected for when it stopped: win share "), "{table}");
            assert_eq!(games, 2 * 9);
            let manifest = manifest(&dir.path().join(&out));
            assert_eq!((&manifest["test"]["accepted"], &manifest["test"]["sets"]), (&"H1".into(), &9.into()));
        }
        // A game of a later round can be seen again.
        let told = fine(dir.path(), ["replay", &out, "--game", &(games - 1).to_string()]);
        assert!(told.contains("Winner"), "{told}");
        // Nothing is left to play, and one thread plays the same.
        tournament(dir.path(), &out, &[]);
        assert!(lasting(&dir.path().join(&out)) == whole);
        tournament(dir.path(), &format!("one{out}"), &["--threads", "1"]);
        assert!(lasting(&dir.path().join(format!("one{out}"))) == whole);
        // Fewer deals than were played are refused, records of later rounds stay, and shards there are none.
        let said = wrong(dir.path(), 2, ["tournament", "t.toml", "--out", &out, "--set", "deals=2"]);
        assert!(said.contains("more than the"), "{said}");
        let rec = format!("rec{out}");
        for _ in 0..2 {
            tournament(dir.path(), &rec, &["--set", "records=all"]);
            assert_eq!(names(&dir.path().join(&rec).join("records")).len() as u64, games);
        }
        let said = wrong(dir.path(), 2, ["merge", "merged", &out]);
        assert!(said.contains("a schedule in rounds has no shards"), "{said}");
    }
}

#[test]
fn a_run_can_be_watched() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 4", &["random-kind", "greedy"]);
    tournament(dir.path(), "out", &[]);
    assert_eq!(fine(dir.path(), ["watch", "out"]), "8/8 games, complete; see out/standings.csv\n");
    let said = wrong(dir.path(), 2, ["watch", "."]);
    assert!(said.contains("there is no tournament in `.`"), "{said}");
    // One that was killed: nobody plays.
    let ledger = "out/ledger";
    fs::write(dir.path().join(ledger), "").unwrap();
    assert_eq!(fine(dir.path(), ["watch", "out"]), "8/8 games, nobody plays\n");
    let line: serde_json::Value =
        serde_json::from_str(&fine(dir.path(), ["watch", "out", "--json"])).unwrap();
    assert_eq!((&line["games"], &line["of"], &line["state"]), (&8.into(), &8.into(), &"stopped".into()));
}

#[test]
fn a_schedule_is_told_without_a_run() {
    let dir = tempfile::tempdir().unwrap();
    config(
        dir.path(),
        "players = 2\ndeals = 4\nschedule = { kind = \"one-vs-rest\" }",
        &["random-kind", "greedy", "random"],
    );
    let told = fine(dir.path(), ["schedule", "t.toml", "--probe", "0.1", "--threads", "3"]);
    assert!(told.contains("line-ups   2, each in 2 rotations\ngames      16\ntime       about "), "{told}");
    assert!(told.contains("  game 0: deal 0, seats random-kind, greedy\n"), "{told}");
    assert_eq!(names(dir.path()), ["t.toml"]);
    let told = fine(dir.path(), ["schedule", "t.toml", "--probe", "0", "--shard", "1/2"]);
    assert!(told.contains("shard      1/2\ngames      8\n  game 4: deal 1"), "{told}");
}

#[test]
fn a_merge_that_fails_leaves_a_whole_that_is_there() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 6", &["random-kind", "random"]);
    let parts = shards(dir.path(), 2, &[]);
    fine(dir.path(), merge("whole", &parts));
    let before = lasting(&dir.path().join("whole"));
    fs::remove_file(dir.path().join("part1of2/timing.csv")).unwrap();
    let said = wrong(dir.path(), 2, merge("whole", &parts));
    assert!(said.contains("part1of2") && said.contains("timing.csv"), "{said}");
    assert!(lasting(&dir.path().join("whole")) == before);
    assert!(!dir.path().join("whole/ledger").exists());
    // Comments and --set change nothing that decides results.
    let text = read(dir.path(), "t.toml");
    fs::write(dir.path().join("t.toml"), format!("# the same\n{text}")).unwrap();
    tournament(dir.path(), "again", &["--shard", "1/2", "--set", "deals=6"]);
    fine(dir.path(), merge("whole", &[parts[0].clone(), "again".into()]));
}

#[test]
fn a_manifest_whose_config_was_changed_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2\nseed = 3", &["random-kind", "random"]);
    tournament(dir.path(), "out", &[]);
    let path = dir.path().join("out/manifest.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("seed = 3", "seed = 4")).unwrap();
    let said = wrong(dir.path(), 2, ["replay", "out", "--game", "1"]);
    assert!(said.contains("it is not the one that the run was of"), "{said}");
    // A game that comes out otherwise is told, and said to be another.
    fs::write(&path, text).unwrap();
    let games = dir.path().join("out/games.csv");
    fs::write(&games, fs::read_to_string(&games).unwrap().replace("1,0,0,0,1,2,", "1,0,0,0,1,3,")).unwrap();
    let said = wrong(dir.path(), 1, ["replay", "out", "--game", "1"]);
    assert!(said.contains("game 1 came out otherwise in `out`"), "{said}");
}

#[test]
fn times_of_a_complete_run_stay_and_grow_where_it_is_extended() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 4", &["random-kind", "greedy"]);
    tournament(dir.path(), "out", &[]);
    let out = dir.path().join("out");
    let (times, manifest) = (read(&out, "timing.csv"), read(&out, "manifest.json"));
    tournament(dir.path(), "out", &[]);
    assert_eq!((read(&out, "timing.csv"), read(&out, "manifest.json")), (times.clone(), manifest));
    tournament(dir.path(), "out", &["--set", "deals=8"]);
    let decisions =
        |text: &str| text.lines().last().unwrap().split(',').nth(1).unwrap().parse::<u64>().unwrap();
    assert!(decisions(&read(&out, "timing.csv")) > decisions(&times) * 3 / 2);
}
