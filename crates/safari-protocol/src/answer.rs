//! What a bot says when it was asked.

use std::fmt;

/// A bot's answer to `go`: a decision, and how much it searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The token of the decision (RULES 10).
    pub token: String,
    /// Iterations of search, where it says so.
    pub iterations: Option<u64>,
}

impl Answer {
    /// Reads the line.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(line: &str) -> Result<Answer, String> {
        let mut words = line.split_ascii_whitespace();
        let token = words.next().ok_or("it answered with an empty line")?.to_owned();
        let wrong = || format!("after `{}` only `iterations N` may follow", short(&token));
        let iterations = match (words.next(), words.next(), words.next()) {
            (None, ..) => None,
            (Some("iterations"), Some(n), None) => Some(n.parse().map_err(|_| wrong())?),
            _ => return Err(wrong()),
        };
        Ok(Answer { token, iterations })
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.token)?;
        self.iterations.map_or(Ok(()), |n| write!(f, " iterations {n}"))
    }
}

/// A text of a bot, short enough for a message.
pub(crate) fn short(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut short: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_a_token_and_perhaps_a_number() {
        let answer = Answer::parse("mN iterations 30").expect("an answer");
        assert_eq!((answer.token.as_str(), answer.iterations), ("mN", Some(30)));
        assert_eq!(answer.to_string(), "mN iterations 30");
        assert_eq!(Answer::parse(" - ").expect("an answer").to_string(), "-");
        for wrong in ["", "mN mS", "mN iterations", "mN iterations x", "mN iterations 3 4"] {
            assert!(Answer::parse(wrong).is_err(), "{wrong}");
        }
    }
}
