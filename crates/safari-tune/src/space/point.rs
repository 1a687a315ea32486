//! A point of a search space: a setting of an agent.

use std::fmt;
use std::sync::Arc;

use safari_agents::params::{Given, Value};

/// Values of the active dimensions, in the order of the space; inactive ones are absent.
///
/// Its text, `key=value:key=value`, is canonical within a space: equal points have equal texts and unequal ones do not.
/// So it serves as a key, and after `name:` it is an agent's spec.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    values: Vec<(Arc<str>, Value)>,
}

impl Point {
    pub(super) fn new(values: Vec<(Arc<str>, Value)>) -> Point {
        Point { values }
    }

    /// The value of a dimension; none where it is not active.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.iter().find(|&(other, _)| other == name).map(|(_, value)| value)
    }

    /// Names and values, in the order of the space.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (&**name, value))
    }

    /// The values as given parameters, from which an agent is made.
    pub fn given(&self) -> Given {
        self.iter().map(|(name, value)| (name.to_owned(), value.clone())).collect()
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.iter().enumerate() {
            let colon = if i == 0 { "" } else { ":" };
            write!(f, "{colon}{name}={value}")?;
        }
        Ok(())
    }
}
