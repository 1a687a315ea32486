//! What can be wrong with a space or a point; every message names the key.

/// What is wrong with a space or a point.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpaceError {
    /// No dimension at all.
    #[error("the space has no dimension")]
    Empty,
    /// A name or word that a spec could not hold.
    #[error("dimension `{key}`: `{text}` is empty or has one of `:`, `=` and `,`")]
    Text {
        /// The dimension.
        key: String,
        /// Its name or one of its words.
        text: String,
    },
    /// Two dimensions of one name.
    #[error("there are two dimensions `{key}`")]
    Duplicate {
        /// The name.
        key: String,
    },
    /// A range without width, the wrong way round, infinite or too wide; a category without two different words.
    #[error("dimension `{key}`: {problem}")]
    Range {
        /// The dimension.
        key: String,
        /// What is wrong with its range.
        problem: String,
    },
    /// A condition that cannot be.
    #[error("dimension `{key}` is active when `{on}` …: {problem}")]
    Condition {
        /// The dimension with the condition.
        key: String,
        /// The one that it looks at.
        on: String,
        /// What is wrong.
        problem: String,
    },
    /// Conditions that lead back to where they began.
    #[error("the conditions of dimension `{key}` lead back to itself")]
    Cyclic {
        /// A dimension of the cycle.
        key: String,
    },
    /// A key of a point that names no dimension.
    #[error("there is no dimension `{key}`{hint}")]
    Unknown {
        /// The key.
        key: String,
        /// The nearest name, or nothing.
        hint: String,
    },
    /// A value of a point that its dimension cannot have, is missing, stands twice or has no meaning there.
    #[error("dimension `{key}`: {problem}")]
    Value {
        /// The dimension.
        key: String,
        /// What is wrong.
        problem: String,
    },
}
