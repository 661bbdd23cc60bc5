//! The keys that a service publishes.

use connectrpc::client::full_body;
use http::{Request, StatusCode};
use http_body_util::{BodyExt as _, Limited};

use crate::repetition::{Limit, after};
use crate::transport::Foreign;
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
    /// `UNREACHABLE` if there is no answer, and `UNKNOWN` if there is no key set.
    pub async fn key_set(&self) -> Result<String, Error> {
        let url = format!("{}{PATH}", self.0.endpoint.to_string().trim_end_matches('/'));
        let unreachable = |why: String| Error::new(Reason::Unreachable, format!("{url} {why}"));
        let request =
            self.trace().iter().fold(Request::get(&url), |request, (name, value)| request.header(*name, value));
        let request = request.body(full_body(Vec::new().into()));
        let request = request.map_err(|error| unreachable("cannot be asked for".to_owned()).caused_by(error))?;
        let fetched = async {
            let answer = self.0.connections.request(request).await;
            let answer = answer.map_err(|error| unreachable("gives no answer".to_owned()).caused_by(error))?;
            if answer.status() != StatusCode::OK {
                let reason = Foreign::of(&answer).reason();
                return Err(Error::new(reason, format!("{url} answers {}", answer.status())));
            }
            let body = Limited::new(answer.into_body(), BYTES_MAX).collect().await;
            let unreadable = || unreachable("cannot be read".to_owned());
            let bytes = body.map_err(|error| unreadable().caused_by(error))?.to_bytes();
            String::from_utf8(bytes.into()).map_err(|error| unreadable().caused_by(error))
        };
        self.0.closing.during(Limit::of(Some(after(DEADLINE))).within(fetched)).await?
    }
}
