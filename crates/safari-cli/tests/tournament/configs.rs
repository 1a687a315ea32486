//! The configs of the project can be run.

use crate::common::fine;
use crate::support::{manifest, names, root, rows};

#[test]
fn every_tournament_of_the_project_loads_with_agents_of_the_issue() {
    let folder = root().join("configs/tournaments");
    let configs = names(&folder);
    for name in ["quick.toml", "players3.toml", "players4.toml", "players5.toml"] {
        assert!(configs.contains(&name.to_owned()), "{name}");
    }
    let dir = tempfile::tempdir().unwrap();
    for name in configs {
        let path = folder.join(&name);
        let plan = fine(dir.path(), ["tournament", path.to_str().unwrap(), "--dry-run"]);
        assert!(plan.contains("\ngames      "), "{name}: {plan}");
        if let Some(players) = name.strip_prefix("players") {
            let players = players.strip_suffix(".toml").unwrap();
            assert!(plan.starts_with(&format!("rules      {players} players,")), "{plan}");
        }
        for agent in ["random-kind", "greedy", "mcts"] {
            assert!(plan.contains(&format!(" {agent} = {agent}")), "{name}: {plan}");
        }
    }
}

#[test]
fn each_of_them_runs() {
    let folder = root().join("configs/tournaments");
    let dir = tempfile::tempdir().unwrap();
    for name in names(&folder) {
        let text = std::fs::read_to_string(folder.join(&name)).unwrap();
        let path = folder.join(&name);
        let mut args = vec!["tournament", path.to_str().unwrap(), "--out", &name, "--set", "deals=1"];
        // Searches of two iterations, else as they stand.
        args.extend(["--set", "budget.iterations=2"]);
        fine(dir.path(), args);
        let players: usize = text.split("players = ").nth(1).unwrap()[..1].parse().unwrap();
        let out = dir.path().join(&name);
        let games = manifest(&out)["games_done"].as_u64().unwrap() as usize;
        assert_eq!(rows(&out, "seats.csv").len(), players * games);
    }
}
