//! Outside bots: a game told and asked line by line (docs/protocol.md).
//!
//! [`Outside`] is an agent that plays what a process answers; [`serve`] is the other end, which speaks the protocol for
//! an agent of ours.

mod answer;
mod command;
mod head;
mod message;
mod outside;
mod process;
mod serve;

pub use answer::Answer;
pub use command::BotCommand;
pub use head::{Head, HeadError};
pub use message::{Message, MessageError, PROTOCOL_VERSION};
pub use outside::Outside;
pub use process::give_up;
pub use serve::{ServeError, serve};
