//! Suggesting the valid name that was probably meant.

/// The name nearest to what was typed, if any is near.
pub fn nearest<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    names
        .into_iter()
        .map(|name| (strsim::jaro_winkler(typed, name), name))
        .filter(|&(similarity, _)| similarity > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// `; did you mean `x`?`, or nothing.
pub fn did_you_mean<'n>(typed: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    nearest(typed, names).map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}
