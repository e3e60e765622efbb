//! Addresses: everything lives behind the token.

use crate::connection::{self, LARGEST_MESSAGE};
use crate::door::Door;
use crate::export::Shelf;
use crate::page::{self, plain};
use crate::world::Mailbox;
use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION, UPGRADE};
use axum::http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use axum::response::IntoResponse;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The most websockets at once.
pub(crate) const CONNECTIONS: usize = 32;

#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) door: Arc<Door>,
    pub(crate) world: Mailbox,
    pub(crate) shelf: Shelf,
    connections: Arc<Semaphore>,
}

impl Server {
    pub(crate) fn new(door: Door, world: Mailbox, shelf: Shelf) -> Server {
        Server { door: Arc::new(door), world, shelf, connections: Arc::new(Semaphore::new(CONNECTIONS)) }
    }

    pub(crate) fn router(self) -> Router {
        Router::new().fallback(answer).with_state(self)
    }
}

async fn answer(State(server): State<Server>, request: Request<Body>) -> Response<Body> {
    let mut response = server.answer(request).await;
    let headers = response.headers_mut();
    // The address is a secret: no other page may frame it, load from it, or be told of it.
    for (name, value) in [
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("content-security-policy", "frame-ancestors 'none'"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

impl Server {
    async fn answer(&self, request: Request<Body>) -> Response<Body> {
        if !self.door.is_our_host(request.headers()) {
            return plain(StatusCode::FORBIDDEN);
        }
        let path = request.uri().path().to_owned();
        let Some(rest) = self.door.behind(&path) else { return plain(StatusCode::NOT_FOUND) };
        if request.method() != Method::GET && request.method() != Method::HEAD {
            return plain(StatusCode::METHOD_NOT_ALLOWED);
        }
        if rest.is_empty() && !path.ends_with('/') {
            return moved(&format!("{path}/"));
        }
        if rest == "ws" {
            return self.websocket(request).await;
        }
        match rest.strip_prefix("export/") {
            Some(name) => self.export(name).await,
            None => page::file(rest),
        }
    }

    async fn websocket(&self, request: Request<Body>) -> Response<Body> {
        if !request.headers().contains_key(UPGRADE) {
            return plain(StatusCode::UPGRADE_REQUIRED);
        }
        if !self.door.is_our_origin(request.headers()) {
            return plain(StatusCode::FORBIDDEN);
        }
        let Ok(permit) = Arc::clone(&self.connections).try_acquire_owned() else {
            return plain(StatusCode::SERVICE_UNAVAILABLE);
        };
        let (mut parts, _) = request.into_parts();
        match WebSocketUpgrade::from_request_parts(&mut parts, self).await {
            Ok(upgrade) => {
                let world = self.world.clone();
                upgrade
                    .protocols(["navigant.1"])
                    .max_message_size(LARGEST_MESSAGE)
                    .max_frame_size(LARGEST_MESSAGE)
                    .on_upgrade(move |socket| connection::serve(socket, world, permit))
            }
            Err(refused) => refused.into_response(),
        }
    }

    async fn export(&self, name: &str) -> Response<Body> {
        let (shelf, wanted) = (self.shelf.clone(), name.to_owned());
        let Ok(Some(bytes)) = tokio::task::spawn_blocking(move || shelf.read(&wanted)).await else {
            return plain(StatusCode::NOT_FOUND);
        };
        let mut response = Response::new(Body::from(bytes));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(page::kind_of(name)));
        headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
        response
    }
}

fn moved(to: &str) -> Response<Body> {
    let mut response = plain(StatusCode::PERMANENT_REDIRECT);
    if let Ok(to) = HeaderValue::from_str(to) {
        response.headers_mut().insert(LOCATION, to);
    }
    response
}
