//! What a run leaves in its directory, and which directories it refuses.

use std::fs;
use std::path::Path;

use crate::common::{command, fine, run, run_with_input, text_of, wrong};
use crate::support::{LASTING, config, lasting, manifest, names, read, tournament};

/// A refused run: exit code 2, the message, and a directory that is as it was.
fn refused(dir: &Path, out: &str, more: &[&str], text: &str) {
    let contents = |path: &Path| -> Vec<(String, Vec<u8>)> {
        let files = names(path).into_iter().filter(|name| path.join(name).is_file());
        files.map(|name| (name.clone(), fs::read(path.join(name)).unwrap())).collect()
    };
    let before = contents(&dir.join(out));
    let mut args = vec!["tournament", "t.toml", "--out", out];
    args.extend(more);
    let message = wrong(dir, 2, args);
    assert!(message.contains(text), "{message}");
    assert!(contents(&dir.join(out)) == before, "{text}");
}

#[test]
fn a_run_leaves_its_files_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "greedy"]);
    tournament(dir.path(), "deep/below/out", &[]);
    let mut files = [&LASTING[..], &["manifest.json", "timing.csv"]].concat();
    files.sort();
    assert_eq!(names(&dir.path().join("deep/below/out")), files);
    // Without a directory, one of the config's name.
    fine(dir.path(), ["tournament", "t.toml"]);
    assert_eq!(names(&dir.path().join("results/t")), files);
    assert_eq!(names(dir.path()), ["deep", "results", "t.toml"]);
    // A match writes files only where it is told.
    fine(dir.path(), ["match", "random", "random-kind", "--deals", "2"]);
    assert_eq!(names(dir.path()), ["deep", "results", "t.toml"]);
}

#[test]
fn a_config_may_come_from_standard_input() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2", &["random-kind", "greedy"]);
    let text = read(dir.path(), "t.toml");
    tournament(dir.path(), "out", &[]);
    text_of(run_with_input(dir.path(), ["tournament", "-"], &text));
    assert!(lasting(&dir.path().join("results/tournament")) == lasting(&dir.path().join("out")));
    let wrong = run_with_input(dir.path(), ["tournament", "-"], &text.replace("deals", "deal"));
    assert!(
        String::from_utf8(wrong.stderr)
            .unwrap()
            .starts_with("error: standard input: line 2: unknown key `deal`")
    );
}

#[test]
fn the_manifest_says_what_was_run() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 2 # few", &["random-kind", "greedy"]);
    tournament(dir.path(), "out", &["--threads", "2"]);
    let own = manifest(&dir.path().join("out"));
    assert_eq!((&own["format"], &own["version"]), (&"safari-tournament".into(), &1.into()));
    assert_eq!(own["config"], read(dir.path(), "t.toml"));
    assert_eq!((&own["games_planned"], &own["games_done"]), (&4.into(), &4.into()));
    assert_eq!((&own["seed"], &own["threads"], &own["reproducible"]), (&1.into(), &2.into(), &true.into()));
    assert!(own["program"].as_str().unwrap().starts_with("safari 0."));
    assert!(
        own["started"].as_u64().unwrap() > 1_700_000_000 && own["ended"].as_u64() >= own["started"].as_u64()
    );
    tournament(
        dir.path(),
        "set",
        &["--seed", "7", "--set", "variant.table=table:9x9", "--set", "agent.1.params.meeple=4"],
    );
    let set = manifest(&dir.path().join("set"));
    let text = set["config"].as_str().unwrap();
    for line in ["seed = 7", "table = \"table:9x9\"", "meeple = 4"] {
        assert!(text.lines().any(|found| found == line), "{text}");
    }
    assert_eq!(set["seed"], 7);
    assert_ne!(set["config_hash"], own["config_hash"]);
}

#[test]
fn another_run_in_the_directory_is_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let agents = ["random-kind", "greedy"];
    config(dir.path(), "players = 2\ndeals = 4", &agents);
    tournament(dir.path(), "out", &[]);
    refused(
        dir.path(),
        "out",
        &["--seed", "2"],
        "`out` holds another run: its seed differs; name another directory with --out",
    );
    refused(dir.path(), "out", &["--set", "players=3"], "its config differs");
    refused(dir.path(), "out", &["--set", "budget.iterations=3"], "its config differs");
    refused(
        dir.path(),
        "out",
        &["--set", "deals=3"],
        "`out` holds 8 games of this run already, more than the 6 now planned",
    );
    let tiles = safari_core::SAFARI_TOML.replacen("birds = 2", "birds = 1", 1);
    fs::write(dir.path().join("tiles.toml"), tiles).unwrap();
    refused(dir.path(), "out", &["--set", "tiles=tiles.toml"], "its tile set differs");
    config(dir.path(), "players = 2\ndeals = 4", &["random-kind", "other=greedy"]);
    refused(dir.path(), "out", &[], "its config differs");
    let message = wrong(dir.path(), 2, ["match", "random", "greedy", "--out", "out"]);
    assert!(message.contains("`out` holds another run"), "{message}");
    // What does not decide results may differ.
    config(dir.path(), "players = 2\n# more\ndeals = 5\nrecords = \"all\"", &agents);
    tournament(dir.path(), "out", &["--threads", "1"]);
}

#[test]
fn a_directory_with_other_files_is_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 1", &["random-kind", "greedy"]);
    refused(dir.path(), ".", &[], "`.` holds other files, such as `t.toml`, and no manifest.json");
    let out = dir.path().join("out");
    fs::create_dir(&out).unwrap();
    fs::write(out.join("film.mkv.part"), "").unwrap();
    refused(dir.path(), "out", &[], "such as `film.mkv.part`");
    fs::rename(out.join("film.mkv.part"), out.join("seats.csv")).unwrap();
    refused(dir.path(), "out", &[], "such as `seats.csv`");
    fs::write(out.join("manifest.json"), "{\"name\": \"an app\"}").unwrap();
    refused(dir.path(), "out", &[], "out/manifest.json: it is no manifest of a tournament");
    fs::write(out.join("manifest.json"), "<xml>").unwrap();
    refused(dir.path(), "out", &[], "out/manifest.json: expected value at line 1");
    fs::write(out.join("manifest.json"), "{\"format\": \"safari-tournament\", \"version\": 9, \"new\": 1}")
        .unwrap();
    refused(dir.path(), "out", &[], "out/manifest.json: its version is 9, but this program reads version 1");
}

#[test]
fn what_cannot_be_written_is_told_before_a_game_is_played() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 1000000", &["random-kind", "greedy"]);
    refused(dir.path(), "t.toml", &[], "cannot write into `t.toml`: it is no directory");
    refused(dir.path(), "t.toml/out", &[], "cannot write `t.toml/out`");
    #[cfg(target_os = "linux")]
    refused(dir.path(), "/proc/out", &[], "cannot write `/proc/out`");
}

#[test]
fn another_run_that_is_writing_there_is_worth_a_retry() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 1", &["random-kind", "greedy"]);
    let out = dir.path().join("out");
    fs::create_dir(&out).unwrap();
    let part = fs::File::create(out.join("ledger")).unwrap();
    part.lock().unwrap();
    let message = wrong(dir.path(), 75, ["tournament", "t.toml", "--out", "out"]);
    assert!(message.contains("cannot write `out`: another run is writing there"), "{message}");
    drop(part);
    tournament(dir.path(), "out", &[]);
}

#[test]
fn what_a_killed_run_leaves_is_taken_up_by_the_same_run_alone() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 4000\nrecords = \"some\"", &["random-kind", "greedy"]);
    let out = dir.path().join("out");
    let mut child = command(dir.path(), ["tournament", "t.toml", "--out", "out", "--quiet"]).spawn().unwrap();
    while fs::metadata(out.join("ledger")).map_or(0, |file| file.len()) < 1_000 {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let own = manifest(&out);
    assert_eq!((&own["games_done"], &own["ended"]), (&0.into(), &0.into()));
    refused(dir.path(), "out", &["--seed", "2"], "its seed differs");
    refused(dir.path(), "out", &["--set", "deals=3"], "more than the 3 now planned");
    tournament(dir.path(), "out", &[]);
    tournament(dir.path(), "fresh", &[]);
    assert!(lasting(&out) == lasting(&dir.path().join("fresh")));
    assert_eq!(names(&out), names(&dir.path().join("fresh")));
}

#[test]
fn files_that_are_not_as_the_run_left_them_are_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 3", &["random-kind", "greedy"]);
    tournament(dir.path(), "out", &[]);
    let path = dir.path().join("out/seats.csv");
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.replacen("greedy", "greddy", 1)).unwrap();
    refused(dir.path(), "out", &["--set", "deals=4"], "`seats.csv` is not as the run left it");
    fs::write(&path, &whole[..whole.len() - 5]).unwrap();
    refused(dir.path(), "out", &["--set", "deals=4"], "`seats.csv` is not as the run left it");
    fs::remove_file(&path).unwrap();
    refused(dir.path(), "out", &["--set", "deals=4"], "`seats.csv` is missing");
    // Rows after those of the run are those of one that was killed while it was extended.
    fs::write(&path, whole + "more").unwrap();
    tournament(dir.path(), "out", &["--set", "deals=4"]);
    tournament(dir.path(), "fresh", &["--set", "deals=4"]);
    assert!(lasting(&dir.path().join("out")) == lasting(&dir.path().join("fresh")));
}

#[test]
fn records_are_kept_of_no_some_or_all_games() {
    let dir = tempfile::tempdir().unwrap();
    config(dir.path(), "players = 2\ndeals = 101", &["random-kind", "random"]);
    let records = dir.path().join("out/records");
    tournament(dir.path(), "out", &["--set", "deals=60"]);
    assert!(!records.exists());
    // It is about games that are still to be played.
    tournament(dir.path(), "out", &["--set", "records=all", "--set", "deals=70"]);
    assert_eq!(names(&records).len(), 20);
    tournament(dir.path(), "out", &["--set", "records=some"]);
    assert_eq!(names(&records).len(), 21);
    fine(dir.path(), ["replay", "out/records/200.json"]);
    // What belongs to games that are played again goes, and nothing else.
    fs::write(records.join("mine.txt"), "").unwrap();
    fs::remove_file(dir.path().join("out/manifest.json")).unwrap();
    refused(dir.path(), "out", &[], "holds other files");
}

#[test]
fn a_dry_run_writes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    config(
        dir.path(),
        "players = 3\ndeals = 20\nbudget = { seconds = 0.5 }",
        &["random-kind", "greedy", "a=mcts"],
    );
    let plan = tournament(dir.path(), "out", &["--dry-run"]);
    assert_eq!(names(dir.path()), ["t.toml"]);
    assert_eq!(
        plan,
        "rules      3 players, table floor, final_majority most, baobab_draw before_scoring, bonus_animals independent\n\
         deals      20, root seed 1; games begin with deals of the root seed\n\
         budget     0.5 s of processor time a decision: not reproducible\n\
         agents     random-kind = random-kind\n           greedy = greedy\n           a = mcts\n\
         line-ups   1, each in 3 rotations\n\
         files      out\n\
         games      60\n\
         \x20 game 0: deal 0, seats random-kind, greedy, a\n\
         \x20 game 1: deal 0, seats a, random-kind, greedy\n\
         \x20 game 2: deal 0, seats greedy, a, random-kind\n\
         \x20 game 3: deal 1, seats random-kind, greedy, a\n\
         \x20 game 4: deal 1, seats a, random-kind, greedy\n\
         \x20 game 5: deal 1, seats greedy, a, random-kind\n\
         \x20 …\n"
    );
    let output = run(dir.path(), ["tournament", "t.toml", "--dry-run", "--set", "players=9"]);
    assert_eq!(output.status.code(), Some(2));
}
