//! A
/// E
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// P
    #[error("{found} players, but a game has 2 to 5")]
    Players {
        /// F
        found: usize,
    },
    /// T
    #[error(transparent)]
    Variant(#[from] crate::VariantError),
    /// A
    #[error("{animal}")]
    Animals {
        /// A
        animal: crate::Animal,
        /// A
        found: u32,
    },
}
