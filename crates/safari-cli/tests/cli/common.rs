//! Running the binary.

#![allow(dead_code)] // Each test file uses some of it.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A command of the binary in a directory, without what the user's environment might change.
pub fn command(dir: &Path, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_safari"));
    command
        .current_dir(dir)
        .args(args)
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .env_remove("RUST_BACKTRACE");
    command
}

/// Runs the binary.
pub fn run(dir: &Path, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
    command(dir, args).stdin(Stdio::null()).output().expect("the binary runs")
}

/// Runs the binary with a text on standard input.
pub fn run_with_input(dir: &Path, args: impl IntoIterator<Item = impl AsRef<OsStr>>, input: &str) -> Output {
    let mut child = command(dir, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the input is written");
    output
}

/// What a run printed, after checking that all went well.
pub fn fine(dir: &Path, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> String {
    text_of(run(dir, args))
}

/// The standard output of a run that went well.
pub fn text_of(output: Output) -> String {
    let errors = String::from_utf8(output.stderr).expect("errors are text");
    assert_eq!(output.status.code(), Some(0), "{errors}");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The message of a run that ended with an exit code.
pub fn wrong(dir: &Path, code: i32, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> String {
    let output = run(dir, args);
    let message = String::from_utf8(output.stderr).expect("errors are text");
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(message.starts_with("error: "), "{message}");
    assert!(!message.contains("panicked") && !message.contains("a bug"), "{message}");
    message
}

/// A file of the tests' data.
pub fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// Compares a text with a committed file; `SAFARI_BLESS=1 cargo test` writes the file instead.
pub fn assert_committed(path: &Path, text: &str) {
    if std::env::var_os("SAFARI_BLESS").is_some() {
        std::fs::write(path, text).expect("the file can be written");
        return;
    }
    let committed = std::fs::read_to_string(path).expect("the file is committed");
    for (number, (expected, found)) in committed.lines().zip(text.lines()).enumerate() {
        assert_eq!(found, expected, "{}, line {}", path.display(), number + 1);
    }
    assert_eq!(text, committed, "{}", path.display());
}

/// The flags of every variant of the rules on several tables.
pub fn variants() -> Vec<Vec<String>> {
    let mut variants = Vec::new();
    for table in ["floor", "table:9x9", "table:8x6", "table:5x1", "shifting:9x8"] {
        for majority in ["most", "all_present"] {
            for draw in ["before_scoring", "after_scoring"] {
                for bonus in ["independent", "distinct"] {
                    let flags = [
                        ("--table", table),
                        ("--final-majority", majority),
                        ("--baobab-draw", draw),
                        ("--bonus-animals", bonus),
                    ];
                    variants
                        .push(flags.iter().flat_map(|&(flag, value)| [flag.into(), value.into()]).collect());
                }
            }
        }
    }
    variants
}
