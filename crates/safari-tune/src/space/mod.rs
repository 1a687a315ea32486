//! Search spaces: which settings of an agent may be tried.

mod dimension;
mod error;
mod point;
mod validate;

use std::collections::BTreeMap;
use std::sync::Arc;

use rand::RngExt;
use safari_agents::did_you_mean;
use safari_agents::params::Value;
use safari_core::Rng;

pub use dimension::{Condition, Dimension, Kind, Scale};
pub use error::SpaceError;
pub use point::Point;

/// Validated dimensions in an order that never changes.
///
/// Points map to the unit cube, one coordinate for each dimension, active or not, in this order.
#[derive(Clone, Debug)]
pub struct Space {
    dimensions: Vec<Dimension>,
    names: Vec<Arc<str>>,
    /// For each dimension the one that its condition looks at.
    parents: Vec<Option<usize>>,
    /// All dimensions, each after its parent.
    order: Vec<usize>,
}

impl Space {
    /// A space of these dimensions.
    ///
    /// # Errors
    /// No dimension; a name or word that a spec cannot hold; a name that stands twice; an empty range, a logarithm of
    /// what is not above 0; a condition on no category or flag, on values that it does not have, or on itself.
    pub fn new(dimensions: Vec<Dimension>) -> Result<Space, SpaceError> {
        let (parents, order) = validate::validate(&dimensions)?;
        let names = dimensions.iter().map(|dimension| Arc::from(dimension.name.as_str())).collect();
        Ok(Space { dimensions, names, parents, order })
    }

    /// The dimensions, in their order.
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// How many dimensions there are, at least 1: the length of a cube coordinate.
    #[expect(clippy::len_without_is_empty, reason = "a space is never empty")]
    pub fn len(&self) -> usize {
        self.dimensions.len()
    }

    /// The point at coordinates in the unit cube; what lies outside is pulled to the nearer end.
    ///
    /// # Panics
    /// If there is not one coordinate for each dimension.
    pub fn at(&self, cube: &[f64]) -> Point {
        self.at_dithered(cube, &vec![0.5; self.len()])
    }

    /// As [`at`](Self::at), with whole numbers rounded by one dither each ([`Dimension::at_dithered`]).
    ///
    /// # Panics
    /// If there is not one coordinate and one dither for each dimension.
    pub fn at_dithered(&self, cube: &[f64], dither: &[f64]) -> Point {
        assert_eq!((cube.len(), dither.len()), (self.len(), self.len()), "one coordinate for each dimension");
        self.assemble(|i| Ok(self.dimensions[i].at_dithered(cube[i], dither[i])))
            .expect("a dimension has a value at every coordinate")
    }

    /// The coordinates of a point in the unit cube; one half where a dimension is not active.
    pub fn cube(&self, point: &Point) -> Vec<f64> {
        let unit = |d: &Dimension| point.get(&d.name).map_or(0.5, |value| d.unit(value));
        self.dimensions.iter().map(unit).collect()
    }

    /// A point uniform in the unit cube.
    pub fn sample(&self, rng: &mut Rng) -> Point {
        // One number for each dimension, active or not, so that what one of them is does not shift the others.
        let cube: Vec<f64> = self.dimensions.iter().map(|_| rng.random()).collect();
        self.at(&cube)
    }

    /// The points one step of one active dimension away, in the order of the dimensions, each once
    /// ([`Dimension::neighbours`]). A dimension that becomes active by the step has the value in the middle of its
    /// range.
    pub fn neighbours(&self, point: &Point, reach: f64) -> Vec<Point> {
        let mut found = Vec::new();
        for (name, value) in point.iter() {
            let Some(moved) = self.dimensions.iter().position(|dimension| dimension.name == name) else {
                continue;
            };
            for step in self.dimensions[moved].neighbours(value, reach) {
                let value_of = |i: usize| {
                    let dimension = &self.dimensions[i];
                    let kept = || point.get(&dimension.name).cloned();
                    Ok(if i == moved { step.clone() } else { kept().unwrap_or_else(|| dimension.at(0.5)) })
                };
                found.push(self.assemble(value_of).expect("every dimension has a value"));
            }
        }
        found.dedup();
        found
    }

    /// Reads the text of a point, in any order of its keys.
    ///
    /// # Errors
    /// An unknown key (the nearest one is named), a value that its dimension cannot have, an active dimension without
    /// a value, an inactive one with a value, a key that stands twice.
    pub fn parse(&self, text: &str) -> Result<Point, SpaceError> {
        let wrong = |key: &str, problem: &str| SpaceError::Value { key: key.into(), problem: problem.into() };
        let mut given = BTreeMap::new();
        for part in text.split(':') {
            let (key, value) = part.split_once('=').ok_or_else(|| wrong(part, "is not key=value"))?;
            let Some(dimension) = self.dimensions.iter().find(|dimension| dimension.name == key) else {
                let names = self.dimensions.iter().map(|dimension| dimension.name.as_str());
                return Err(SpaceError::Unknown { key: key.into(), hint: did_you_mean(key, names) });
            };
            let value = dimension.read(value).map_err(|problem| wrong(key, &problem))?;
            if given.insert(key, value).is_some() {
                return Err(wrong(key, "stands twice"));
            }
        }
        let point = self.pick(|key| given.get(key).cloned())?;
        match given.keys().find(|key| point.get(key).is_none()) {
            Some(key) => Err(wrong(key, "is not active there")),
            None => Ok(point),
        }
    }

    /// The point of a complete setting, such as an agent's present one; values of inactive dimensions are left out.
    ///
    /// # Errors
    /// An active dimension without a value, or with one that it cannot have.
    pub fn pick(&self, value: impl Fn(&str) -> Option<Value>) -> Result<Point, SpaceError> {
        self.assemble(|i| {
            let dimension = &self.dimensions[i];
            let wrong = |problem| SpaceError::Value { key: dimension.name.clone(), problem };
            let value = value(&dimension.name).ok_or_else(|| wrong("has no value".to_owned()))?;
            dimension.refuse(&value).map_or(Ok(value), |problem| Err(wrong(problem)))
        })
    }

    /// Whether a point is one of this space.
    ///
    /// # Errors
    /// What [`parse`](Self::parse) would say of its text.
    pub fn check(&self, point: &Point) -> Result<(), SpaceError> {
        self.parse(&point.to_string()).map(drop)
    }

    /// How many points there are; none where a real dimension can be active, or where there are more than `u128` holds.
    pub fn size(&self) -> Option<u128> {
        self.count(&|i| self.dimensions[i].size())
    }

    /// How many points [`grid`](Self::grid) has; none where there are more than `u128` holds.
    pub fn grid_size(&self, levels: u32) -> Option<u128> {
        self.count(&|i| {
            Some(match self.dimensions[i].size() {
                Some(size) if !matches!(self.dimensions[i].kind, Kind::Int(_)) => size,
                _ => self.dimensions[i].levels(levels).len() as u128,
            })
        })
    }

    /// The full factorial grid with at most `levels` values of every number and all of categories and flags
    /// ([`Dimension::levels`]), the last dimensions varying fastest. Ask [`grid_size`](Self::grid_size) first.
    pub fn grid(&self, levels: u32) -> Vec<Point> {
        let mut partial = vec![vec![None; self.len()]];
        for &i in &self.order {
            let values = self.dimensions[i].levels(levels);
            let extend = |point: Vec<Option<Value>>| -> Vec<Vec<Option<Value>>> {
                if !self.active(i, &point) {
                    return vec![point];
                }
                let with = |value: &Value| {
                    let mut point = point.clone();
                    point[i] = Some(value.clone());
                    point
                };
                values.iter().map(with).collect()
            };
            partial = partial.into_iter().flat_map(extend).collect();
        }
        partial.into_iter().map(|values| self.named(values)).collect()
    }

    /// The number of points where each dimension has so many values: a sum over the values of a condition's dimension
    /// of the products of what they make active.
    fn count(&self, values: &dyn Fn(usize) -> Option<u128>) -> Option<u128> {
        let roots = (0..self.len()).filter(|&i| self.parents[i].is_none());
        roots.map(|i| self.count_below(i, values)).try_fold(1u128, |product, n| product.checked_mul(n?))
    }

    fn count_below(&self, i: usize, values: &dyn Fn(usize) -> Option<u128>) -> Option<u128> {
        let children: Vec<usize> = (0..self.len()).filter(|&child| self.parents[child] == Some(i)).collect();
        if children.is_empty() {
            return values(i);
        }
        let below = |value: &Value| {
            let active = children.iter().filter(|&&child| self.condition_holds(child, value));
            active
                .map(|&child| self.count_below(child, values))
                .try_fold(1u128, |product, n| product.checked_mul(n?))
        };
        // Only categories and flags have children, and levels are all of their values.
        self.dimensions[i].levels(2).iter().map(below).try_fold(0u128, |sum, n| sum.checked_add(n?))
    }

    fn condition_holds(&self, i: usize, parent: &Value) -> bool {
        self.dimensions[i].condition.as_ref().is_none_or(|condition| condition.values.contains(parent))
    }

    fn active(&self, i: usize, values: &[Option<Value>]) -> bool {
        self.parents[i]
            .is_none_or(|parent| values[parent].as_ref().is_some_and(|v| self.condition_holds(i, v)))
    }

    /// Asks for the values of the active dimensions, those that decide what is active first.
    fn assemble(&self, value: impl Fn(usize) -> Result<Value, SpaceError>) -> Result<Point, SpaceError> {
        let mut values = vec![None; self.len()];
        for &i in &self.order {
            if self.active(i, &values) {
                values[i] = Some(value(i)?);
            }
        }
        Ok(self.named(values))
    }

    fn named(&self, values: Vec<Option<Value>>) -> Point {
        let named =
            self.names.iter().zip(values).filter_map(|(name, value)| Some((Arc::clone(name), value?)));
        Point::new(named.collect())
    }
}

#[cfg(test)]
mod tests;
