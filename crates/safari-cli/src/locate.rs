//! Finding the line of a value in a JSON text, so that errors can name it.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// One step on the way to a value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'k> {
    /// Into an object.
    Key(&'k str),
    /// Into an array, counted from 0.
    Index(usize),
}

/// The line of the value at the end of a path, counted from 1, if there is one.
pub(crate) fn line_of(text: &str, path: &[Step<'_>]) -> Option<usize> {
    let mut value: &RawValue = serde_json::from_str(text).ok()?;
    for step in path {
        value = match step {
            Step::Key(key) => {
                serde_json::from_str::<BTreeMap<String, &RawValue>>(value.get()).ok()?.remove(*key)?
            }
            Step::Index(index) => *serde_json::from_str::<Vec<&RawValue>>(value.get()).ok()?.get(*index)?,
        };
    }
    // The value is a part of the text.
    let offset = (value.get().as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    Some(1 + text.as_bytes().get(..offset)?.iter().filter(|&&byte| byte == b'\n').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_keys_and_elements() {
        let text = "{\n \"a\": 1, \"b\": [\n  3,\n  {\"c\":\n   4}]\n}";
        let line = |path: &[Step<'_>]| line_of(text, path);
        assert_eq!(line(&[]), Some(1));
        assert_eq!(line(&[Step::Key("a")]), Some(2));
        assert_eq!(line(&[Step::Key("b"), Step::Index(0)]), Some(3));
        assert_eq!(line(&[Step::Key("b"), Step::Index(1), Step::Key("c")]), Some(5));
        assert_eq!(line(&[Step::Key("b"), Step::Index(2)]), None);
        assert_eq!(line(&[Step::Index(0)]), None);
    }
}
