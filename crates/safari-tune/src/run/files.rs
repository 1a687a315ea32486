//! The files of a run beside its journal.

use std::io;
use std::path::Path;

use safari_arena::replace;

use super::acceptance::Verdict;
use super::play::Sums;
use super::tune::Tuning;

/// The journal.
pub const JOURNAL: &str = "journal.jsonl";
/// A row for each candidate.
pub const TRIALS: &str = "trials.csv";
/// The rows of the tests.
pub const EVIDENCE: &str = "evidence";
/// The verdict, within the evidence.
pub const VERDICT: &str = "verdict.json";
/// The agent that is recommended.
const BEST: &str = "best.toml";

/// Writes the verdict, what it rests on, and the agent that is recommended.
pub(super) fn write_verdict(
    dir: &Path,
    tuning: &Tuning,
    verdict: &Verdict,
    tests: &[(&'static str, u64, Vec<[Sums; 2]>)],
) -> io::Result<()> {
    let evidence = dir.join(EVIDENCE);
    std::fs::create_dir_all(&evidence)?;
    for (opponents, first, sets) in tests {
        replace(&evidence, &format!("{opponents}.csv"), &sets_csv(*first, sets, tuning.config().players)?)?;
    }
    let text = serde_json::to_string_pretty(verdict).map_err(io::Error::other)?;
    replace(&evidence, VERDICT, (text + "\n").as_bytes())?;
    replace(dir, BEST, best(tuning, verdict).as_bytes())
}

/// A row for each deal of a test.
fn sets_csv(first: u64, sets: &[[Sums; 2]], players: usize) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = ["deal", "winner_share", "base_share", "gain", "winner_margin", "base_margin"];
    writer.write_record(head).map_err(io::Error::other)?;
    for (deal, [winner, base]) in (first..).zip(sets) {
        let shares = [winner, base].map(|sums| sums.win_share(players));
        let margins = [winner, base].map(|sums| sums.margin as f64 / players as f64);
        let numbers = [shares[0], shares[1], shares[0] - shares[1], margins[0], margins[1]];
        let cells = numbers.map(|number| format!("{:.6}", number + 0.0));
        writer.write_record([deal.to_string()].iter().chain(&cells)).map_err(io::Error::other)?;
    }
    writer.into_inner().map_err(|error| error.into_error())
}

/// The agent as an entry of a tournament's config.
fn best(tuning: &Tuning, verdict: &Verdict) -> String {
    let config = tuning.config();
    let accepted = verdict.verdict == "accepted";
    let factory = match config.space.parse(&verdict.setting) {
        Ok(point) if accepted => config.candidate(&point),
        _ => config.base.clone(),
    };
    let mut text = format!(
        "# The verdict of tuning `{}` for {} players: {}.\n# {}.\n",
        config.base, config.players, verdict.verdict, verdict.text
    );
    if !accepted {
        text += "# So this is the agent as it was.\n";
    }
    let name = if accepted { format!("{}-tuned", config.base.name()) } else { config.base.to_string() };
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    text += &format!("\n[[agent]]\nname = {}\nagent = {}\n", quoted(&name), quoted(config.base.name()));
    if !factory.given().is_empty() {
        text += "\n[agent.params]\n";
        for (key, value) in factory.given() {
            let value = match value {
                safari_agents::params::Value::Word(word) => quoted(word),
                safari_agents::params::Value::Real(x) => format!("{x:?}"),
                other => other.to_string(),
            };
            text += &format!("{key} = {value}\n");
        }
    }
    text
}
