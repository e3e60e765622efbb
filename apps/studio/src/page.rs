//! The page, as it was built, within the program.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Response, StatusCode};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web/dist"]
struct Bundle;

/// A file of the page; the page itself for an empty name.
pub(crate) fn file(name: &str) -> Response<Body> {
    let name = if name.is_empty() { "index.html" } else { name };
    let Some(found) = Bundle::get(name) else { return plain(StatusCode::NOT_FOUND) };
    let mut response = Response::new(Body::from(found.data.into_owned()));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, axum::http::HeaderValue::from_static(kind_of(name)));
    // The next studio has another token, so nothing is asked for twice anyway.
    headers.insert(CACHE_CONTROL, axum::http::HeaderValue::from_static("no-store"));
    response
}

/// An answer that says no more than its number.
pub(crate) fn plain(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::from(status.canonical_reason().unwrap_or_default()));
    *response.status_mut() = status;
    response
}

/// The media type of a file, by its ending.
pub(crate) fn kind_of(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" | "geojson" => "application/json",
        "csv" => "text/csv; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
