//! The keys that a service publishes.

use connectrpc::client::{ClientTransport as _, full_body};
use http::{Request, StatusCode};
use http_body_util::{BodyExt as _, Limited};
use tokio::time::Instant;

use crate::repetition::within;
use crate::{Client, Error, Reason};

const PATH: &str = "/.well-known/jwks.json";
/// Largest key set that is read.
const BYTES_MAX: usize = 1 << 20;
const DEADLINE: std::time::Duration = std::time::Duration::from_secs(30);

impl Client {
    /// Fetches the key set of the service (RFC 7517), for [`verify_receipt`](crate::verify_receipt). Keep it: whoever can
    /// replace it can make receipts.
    ///
    /// # Errors
    ///
    /// `UNREACHABLE` if there is no key set to be had.
    pub async fn key_set(&self) -> Result<String, Error> {
        let url = format!("{}{PATH}", self.0.endpoint.to_string().trim_end_matches('/'));
        let unreachable = |why: String| Error::new(Reason::Unreachable, format!("{url} {why}"));
        let request = Request::get(&url).body(full_body(Vec::new().into()));
        let request = request.map_err(|error| unreachable(error.to_string()).with_source(error))?;
        let fetched = async {
            let answer = self.0.connections.send(request).await;
            let answer = answer.map_err(|error| unreachable("gives no answer".to_owned()).with_source(error))?;
            if answer.status() != StatusCode::OK {
                return Err(unreachable(format!("answers {}", answer.status())));
            }
            let body = Limited::new(answer.into_body(), BYTES_MAX).collect().await;
            let unreadable = || unreachable("cannot be read".to_owned());
            let bytes = body.map_err(|error| unreadable().with_source(error))?.to_bytes();
            String::from_utf8(bytes.into()).map_err(|error| unreadable().with_source(error))
        };
        within(Some(Instant::now() + DEADLINE), fetched).await
    }
}
