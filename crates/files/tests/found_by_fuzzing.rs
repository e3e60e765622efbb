//! What the fuzz targets found, each with its story.

use navigant_files::{Format, Reason, Scene};

/// `read_geojson`, in its first minute: for a file that is one long string the JSON parser's complaint quotes the whole
/// string, so a file of 200 MiB gave a message of 200 MiB, control characters included. Messages are shortened and made
/// printable since.
#[test]
fn a_message_does_not_quote_the_whole_file() {
    let file = format!("\"{}\u{7f}\"", "tR".repeat(1000));
    let error = Scene::parse(file.as_bytes(), Format::GeoJson).unwrap_err();
    assert!(matches!(error.reason, Reason::Json(_)));
    assert!(error.to_string().len() < 300, "{error}");
    let file = "\"\u{7f}\u{1b}[2J\"";
    let message = Scene::parse(file.as_bytes(), Format::GeoJson).unwrap_err().to_string();
    assert!(message.chars().all(|c| !c.is_control()), "{message:?}");
}
