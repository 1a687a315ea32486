//! A slow, obvious second implementation of Carcassonne Safari.
