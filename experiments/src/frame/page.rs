//! The report as an HTML page that needs nothing else.

use super::plot::escape;
use super::table::comparisons;
use super::{Part, Report, Table};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

pub(super) fn render(report: &Report) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut page, report);
    page
}

fn write(page: &mut String, report: &Report) -> std::fmt::Result {
    let title = escape(&report.title);
    write!(page, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>")?;
    write!(
        page,
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{STYLE}</style></head>"
    )?;
    write!(page, "<body><main><h1>{title}</h1><p class=\"question\">{}</p>", escape(&report.question))?;
    if !report.comparisons.is_empty() {
        write_table(page, &comparisons(&report.comparisons))?;
    }
    for part in &report.parts {
        match part {
            Part::Table(table) => write_table(page, table)?,
            Part::Plot(plot) => write!(page, "<h2>{}</h2><figure>{}</figure>", escape(&plot.title), plot.svg())?,
            Part::Drawing { title, svg } => write!(page, "<h2>{}</h2><figure>{svg}</figure>", escape(title))?,
            Part::Note { text } => write!(page, "<p>{}</p>", escape(text))?,
        }
    }
    writeln!(page, "</main></body></html>")
}

fn write_table(page: &mut String, table: &Table) -> std::fmt::Result {
    write!(page, "<h2>{}</h2><div class=\"wide\"><table><thead><tr>", escape(&table.title))?;
    for head in &table.columns {
        write!(page, "<th>{}</th>", escape(head))?;
    }
    write!(page, "</tr></thead><tbody>")?;
    for row in &table.rows {
        write!(page, "<tr>")?;
        for cell in row {
            let class = match cell.as_str() {
                "met" => " class=\"met\"",
                "MISSED" => " class=\"missed\"",
                _ => "",
            };
            write!(page, "<td{class}>{}</td>", escape(cell))?;
        }
        write!(page, "</tr>")?;
    }
    write!(page, "</tbody></table></div>")
}
