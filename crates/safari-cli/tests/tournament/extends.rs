//! Configs that extend others, and their JSON schema.

use std::collections::BTreeSet;
use std::fs;

use crate::common::wrong;
use crate::support::{LASTING, config, lasting, root, tournament};

#[test]
fn a_config_that_extends_another_is_the_same_as_one_that_says_all() {
    let dir = tempfile::tempdir().unwrap();
    let put = |name: &str, text: &str| fs::write(dir.path().join(name), text).unwrap();
    fs::create_dir_all(dir.path().join("bases/deep")).unwrap();
    fs::copy(root().join("configs/tiles/safari.toml"), dir.path().join("bases/tiles.toml")).unwrap();
    put(
        "bases/deep/first.toml",
        "players = 3\ndeals = 9\n[variant]\ntable = \"table:9x9\"\nfinal_majority = \"all_present\"\n",
    );
    put(
        "bases/second.toml",
        "extends = \"deep/first.toml\"\ntiles = \"tiles.toml\"\n[[agent]]\nagent = \"random\"\n[[agent]]\nagent = \"greedy\"\n",
    );
    put("t.toml", "extends = \"bases/second.toml\"\ndeals = 2\n[variant]\ntable = \"floor\"\n");
    tournament(dir.path(), "extended", &["--set", "seed=4"]);
    config(
        dir.path(),
        "players = 3\ndeals = 2\nseed = 4\ntiles = \"bases/tiles.toml\"\nvariant = { final_majority = \"all_present\" }",
        &["random", "greedy"],
    );
    tournament(dir.path(), "plain", &[]);
    for name in LASTING {
        let of = |out: &str| lasting(&dir.path().join(out))[name].clone();
        assert!(of("extended") == of("plain"), "{name}");
    }
    // The manifest says all by itself: it is the same run as the config without `extends`.
    tournament(dir.path(), "extended", &[]);
}

#[test]
fn what_is_wrong_with_extends_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let says = |text: &str, message: &str| {
        fs::write(dir.path().join("t.toml"), text).unwrap();
        let said = wrong(dir.path(), 2, ["tournament", "t.toml"]);
        assert!(said.contains(message), "{said}");
    };
    says("extends = 3", "t.toml: extends must be the path of a config, such as \"base.toml\"");
    says("extends = \"tt.toml\"", "t.toml: extends: there is no file `tt.toml`; did you mean `t.toml`?");
    says("extends = \"t.toml\"", "over 16 files extend each other; does one extend itself?");
    fs::write(dir.path().join("base.toml"), "players = 2\n").unwrap();
    says("extends = \"base.toml\"", "t.toml: with base.toml: missing key `deals`");
    says("extends = \"base.toml\"\nx", "t.toml: line 2");
    fs::write(dir.path().join("base.toml"), "players\n").unwrap();
    says("extends = \"base.toml\"\n", "base.toml: TOML parse error at line 1");
}

#[test]
fn the_schema_has_the_keys_that_are_taken() {
    let text = fs::read_to_string(root().join("docs/tournament.schema.json")).unwrap();
    let schema: serde_json::Value = serde_json::from_str(&text).unwrap();
    let dir = tempfile::tempdir().unwrap();
    // An unknown key makes the program list those that there are.
    let listed = |config: &str| -> BTreeSet<String> {
        fs::write(dir.path().join("t.toml"), config).unwrap();
        let said = wrong(dir.path(), 2, ["tournament", "t.toml"]);
        said.split("expected ").nth(1).unwrap().split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let keys = |place: &str| -> BTreeSet<String> {
        schema.pointer(place).unwrap().as_object().unwrap().keys().cloned().collect()
    };
    let mut root_keys = keys("/properties");
    assert!(root_keys.remove("extends") && root_keys.remove("$schema"));
    assert_eq!(root_keys, listed("xyzzy = 1"));
    let full = "players = 2\ndeals = 1\n";
    for (place, config) in [
        ("/properties/variant/properties", "variant = { xyzzy = 1 }\n"),
        ("/properties/budget/properties", "budget = { xyzzy = 1 }\n"),
        ("/properties/schedule/properties", "schedule = { xyzzy = 1 }\n"),
        ("/properties/agent/items/properties", "agent = [{ xyzzy = 1 }]\n"),
    ] {
        assert_eq!(keys(place), listed(&format!("{full}{config}")), "{place}");
    }
}
