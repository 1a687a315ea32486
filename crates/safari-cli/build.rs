//! Tells the program which state of the sources it was built from, as `SAFARI_GIT`.

#![allow(clippy::print_stdout)] // This is how cargo is spoken to.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    println!("cargo:rustc-env=SAFARI_GIT={}", state(&root).unwrap_or_else(|| "unknown".into()));
    // A new commit and every changed source; not the index, which `git status` rewrites.
    let git = git(&root, &["rev-parse", "--absolute-git-dir"]).map(PathBuf::from);
    let heads = git.into_iter().flat_map(|dir| [dir.join("HEAD"), dir.join("logs/HEAD")]);
    for path in
        ["Cargo.toml", "Cargo.lock", "crates", "configs"].map(|name| root.join(name)).into_iter().chain(heads)
    {
        if path.exists() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
}

/// `git describe` of this workspace, or none where there is no git or the repository is another project's.
fn state(root: &Path) -> Option<String> {
    let top = PathBuf::from(git(root, &["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    git(root, &["describe", "--always", "--tags", "--abbrev=10", "--dirty=-dirty"])
}

fn git(root: &Path, args: &[&str]) -> Option<String> {
    let output =
        Command::new("git").arg("--no-optional-locks").arg("-C").arg(root).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}
