//! Who may come in: the token in the address, the host that is asked for, the page that asks.
//!
//! A page of another origin may send requests to any address of this machine, and a name of its own may lead here. It does
//! not know the token, though, and cannot choose its `Host` and `Origin`.

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use std::fmt::Write;

/// What must be known and said to come in.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    token: String,
    port: u16,
}

impl Door {
    /// A door with a token of 128 random bits.
    pub(crate) fn new(port: u16) -> Result<Door, getrandom::Error> {
        let mut bits = [0u8; 16];
        getrandom::fill(&mut bits)?;
        let mut token = String::with_capacity(32);
        for byte in bits {
            // Writing to a string does not fail.
            let _ = write!(token, "{byte:02x}");
        }
        Ok(Door { token, port })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// What stands behind the token in a path; `None` without the right token.
    pub(crate) fn behind<'p>(&self, path: &'p str) -> Option<&'p str> {
        let path = path.strip_prefix('/')?;
        let (token, rest) = path.split_once('/').unwrap_or((path, ""));
        is_same(token.as_bytes(), self.token.as_bytes()).then_some(rest)
    }

    /// Whether a request asks for this machine by its own name.
    pub(crate) fn is_our_host(&self, headers: &HeaderMap) -> bool {
        let mut hosts = headers.get_all(HOST).iter();
        match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().is_ok_and(|host| self.is_our_name(host)),
            _ => false,
        }
    }

    /// Whether it is our own page that asks.
    pub(crate) fn is_our_origin(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(ORIGIN).iter();
        match (origins.next(), origins.next()) {
            (Some(origin), None) => {
                let name = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
                name.is_some_and(|name| self.is_our_name(name))
            }
            _ => false,
        }
    }

    fn is_our_name(&self, name: &str) -> bool {
        name.rsplit_once(':')
            .is_some_and(|(host, port)| ["127.0.0.1", "localhost"].contains(&host) && port == self.port.to_string())
    }
}

/// Compares all bytes, however early they differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: &axum::http::HeaderName, values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_the_whole_token_opens() {
        let door = Door::new(4000).unwrap();
        let other = Door::new(4000).unwrap();
        let path = |token: &str, rest: &str| format!("/{token}{rest}");
        assert_eq!(door.behind(&path(&door.token, "/ws")), Some("ws"));
        assert_eq!(door.behind(&path(&door.token, "")), Some(""));
        assert_eq!(door.behind(&path(&door.token[..31], "/ws")), None);
        assert_eq!(door.behind(&path(&other.token, "/ws")), None);
        assert_eq!(door.behind("/"), None);
        assert_eq!(door.behind(""), None);
    }

    #[test]
    fn hosts_and_origins_of_others_are_refused() {
        let door = Door::new(4000).unwrap();
        for host in ["127.0.0.1:4000", "localhost:4000"] {
            assert!(door.is_our_host(&headers(&HOST, &[host])), "{host}");
            assert!(door.is_our_origin(&headers(&ORIGIN, &[&format!("http://{host}")])), "{host}");
        }
        for host in ["127.0.0.1", "127.0.0.1:4001", "evil.example:4000", "127.0.0.1.evil.example:4000", "", ":4000"] {
            assert!(!door.is_our_host(&headers(&HOST, &[host])), "{host}");
            assert!(!door.is_our_origin(&headers(&ORIGIN, &[&format!("http://{host}")])), "{host}");
        }
        assert!(!door.is_our_host(&headers(&HOST, &["localhost:4000", "evil.example"])), "two of them");
        assert!(!door.is_our_origin(&headers(&ORIGIN, &["null"])));
        assert!(!door.is_our_origin(&headers(&ORIGIN, &["https://localhost:4000"])));
        assert!(!door.is_our_origin(&HeaderMap::new()));
    }
}
