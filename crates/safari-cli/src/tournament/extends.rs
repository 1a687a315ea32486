//! Configs that extend others: `extends = "base.toml"`.

use std::path::{Path, PathBuf};

use toml::{Table, Value};

use crate::files;
use crate::problem::Problem;

/// Longest chain of files, so that one that comes back to itself is told.
const MOST: usize = 16;

/// The keys that name files, by their path from the config's folder.
const FILES: [&str; 3] = ["tiles", "start", "deals_file"];

/// A config with all that it extends.
pub(crate) struct Extended {
    /// The text: the file's own where it extends none, so that lines are its lines.
    pub text: String,
    /// The files that it extends, the nearest first.
    pub bases: Vec<String>,
}

/// Reads a config and what it extends.
///
/// # Errors
/// A file cannot be read or is no TOML, `extends` is no path, or the chain does not end.
pub(crate) fn read(path: &Path) -> Result<Extended, Problem> {
    let text = files::read(path)?;
    // What is no TOML is told with its line by whoever reads the config.
    if !text.parse::<Table>().is_ok_and(|table| table.contains_key("extends")) {
        return Ok(Extended { text, bases: Vec::new() });
    }
    let mut bases = Vec::new();
    let table = whole(path, &text, &mut bases)?;
    let text = toml::to_string(&table).map_err(|error| Problem::Failure(error.to_string()))?;
    Ok(Extended { text, bases: bases.iter().map(|base| base.display().to_string()).collect() })
}

/// A file's table laid over that of the file that it extends.
fn whole(path: &Path, text: &str, bases: &mut Vec<PathBuf>) -> Result<Table, Problem> {
    let name = files::name(path);
    let mut own: Table = text.parse().map_err(|error: toml::de::Error| Problem::in_file(&name, error))?;
    let Some(base) = own.remove("extends") else { return Ok(own) };
    let Value::String(base) = base else {
        return Err(Problem::in_file(&name, "extends must be the path of a config, such as \"base.toml\""));
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let base_path = folder.join(&base);
    bases.push(base_path.clone());
    if bases.len() > MOST {
        return Err(Problem::in_file(
            &name,
            format!("extends: over {MOST} files extend each other; does one extend itself?"),
        ));
    }
    let text = files::read(&base_path).map_err(|problem| match problem {
        Problem::Input(message) => Problem::in_file(&name, format!("extends: {message}")),
        problem => problem,
    })?;
    let mut table = whole(&base_path, &text, bases)?;
    // Its files are named from its own folder.
    let between = Path::new(&base).parent().unwrap_or(Path::new(""));
    for key in FILES {
        if let Some(Value::String(file)) = table.get_mut(key)
            && let Some(joined) = between.join(&*file).to_str()
        {
            *file = joined.to_owned();
        }
    }
    lay_over(&mut table, own);
    Ok(table)
}

/// Tables are joined key by key; anything else takes the place of what was there.
fn lay_over(below: &mut Table, above: Table) {
    for (key, value) in above {
        match (below.get_mut(&key), value) {
            (Some(Value::Table(below)), Value::Table(above)) => lay_over(below, above),
            (_, value) => drop(below.insert(key, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_joined_and_lists_replaced() {
        let mut below: Table = "a = 1\nlist = [1, 2]\n[t]\nx = 1\ny = 2".parse().expect("TOML");
        lay_over(&mut below, "list = [3]\nb = 2\n[t]\ny = 3".parse().expect("TOML"));
        assert_eq!(below, "a = 1\nb = 2\nlist = [3]\n[t]\nx = 1\ny = 3".parse::<Table>().expect("TOML"));
    }
}
