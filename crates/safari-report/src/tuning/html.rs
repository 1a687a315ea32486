//! A page of HTML that is XML, too.

use std::fmt::{self, Write};

use crate::svg::escape;

/// A page that is being written.
pub(super) struct Html {
    body: String,
}

const STYLE: &str = "
body { margin: 0; background: #fff; color: #222; font: 15px/1.5 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 24px; }
h1 { font-size: 26px; margin: 0 0 8px; overflow-wrap: anywhere; } h2 { font-size: 20px; margin: 36px 0 8px; border-top: 1px solid #ccc; padding-top: 16px; }
h3 { font-size: 15px; margin: 0 0 4px; } p { margin: 6px 0; max-width: 96ch; overflow-wrap: anywhere; } .faint { color: #555; }
svg { display: block; width: 100%; height: auto; font-family: system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; }
figure { margin: 12px 0; break-inside: avoid; } figcaption { color: #555; font-size: 13px; }
table { border-collapse: collapse; margin: 10px 0; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 14px 4px 0; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { font-size: 13px; color: #555; font-weight: 600; } .n { text-align: right; white-space: nowrap; }
tr.changed td { font-weight: 600; background: #eef6f2; } code { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: 13px; overflow-wrap: anywhere; }
.verdict { border-left: 8px solid; padding: 10px 16px; margin: 16px 0; background: #f6f6f6; break-inside: avoid; }
.verdict strong { font-size: 22px; } .accepted { border-color: #00795c; } .rejected { border-color: #b84600; } .undecided, .open { border-color: #777; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(330px, 1fr)); gap: 8px 20px; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 8px 0; } .facts dt { color: #555; } .facts dd { margin: 0; overflow-wrap: anywhere; }
@media print { body { font-size: 11px; } main { padding: 0; max-width: none; } .grid { grid-template-columns: 1fr 1fr; } * { print-color-adjust: exact; } }
";

impl Html {
    pub fn new() -> Html {
        Html { body: String::new() }
    }

    /// Writes elements as they stand: what comes from outside must be [`escape`]d.
    pub fn put(&mut self, elements: fmt::Arguments<'_>) {
        self.body.write_fmt(elements).expect("writing to a String can't fail");
        self.body.push('\n');
    }

    /// A heading.
    pub fn heading(&mut self, words: &str) {
        self.put(format_args!("<h2>{}</h2>", escape(words)));
    }

    /// A paragraph of plain text.
    pub fn paragraph(&mut self, words: &str) {
        self.put(format_args!("<p>{}</p>", escape(words)));
    }

    /// A picture with what it shows.
    pub fn figure(&mut self, picture: &str, caption: &str) {
        self.put(format_args!("<figure>\n{picture}<figcaption>{}</figcaption></figure>", escape(caption)));
    }

    /// A table of plain texts; the columns from `numbers` on are set to the right, rows with true are marked.
    pub fn table(&mut self, head: &[&str], numbers: usize, rows: &[(bool, Vec<String>)]) {
        let class = |column: usize| if column >= numbers { r#" class="n""# } else { "" };
        self.body.push_str("<table><thead><tr>");
        for (column, name) in head.iter().enumerate() {
            self.put(format_args!("<th{}>{}</th>", class(column), escape(name)));
        }
        self.body.push_str("</tr></thead><tbody>\n");
        for (marked, cells) in rows {
            self.body.push_str(if *marked { r#"<tr class="changed">"# } else { "<tr>" });
            for (column, cell) in cells.iter().enumerate() {
                self.put(format_args!("<td{}>{}</td>", class(column), escape(cell)));
            }
            self.body.push_str("</tr>\n");
        }
        self.body.push_str("</tbody></table>\n");
    }

    /// The whole page.
    pub fn finish(self, title: &str) -> String {
        format!(
            concat!(
                "<!DOCTYPE html>\n",
                r#"<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><meta charset="utf-8"/>"#,
                r#"<meta name="viewport" content="width=device-width, initial-scale=1"/>"#,
                "<title>{}</title>\n<style>{}</style></head>\n<body><main>\n{}</main></body></html>\n",
            ),
            escape(title),
            STYLE,
            self.body
        )
    }
}
