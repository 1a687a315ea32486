//! Parameters of agents: declared once with name, range, default and documentation.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

/// What a parameter may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// A whole number.
    Int(RangeInclusive<i64>),
    /// A real number.
    Real(RangeInclusive<f64>),
    /// One of several words.
    Word(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i64),
    /// A real number.
    Real(f64),
    /// A word.
    Word(&'static str),
    /// A flag.
    Flag(bool),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Real(x) => write!(f, "{x}"),
            Value::Word(word) => write!(f, "{word}"),
            Value::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Domain::Int(range) => write!(f, "a whole number from {} to {}", range.start(), range.end()),
            Domain::Real(range) => write!(f, "a number from {} to {}", range.start(), range.end()),
            Domain::Word(words) => write!(f, "one of {}", words.join(", ")),
            Domain::Flag => write!(f, "true or false"),
        }
    }
}

impl Domain {
    /// Reads a value.
    ///
    /// # Errors
    /// What would be right.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        let wrong = || format!("`{text}` is not {self}");
        match self {
            Domain::Int(range) => {
                let n = text.parse().map_err(|_| wrong())?;
                if range.contains(&n) { Ok(Value::Int(n)) } else { Err(wrong()) }
            }
            Domain::Real(range) => {
                let x: f64 = text.parse().map_err(|_| wrong())?;
                if range.contains(&x) { Ok(Value::Real(x)) } else { Err(wrong()) }
            }
            Domain::Word(words) => {
                words.iter().find(|word| **word == text).map(|word| Value::Word(word)).ok_or_else(wrong)
            }
            Domain::Flag => text.parse().map(Value::Flag).map_err(|_| wrong()),
        }
    }
}

/// The declaration of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its key in TOML files and `name:key=value`.
    pub name: &'static str,
    /// What it may be.
    pub domain: Domain,
    /// Its default by number of players, 2 to 5.
    pub defaults: [Value; 4],
    /// One line of documentation.
    pub doc: &'static str,
}

impl Param {
    /// The default, `2: 0.5, 3: 0.4 …` where it depends on the number of players.
    pub fn default_text(&self) -> String {
        let [first, rest @ ..] = &self.defaults;
        if rest.iter().all(|value| value == first) {
            return first.to_string();
        }
        let parts = (2..).zip(&self.defaults).map(|(players, value)| format!("{players}: {value}"));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// Values given by a user; what is not given has its default.
pub type Given = BTreeMap<String, Value>;

/// A field type of parameter structs.
pub trait Field: Sized {
    /// Takes the field out of a value of its domain.
    fn from_value(value: &Value) -> Option<Self>;
    /// The value that a default stands for.
    fn into_value(self) -> Value;
}

macro_rules! int_field {
    ($($type:ty),+) => {$(
        impl Field for $type {
            fn from_value(value: &Value) -> Option<Self> {
                match value { Value::Int(n) => (*n).try_into().ok(), _ => None }
            }
            fn into_value(self) -> Value {
                Value::Int(i64::from(self))
            }
        }
    )+};
}
int_field!(u8, u16, u32, i32, i64);

impl Field for f64 {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Real(x) => Some(*x),
            _ => None,
        }
    }
    fn into_value(self) -> Value {
        Value::Real(self)
    }
}

impl Field for bool {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }
    fn into_value(self) -> Value {
        Value::Flag(self)
    }
}

impl Field for &'static str {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Word(word) => Some(word),
            _ => None,
        }
    }
    fn into_value(self) -> Value {
        Value::Word(self)
    }
}

/// Declares a struct of parameters: each field with its documentation, type, default and domain.
///
/// A default is one expression, or four in brackets for 2 to 5 players. The struct gets `PARAMS`, a list of
/// declarations made from the same lines, and `resolve`, which takes given values or defaults.
#[macro_export]
macro_rules! params {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $( #[doc = $doc:literal] $field:ident: $type:ty = $default:expr, $domain:expr; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $( #[doc = $doc] pub $field: $type, )*
        }

        impl $name {
            /// The declarations, in the order of the fields.
            pub fn params() -> Vec<$crate::params::Param> {
                vec![ $( $crate::params::Param {
                    name: stringify!($field),
                    domain: $domain,
                    defaults: <_ as $crate::params::Defaults<$type>>::by_players($default)
                        .map($crate::params::Field::into_value),
                    doc: $doc.trim_ascii(),
                }, )* ]
            }

            /// Given values, defaults for the rest.
            pub fn resolve(given: &$crate::params::Given, players: usize) -> $name {
                $name {
                    $( $field: given
                        .get(stringify!($field))
                        .and_then(<$type as $crate::params::Field>::from_value)
                        .unwrap_or_else(|| {
                            let [two, three, four, five] = <_ as $crate::params::Defaults<$type>>::by_players($default);
                            match players { 2 => two, 3 => three, 4 => four, _ => five }
                        }), )*
                }
            }
        }
    };
}

/// A default for all numbers of players, or one for each.
pub trait Defaults<T> {
    /// By number of players, 2 to 5.
    fn by_players(self) -> [T; 4];
}

impl<T: Field + Clone> Defaults<T> for T {
    fn by_players(self) -> [T; 4] {
        [self.clone(), self.clone(), self.clone(), self]
    }
}

impl<T: Field> Defaults<T> for [T; 4] {
    fn by_players(self) -> [T; 4] {
        self
    }
}
