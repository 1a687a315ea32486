//! Who depends on whom: the oracle on no crate of ours, the core on the oracle in tests alone.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

fn workspace() -> Metadata {
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .no_deps()
        .other_options(["--offline".to_owned()])
        .exec()
        .expect("cargo tells about the workspace")
}

fn package<'m>(workspace: &'m Metadata, name: &str) -> &'m Package {
    workspace.packages.iter().find(|package| package.name == name).expect("the crate is in the workspace")
}

/// The crates of ours that a crate names as a dependency of these kinds: by name or by path.
fn ours(workspace: &Metadata, name: &str, kinds: &[DependencyKind]) -> BTreeSet<String> {
    let names: BTreeSet<&str> = workspace.packages.iter().map(|package| package.name.as_str()).collect();
    assert!(names.len() >= 2, "{names:?}");
    let dependencies = &package(workspace, name).dependencies;
    dependencies
        .iter()
        .filter(|dependency| kinds.contains(&dependency.kind))
        .filter(|dependency| {
            names.contains(dependency.name.as_str())
                || dependency.name.starts_with("safari")
                || dependency.path.is_some()
        })
        .map(|dependency| dependency.name.clone())
        .collect()
}

const ALL: [DependencyKind; 3] = [DependencyKind::Normal, DependencyKind::Development, DependencyKind::Build];

#[test]
fn the_oracle_depends_on_no_crate_of_ours() {
    assert_eq!(ours(&workspace(), "safari-oracle", &ALL), BTreeSet::new());
}

#[test]
fn the_core_depends_on_no_crate_of_ours_outside_its_tests() {
    let workspace = workspace();
    let kinds = [DependencyKind::Normal, DependencyKind::Build];
    assert_eq!(ours(&workspace, "safari-core", &kinds), BTreeSet::new());
    let tests = ours(&workspace, "safari-core", &[DependencyKind::Development]);
    assert_eq!(tests, BTreeSet::from(["safari-oracle".to_owned()]));
}

#[test]
fn nobody_depends_on_the_oracle_outside_tests() {
    let workspace = workspace();
    for package in &workspace.packages {
        let kinds = [DependencyKind::Normal, DependencyKind::Build];
        assert!(!ours(&workspace, &package.name, &kinds).contains("safari-oracle"), "{}", package.name);
    }
}
