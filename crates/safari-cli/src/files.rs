//! Files: read whole, written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use safari_core::TileSet;
use tempfile::NamedTempFile;

use crate::problem::{Problem, with_nearest};

/// The text of a file; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<String, Problem> {
    let mut text = String::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().read_to_string(&mut text)
    } else {
        File::open(path).and_then(|mut file| file.read_to_string(&mut text))
    };
    read.map_err(|error| Problem::reading(path, &error))?;
    Ok(text)
}

/// What to call a file in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

/// The tile set of a file, or the built-in one.
pub(crate) fn tile_set(path: Option<&PathBuf>) -> Result<&'static TileSet, Problem> {
    let Some(path) = path else { return Ok(TileSet::safari()) };
    let tiles = TileSet::parse(&read(path)?).map_err(|mut error| {
        error.message = with_nearest(&error.message);
        Problem::in_file(&name(path), error)
    })?;
    Ok(tiles.leak())
}

/// A file to be written: the path is checked at once, the file changes in one instant at the end.
#[derive(Debug)]
pub(crate) struct Target {
    path: PathBuf,
    /// Not a regular file, such as `/dev/stdout`: it cannot be renamed over.
    special: bool,
}

impl Target {
    /// Checks that the file could be written, and leaves it alone.
    pub fn check(path: &Path) -> Result<Target, Problem> {
        let problem = |error: io::Error| Problem::writing(path, &error);
        if path.as_os_str().is_empty() || path.file_name().is_none() {
            return Err(Problem::Input(format!("`{}` names no file", path.display())));
        }
        let target = match fs::metadata(path) {
            Ok(known) if known.is_dir() => return Err(problem(io::ErrorKind::IsADirectory.into())),
            Ok(known) if !known.is_file() => Target { path: path.to_owned(), special: true },
            // The file that a link points to is replaced, not the link.
            Ok(_) => {
                OpenOptions::new().append(true).open(path).map_err(problem)?;
                Target { path: path.canonicalize().map_err(problem)?, special: false }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Target { path: path.to_owned(), special: false }
            }
            Err(error) => return Err(problem(error)),
        };
        if !target.special {
            target.temporary().map_err(problem)?;
        }
        Ok(target)
    }

    /// Writes the whole file.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Problem> {
        let written = if self.special {
            OpenOptions::new().write(true).open(&self.path).and_then(|mut file| file.write_all(bytes))
        } else {
            self.replace(bytes)
        };
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Problem::Closed),
            Err(error) => Err(Problem::writing(&self.path, &error)),
            Ok(()) => Ok(()),
        }
    }

    fn replace(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.temporary()?;
        file.write_all(bytes)?;
        if let Ok(known) = fs::metadata(&self.path) {
            file.as_file().set_permissions(known.permissions())?;
        }
        file.as_file().sync_all()?;
        file.persist(&self.path)?;
        Ok(())
    }

    /// A file beside the target, which goes away unless it is renamed.
    fn temporary(&self) -> io::Result<NamedTempFile> {
        let parent =
            self.path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".safari-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666)); // less the user's umask
        }
        builder.tempfile_in(parent)
    }
}
