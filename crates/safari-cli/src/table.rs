//! Tables of text with aligned columns.

use crate::console::Style;

/// To which side a column is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// A table that grows row by row.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    columns: Vec<(String, Align)>,
    /// Headings over several columns: the first one, the one after the last, the text.
    groups: Vec<(usize, usize, String)>,
    rows: Vec<(bool, Vec<String>)>,
}

impl Table {
    /// A table with these columns.
    pub fn new(columns: impl IntoIterator<Item = (impl Into<String>, Align)>) -> Table {
        let columns = columns.into_iter().map(|(name, align)| (name.into(), align)).collect();
        Table { columns, groups: Vec::new(), rows: Vec::new() }
    }

    /// Puts a heading over the columns added so far from `first` on.
    pub fn group(&mut self, first: usize, after_last: usize, text: &str) {
        self.groups.push((first, after_last, text.to_owned()));
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push((false, cells));
    }

    /// Adds an emphasised row.
    pub fn bold_row(&mut self, cells: Vec<String>) {
        self.rows.push((true, cells));
    }

    /// The text, a line for each row.
    pub fn render(&self, style: Style) -> String {
        let widths: Vec<usize> = (0..self.columns.len())
            .map(|i| {
                let cells = self.rows.iter().filter_map(|(_, row)| row.get(i));
                cells.chain([&self.columns[i].0]).map(|cell| cell.chars().count()).max().unwrap_or(0)
            })
            .collect();
        let line = |cells: &[String]| {
            let mut text = String::new();
            for ((cell, (_, align)), width) in cells.iter().zip(&self.columns).zip(&widths) {
                let fill = " ".repeat(width - cell.chars().count());
                text += &match align {
                    Align::Left => format!("{cell}{fill}  "),
                    Align::Right => format!("{fill}{cell}  "),
                };
            }
            text.trim_end().to_owned()
        };
        let mut text = String::new();
        if !self.groups.is_empty() {
            let start = |column: usize| widths[..column].iter().map(|width| width + 2).sum::<usize>();
            let mut heading = String::new();
            for (first, after_last, group) in &self.groups {
                let (from, to) = (start(*first), start(*after_last) - 2);
                let rule = if style.unicode { "─" } else { "-" };
                let rest = (to - from).saturating_sub(group.chars().count() + 2);
                let (left, right) = (rest / 2, rest - rest / 2);
                heading += &" ".repeat(from.saturating_sub(heading.chars().count()));
                heading += &format!("{} {group} {}", rule.repeat(left), rule.repeat(right));
            }
            text += &(style.dim(&heading) + "\n");
        }
        let names: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        text += &(style.dim(&line(&names)) + "\n");
        for (bold, row) in &self.rows {
            let line = line(row);
            text += &(if *bold { style.bold(&line) } else { line } + "\n");
        }
        text
    }
}

impl Table {
    /// The same in Markdown, without emphasis and headings over columns.
    pub fn markdown(&self) -> String {
        let escaped = |cell: &String| cell.replace('\\', "\\\\").replace('|', "\\|");
        let line =
            |cells: &[String]| format!("| {} |\n", cells.iter().map(escaped).collect::<Vec<_>>().join(" | "));
        let names: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let rule = self.columns.iter().map(|(_, align)| if *align == Align::Left { "--" } else { "--:" });
        let rule = format!("|{}|\n", rule.collect::<Vec<_>>().join("|"));
        line(&names) + &rule + &self.rows.iter().map(|(_, row)| line(row)).collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new([("name", Align::Left), ("n", Align::Right), ("trail", Align::Right)]);
        table.group(1, 3, "points");
        table.row(vec!["ä".into(), "7".into(), "10".into()]);
        table.bold_row(vec!["longer".into(), "123".into(), "0".into()]);
        let style = Style { colour: false, unicode: false };
        assert_eq!(
            table.render(style),
            "        - points -\nname      n  trail\nä         7     10\nlonger  123      0\n"
        );
    }
}
