//! The rules' variants (RULES 3.4, 5.1, 5.5, 8.2).

use std::fmt;
use std::str::FromStr;

/// How far the landscape may reach (RULES 3.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Table {
    /// No limit.
    #[default]
    Floor,
    /// The start tile lies in the middle of a table of W x H cells.
    Fixed {
        /// Columns, at least 5.
        width: u16,
        /// Rows, at least 1.
        height: u16,
    },
    /// The bounding box of the placed tiles is at most W x H cells.
    Shifting {
        /// Columns, at least 5.
        width: u16,
        /// Rows, at least 1.
        height: u16,
    },
}

/// Who scores an unfinished feature at the end (RULES 8.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FinalMajority {
    /// Those with most meeples there.
    #[default]
    Most,
    /// Everyone with a meeple there.
    AllPresent,
}

/// When the animals of a completed baobab are drawn (RULES 5.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BaobabDraw {
    /// Before features are scored.
    #[default]
    BeforeScoring,
    /// After the last feature is scored.
    AfterScoring,
}

/// Whether the animals that players add bar each other (RULES 5.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BonusAnimals {
    /// Only printed animals bar.
    #[default]
    Independent,
    /// Animals that others have just added bar too.
    Distinct,
}

/// The settings of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variant {
    /// RULES 3.4
    pub table: Table,
    /// RULES 8.2
    pub final_majority: FinalMajority,
    /// RULES 5.1
    pub baobab_draw: BaobabDraw,
    /// RULES 5.5
    pub bonus_animals: BonusAnimals,
}

/// A setting of the rules that is spelt wrongly or out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct VariantError {
    message: String,
}

/// Gives an enum its spellings, `Display` and `FromStr`, in one place.
macro_rules! spelled {
    ($type:ident, $key:literal, $($variant:ident = $name:literal),+) => {
        impl $type {
            /// All values in the order of their documentation.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];
            /// The spellings, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];
            /// The spelling in files and on the command line.
            pub const fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
        impl FromStr for $type {
            type Err = VariantError;
            fn from_str(text: &str) -> Result<Self, VariantError> {
                $type::ALL.iter().copied().find(|v| v.name() == text).ok_or_else(|| VariantError {
                    message: format!(
                        "{} is `{text}`, but it must be {}",
                        $key,
                        [$(concat!("`", $name, "`")),+].join(" or ")
                    ),
                })
            }
        }
    };
}

spelled!(FinalMajority, "final_majority", Most = "most", AllPresent = "all_present");
spelled!(BaobabDraw, "baobab_draw", BeforeScoring = "before_scoring", AfterScoring = "after_scoring");
spelled!(BonusAnimals, "bonus_animals", Independent = "independent", Distinct = "distinct");

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Table::Floor => f.write_str("floor"),
            Table::Fixed { width, height } => write!(f, "table:{width}x{height}"),
            Table::Shifting { width, height } => write!(f, "shifting:{width}x{height}"),
        }
    }
}

impl FromStr for Table {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Table, VariantError> {
        let error = |message: String| VariantError { message };
        if text == "floor" {
            return Ok(Table::Floor);
        }
        let size = |rest: &str| -> Result<(u16, u16), VariantError> {
            let wrong = || {
                error(format!(
                    "table is `{text}`, but its size must be WxH in whole numbers up to {}, as in `table:9x7`",
                    u16::MAX
                ))
            };
            let (width, height) = rest.split_once('x').ok_or_else(wrong)?;
            let number = |digits: &str| {
                let canonical = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
                if canonical { digits.parse::<u16>().ok() } else { None }
            };
            match (number(width), number(height), height) {
                (Some(width), Some(_), _) if width < 5 => Err(error(format!(
                    "table is `{text}`, but it must be at least 5 cells wide: the start tile and its rangers take five"
                ))),
                (Some(width), Some(height), _) => Ok((width, height)),
                (_, _, "0") | (_, _, "") if !width.is_empty() => {
                    Err(error(format!("table is `{text}`, but it must be at least 1 cell high")))
                }
                _ => Err(wrong()),
            }
        };
        if let Some(rest) = text.strip_prefix("table:") {
            let (width, height) = size(rest)?;
            Ok(Table::Fixed { width, height })
        } else if let Some(rest) = text.strip_prefix("shifting:") {
            let (width, height) = size(rest)?;
            Ok(Table::Shifting { width, height })
        } else {
            Err(error(format!("table is `{text}`, but it must be `floor`, `table:WxH` or `shifting:WxH`")))
        }
    }
}

impl Table {
    /// Checks sizes that were not read from text (RULES 3.4).
    ///
    /// # Errors
    /// A width below 5 or a height below 1.
    pub fn check(self) -> Result<(), VariantError> {
        match self {
            Table::Floor => Ok(()),
            Table::Fixed { .. } | Table::Shifting { .. } => self.to_string().parse::<Table>().map(|_| ()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_round_trip_and_errors_name_the_choices() {
        for text in ["floor", "table:5x1", "table:12x9", "shifting:7x6"] {
            assert_eq!(text.parse::<Table>().unwrap().to_string(), text);
        }
        for bad in [
            "",
            "table",
            "table:4x9",
            "table:9",
            "table:09x9",
            "table:9x0",
            "table:-9x9",
            "table:70000x3",
            "shifting:5x",
            "Floor",
            "table:99999999999999999999x1",
        ] {
            let message = bad.parse::<Table>().unwrap_err().to_string();
            assert!(message.starts_with(&format!("table is `{bad}`, but")), "{message}");
        }
        assert_eq!(
            "all".parse::<FinalMajority>().unwrap_err().to_string(),
            "final_majority is `all`, but it must be `most` or `all_present`"
        );
    }
}
