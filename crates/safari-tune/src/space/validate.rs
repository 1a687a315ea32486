//! What makes a list of dimensions a space.

use std::collections::BTreeSet;

use safari_agents::did_you_mean;
use safari_agents::params::Value;

use super::{Dimension, Kind, Scale, SpaceError};

/// Widest range of whole numbers: beyond it the unit interval could not tell them apart.
const WIDEST: u64 = 1 << 52;

/// The parent of each dimension, and an order in which parents stand before their children.
pub(super) fn validate(dimensions: &[Dimension]) -> Result<(Vec<Option<usize>>, Vec<usize>), SpaceError> {
    if dimensions.is_empty() {
        return Err(SpaceError::Empty);
    }
    let mut seen = BTreeSet::new();
    for dimension in dimensions {
        text(dimension, &dimension.name)?;
        if !seen.insert(&dimension.name) {
            return Err(SpaceError::Duplicate { key: dimension.name.clone() });
        }
        range(dimension)?;
    }
    let parents = dimensions.iter().map(|d| parent(dimensions, d)).collect::<Result<Vec<_>, _>>()?;
    let order = order(dimensions, &parents)?;
    Ok((parents, order))
}

fn text(dimension: &Dimension, text: &str) -> Result<(), SpaceError> {
    if text.is_empty() || text.contains([':', '=', ',']) {
        return Err(SpaceError::Text { key: dimension.name.clone(), text: text.to_owned() });
    }
    Ok(())
}

fn range(dimension: &Dimension) -> Result<(), SpaceError> {
    let wrong = |problem: String| Err(SpaceError::Range { key: dimension.name.clone(), problem });
    match &dimension.kind {
        Kind::Int(range) => {
            let (lo, hi) = (range.start(), range.end());
            if lo >= hi {
                return wrong(format!("the range from {lo} to {hi} has no width"));
            }
            if hi.abs_diff(*lo) >= WIDEST {
                return wrong(format!("the range from {lo} to {hi} is wider than 2^52"));
            }
        }
        Kind::Real(range, scale) => {
            let (lo, hi) = (range.start(), range.end());
            if !lo.is_finite() || !hi.is_finite() || lo >= hi {
                return wrong(format!("the range from {lo} to {hi} has no width, or no end"));
            }
            if *scale == Scale::Log && *lo <= 0.0 {
                return wrong(format!("a logarithmic range begins above 0, not at {lo}"));
            }
            if !(hi - lo).is_finite() {
                return wrong(format!("the range from {lo} to {hi} is too wide"));
            }
        }
        Kind::Category(words) => {
            for (i, word) in words.iter().enumerate() {
                text(dimension, word)?;
                if words[..i].contains(word) {
                    return wrong(format!("the word `{word}` stands twice"));
                }
            }
            if words.len() < 2 {
                return wrong(format!("{} words leave no choice", words.len()));
            }
        }
        Kind::Flag => {}
    }
    Ok(())
}

fn parent(dimensions: &[Dimension], dimension: &Dimension) -> Result<Option<usize>, SpaceError> {
    let Some(condition) = &dimension.condition else { return Ok(None) };
    let wrong = |problem: String| {
        Err(SpaceError::Condition { key: dimension.name.clone(), on: condition.on.clone(), problem })
    };
    let Some(index) = dimensions.iter().position(|other| other.name == condition.on) else {
        let names = dimensions.iter().map(|other| other.name.as_str());
        return wrong(format!("there is no such dimension{}", did_you_mean(&condition.on, names)));
    };
    let values: Vec<Value> = match &dimensions[index].kind {
        Kind::Category(_) | Kind::Flag => dimensions[index].levels(2),
        Kind::Int(_) | Kind::Real(..) => {
            return wrong("only categories and flags can be looked at".to_owned());
        }
    };
    if let Some(value) = condition.values.iter().find(|value| !values.contains(value)) {
        let list: Vec<String> = values.iter().map(Value::to_string).collect();
        return wrong(format!("it is never {value}, but one of {}", list.join(", ")));
    }
    if condition.values.is_empty() {
        return wrong("no value is given, so it never is".to_owned());
    }
    Ok(Some(index))
}

/// Parents before children, otherwise in the given order.
fn order(dimensions: &[Dimension], parents: &[Option<usize>]) -> Result<Vec<usize>, SpaceError> {
    let mut order = Vec::with_capacity(parents.len());
    let mut placed = vec![false; parents.len()];
    while order.len() < parents.len() {
        let ready = |&i: &usize| !placed[i] && parents[i].is_none_or(|parent| placed[parent]);
        let Some(next) = (0..parents.len()).find(ready) else {
            // Each dimension left has a parent that is left: following them ends in a cycle.
            let mut at = placed.iter().position(|placed| !placed).expect("some dimension is left");
            for _ in 0..parents.len() {
                at = parents[at].expect("a dimension without a parent is placed");
            }
            return Err(SpaceError::Cyclic { key: dimensions[at].name.clone() });
        };
        placed[next] = true;
        order.push(next);
    }
    Ok(order)
}
