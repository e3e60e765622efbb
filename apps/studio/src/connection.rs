//! One websocket: requests go to the world, what its outbox holds goes to the page.

use crate::outbox::{Outbox, REQUESTS};
use crate::request::{Asked, Request, Who};
use crate::upload::Upload;
use crate::world::Mailbox;
use axum::extract::ws::{Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The largest message from a page.
pub(crate) const LARGEST_MESSAGE: usize = 1 << 20;

/// Serves a websocket until either side hangs up. The permit is that of the connection itself.
pub(crate) async fn serve(socket: WebSocket, world: Mailbox, _permit: OwnedSemaphorePermit) {
    let outbox = Arc::new(Outbox::default());
    let Some(who) = world.welcome(&outbox) else { return };
    let (sink, stream) = socket.split();
    tokio::select! {
        () = listen(stream, &world, who, &outbox) => {}
        () = tell(sink, &outbox) => {}
    }
    outbox.close();
    world.goodbye(who);
}

/// Reads requests, as long as not too many wait for their answers.
async fn listen(mut stream: SplitStream<WebSocket>, world: &Mailbox, who: Who, outbox: &Arc<Outbox>) {
    let permits = Arc::new(Semaphore::new(REQUESTS));
    let mut upload = Upload::default();
    loop {
        let Ok(permit) = Arc::clone(&permits).acquire_owned().await else { return };
        let asked = |id| Asked::new(id, who, Arc::clone(outbox), permit);
        match stream.next().await {
            Some(Ok(Message::Binary(bytes))) => match bytes.split_first() {
                Some((0x01, json)) => {
                    let (id, request) = Request::parse(json);
                    match request {
                        Ok(request) => world.ask(asked(id), request),
                        Err(refusal) => asked(id).answer(Err(refusal)),
                    }
                }
                Some((0x02, part)) => match upload.take(part) {
                    // Parts that are not the last have no answer.
                    (_, Ok(None)) => {}
                    (id, Ok(Some(file))) => world.ask(asked(id.into()), Request::Dropped(file)),
                    (id, Err(refusal)) => asked(id.into()).answer(Err(refusal)),
                },
                _ => asked(serde_json::Value::Null).answer(Err(Request::unknown_kind())),
            },
            Some(Ok(Message::Text(_))) => asked(serde_json::Value::Null).answer(Err(Request::unknown_kind())),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(_)) | Err(_)) | None => return,
        }
    }
}

async fn tell(mut sink: SplitSink<WebSocket, Message>, outbox: &Outbox) {
    while let Some(letter) = outbox.next().await {
        if sink.send(Message::Binary(letter.bytes.clone())).await.is_err() {
            return;
        }
    }
    let _ = sink.close().await;
}
