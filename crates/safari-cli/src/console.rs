//! Standard output: buffered, with colour and beyond ASCII only where that can be seen.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use clap::ValueEnum;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    // No documentation, which would make `--help` of every command longer than it need be.
    #[default]
    Auto,
    Always,
    Never,
}

/// How texts look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Style {
    /// Escape codes for colour may be used.
    pub colour: bool,
    /// Characters beyond ASCII may be used.
    pub unicode: bool,
}

impl Style {
    /// Emphasised text.
    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Text that matters less.
    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colour && !text.trim().is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// Standard output and its style.
pub(crate) struct Console {
    out: BufWriter<Stdout>,
    /// How texts look.
    pub style: Style,
}

impl Console {
    /// Standard output as the user and the environment want it.
    pub fn new(colour: Colour) -> Console {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let colour = match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                io::stdout().is_terminal()
                    && variable("NO_COLOR").is_none()
                    && variable("TERM").is_none_or(|term| term != "dumb")
            }
        };
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        let unicode = locale.is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        Console { out: BufWriter::with_capacity(1 << 16, io::stdout()), style: Style { colour, unicode } }
    }
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
