//! What several tests share.

#![allow(dead_code, reason = "each test uses a part of it")]

pub mod against_oracle;
pub mod chi_squared;
pub mod policies;
pub mod reference;
pub mod sets;
pub mod walk;

use proptest::test_runner::Config;
use safari_core::{BaobabDraw, BonusAnimals, FinalMajority, Table, Variant};

/// Tables of the tests: no limit (twice, for its weight in random choices), tight and loose ones.
pub const TABLES: [Table; 8] = [
    Table::Floor,
    Table::Floor,
    Table::Fixed { width: 5, height: 1 },
    Table::Fixed { width: 9, height: 9 },
    Table::Fixed { width: 8, height: 6 },
    Table::Shifting { width: 9, height: 8 },
    Table::Shifting { width: 5, height: 20 },
    Table::Shifting { width: 12, height: 2 },
];

/// Every variant of the rules on every table of the tests.
pub fn variants() -> Vec<Variant> {
    let mut variants = Vec::new();
    for table in TABLES {
        for &final_majority in FinalMajority::ALL {
            for &baobab_draw in BaobabDraw::ALL {
                for &bonus_animals in BonusAnimals::ALL {
                    variants.push(Variant { table, final_majority, baobab_draw, bonus_animals });
                }
            }
        }
    }
    variants
}

/// So many cases of a property, or as many as the environment variable `PROPTEST_CASES` asks for.
pub fn cases(cases: u32) -> Config {
    let asked = Config::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { cases };
    Config { cases, failure_persistence: None, ..asked }
}
