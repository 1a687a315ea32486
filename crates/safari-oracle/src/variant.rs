//! The settings of the rules.

use crate::notation::parse_number;

/// Where tiles may be placed (3.4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Table {
    /// No limit.
    #[default]
    Floor,
    /// A table of so many columns and rows with the start tile in the middle.
    Table {
        /// Columns.
        width: i32,
        /// Rows.
        height: i32,
    },
    /// The bounding box of the placed tiles has at most so many columns and rows.
    Shifting {
        /// Columns.
        width: i32,
        /// Rows.
        height: i32,
    },
}

/// Who scores an unfinished trail or bush (8.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalMajority {
    /// Those with most meeples on it.
    #[default]
    Most,
    /// Everyone with a meeple on it.
    AllPresent,
}

/// When the animal tiles of a completed baobab are drawn (5.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BaobabDraw {
    /// Before trails and bushes are scored.
    #[default]
    BeforeScoring,
    /// After the last of them.
    AfterScoring,
}

/// What is "on the feature" when a bonus animal is added (5.5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BonusAnimals {
    /// Only what is printed there.
    #[default]
    Independent,
    /// Also what others have just added.
    Distinct,
}

/// All settings together; the default is the default of every rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// 3.4
    pub table: Table,
    /// 8.2
    pub final_majority: FinalMajority,
    /// 5.1
    pub baobab_draw: BaobabDraw,
    /// 5.5
    pub bonus_animals: BonusAnimals,
}

impl Variant {
    /// Reads the four settings in the spellings of the rules: `floor`, `table:WxH` or `shifting:WxH`; `most` or
    /// `all_present`; `before_scoring` or `after_scoring`; `independent` or `distinct`.
    pub fn parse(
        table: &str,
        final_majority: &str,
        baobab_draw: &str,
        bonus_animals: &str,
    ) -> Result<Variant, String> {
        let variant = Variant {
            table: parse_table(table)?,
            final_majority: match final_majority {
                "most" => FinalMajority::Most,
                "all_present" => FinalMajority::AllPresent,
                other => {
                    return Err(format!("final majority `{other}` is not most or all_present"));
                }
            },
            baobab_draw: match baobab_draw {
                "before_scoring" => BaobabDraw::BeforeScoring,
                "after_scoring" => BaobabDraw::AfterScoring,
                other => {
                    return Err(format!("baobab draw `{other}` is not before_scoring or after_scoring"));
                }
            },
            bonus_animals: match bonus_animals {
                "independent" => BonusAnimals::Independent,
                "distinct" => BonusAnimals::Distinct,
                other => {
                    return Err(format!("bonus animals `{other}` is not independent or distinct"));
                }
            },
        };
        variant.check()?;
        Ok(variant)
    }

    /// 3.4: W is at least 5 and H at least 1, else it is a configuration error.
    pub fn check(&self) -> Result<(), String> {
        match self.table {
            Table::Floor => Ok(()),
            Table::Table { width, height } | Table::Shifting { width, height } => {
                if width < 5 || height < 1 {
                    return Err(format!("a table of {width}x{height} is smaller than 5x1 (rule 3.4)"));
                }
                Ok(())
            }
        }
    }
}

fn parse_table(text: &str) -> Result<Table, String> {
    if text == "floor" {
        return Ok(Table::Floor);
    }
    let wrong = || format!("table `{text}` is not floor, table:WxH or shifting:WxH");
    let (mode, size) = text.split_once(':').ok_or_else(wrong)?;
    let (width, height) = size.split_once('x').ok_or_else(wrong)?;
    let (width, height) = (parse_number(width)?, parse_number(height)?);
    match mode {
        "table" => Ok(Table::Table { width, height }),
        "shifting" => Ok(Table::Shifting { width, height }),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        let parse = |table| Variant::parse(table, "most", "before_scoring", "independent");
        assert_eq!(parse("floor"), Ok(Variant::default()));
        let table = Table::Table { width: 5, height: 1 };
        assert_eq!(parse("table:5x1").map(|v| v.table), Ok(table));
        let shifting = Table::Shifting { width: 12, height: 8 };
        assert_eq!(parse("shifting:12x8").map(|v| v.table), Ok(shifting));
        for wrong in [
            "",
            "Floor",
            "table",
            "table:4x9",
            "table:5x0",
            "table:05x5",
            "table:5x-1",
            "table:5X5",
            "shifting:5",
            "shifting:99999999999x5",
            "floor:5x5",
            "table:5x5x5",
            "table: 5x5",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert!(Variant::parse("floor", "all", "before_scoring", "independent").is_err());
        assert!(Variant::parse("floor", "most", "before", "independent").is_err());
        assert!(Variant::parse("floor", "most", "before_scoring", "").is_err());
    }
}
