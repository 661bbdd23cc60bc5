//! Sessions of identities.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use http::HeaderMap;
use tokio::sync::Mutex as Turn;

use crate::client::wire_options;
use crate::clock::millis;
use crate::cryptography::random;
use crate::error::date_of;
use crate::proto::identity::v1::{
    AuthErrorCode, AuthenticateRequest, AuthenticateResponse, CreateChallengeRequest, CreateChallengeResponse,
};
use crate::repetition::{Limit, after};
use crate::services::AuthenticationService;
use crate::token::{TokenTerms, mint};
use crate::transport::{is_local, origin};
use crate::{Client, Credentials, Error, Method, Reason};

/// Tokens that are minted for one session before giving up.
const TOKENS_MAX: u32 = 3;
/// Counters that are skipped after one was refused.
const COUNTERS_SKIPPED: u64 = 2_000;

/// Terms of the sessions of a client.
#[derive(Clone, Debug, Default)]
pub(crate) struct SessionTerms {
    /// `None` for one that is drawn.
    pub client_id: Option<String>,
    pub audience: Option<String>,
}

/// The session of an identity: opened on first use, and again after it has ended.
pub(crate) struct Session {
    credentials: Credentials,
    pub(crate) client_id: String,
    audience: Option<String>,
    token: Mutex<Option<String>>,
    /// Held while a session is opened, so that calls at the same time share it.
    opening: Turn<()>,
    counter: AtomicU64,
}

impl Session {
    pub(crate) fn new(credentials: Credentials, terms: SessionTerms) -> Result<Self, Error> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let SessionTerms { client_id, audience } = terms;
        let id = client_id.map_or_else(drawn_client_id, Ok)?;
        if id.is_empty() || id.len() > 64 || !id.bytes().all(is_letter) {
            let text = "a client id has 1 to 64 letters, digits, dots, hyphens or underscores";
            return Err(Error::new(Reason::ParameterInvalid, text).with_parameter("client_id"));
        }
        let (token, opening, counter) = (Mutex::default(), Turn::default(), AtomicU64::new(0));
        Ok(Self { credentials, client_id: id, audience, token, opening, counter })
    }

    /// Returns the token of the session; opens one if there is none.
    pub(crate) async fn token(&self, client: &Client) -> Result<String, Error> {
        if let Some(token) = self.present() {
            return Ok(token);
        }
        let _turn = self.opening.lock().await;
        if let Some(token) = self.present() {
            return Ok(token);
        }
        let token = self.open(client).await?;
        *self.token.lock().expect("no holder panics") = Some(token.clone());
        Ok(token)
    }

    /// Forgets a token that was refused, unless another one has taken its place.
    pub(crate) fn forget(&self, refused: &str) {
        let mut token = self.token.lock().expect("no holder panics");
        if token.as_deref() == Some(refused) {
            *token = None;
        }
    }

    fn present(&self) -> Option<String> {
        self.token.lock().expect("no holder panics").clone()
    }

    async fn open(&self, client: &Client) -> Result<String, Error> {
        for number in 1.. {
            let token = self.minted(client).await?;
            let request = AuthenticateRequest::default().with_token(token);
            let (_, answer): (_, AuthenticateResponse) =
                ask(client, AuthenticationService::AUTHENTICATE, &request).await?;
            if answer.success {
                return answer.session_token.ok_or_else(|| Error::new(Reason::Unknown, "the service gave no session"));
            }
            let code = answer.error_code;
            // A token with a higher counter, such as another process's, may have arrived first.
            if code.is_some_and(|code| code == AuthErrorCode::RotationInvalid) && number < TOKENS_MAX {
                self.skip_counters();
                continue;
            }
            let name = code.map_or("an unknown reason".to_owned(), |code| code.to_string());
            let explanation = answer.explanation.map(|text| format!(" ({text})")).unwrap_or_default();
            return Err(Error::new(Reason::InvalidApiKey, format!("the token was refused for {name}{explanation}")));
        }
        unreachable!("the last token ends the loop")
    }

    /// Mints a token for a challenge of the service, by the time of the service.
    async fn minted(&self, client: &Client) -> Result<String, Error> {
        let request = CreateChallengeRequest::default().with_client_id(self.client_id.clone());
        let (headers, answer): (_, CreateChallengeResponse) =
            ask(client, AuthenticationService::CREATE_CHALLENGE, &request).await?;
        let audience = answer.audience.unwrap_or_default();
        self.expect_audience(client, &audience)?;
        let window = u64::try_from(answer.rotation_window.unwrap_or_default()).unwrap_or_default().max(1);
        let now_ms = corrected_ms(client.0.clock.now_ms(), date_of(&headers).map(millis));
        let terms = TokenTerms {
            audience: &audience,
            client_id: &self.client_id,
            scope: "",
            counter: self.next_counter(now_ms),
            window,
            lifetime: window,
            issued_at: now_ms / 1000,
            token_id: random()?,
            challenge: answer.challenge.as_deref(),
            channel_binding: None,
        };
        Ok(mint(&self.credentials, &terms))
    }

    fn expect_audience(&self, client: &Client, audience: &str) -> Result<(), Error> {
        let endpoint = &client.0.endpoint;
        let is_expected = match &self.audience {
            Some(expected) => audience == expected,
            None => audience == origin(endpoint) || is_local(endpoint),
        };
        if is_expected {
            return Ok(());
        }
        let text =
            format!("{endpoint} asks for tokens of the audience {audience}; if that is its own, set it as audience");
        Err(Error::new(Reason::StateInvalid, text))
    }

    /// Goes on behind the counters of another process, whose clock may be a little fast.
    pub(crate) fn skip_counters(&self) {
        self.counter.fetch_add(COUNTERS_SKIPPED, Ordering::SeqCst);
    }

    /// Returns a counter higher than those before; those of earlier processes were times before this one.
    pub(crate) fn next_counter(&self, now_ms: u64) -> u64 {
        let next = |last: u64| Some(now_ms.max(last + 1));
        let last = self.counter.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next).unwrap_or_default();
        now_ms.max(last + 1)
    }
}

/// Returns the id of a client that is given none, so that clients of one identity which open at once do not make each other's
/// counters old. It has no longer part, because the service keeps a counter for each id.
fn drawn_client_id() -> Result<String, Error> {
    let [part] = random()?;
    Ok(format!("platonic-client-rust-{part:02x}"))
}

/// Makes a call without credentials.
async fn ask<Request: crate::calls::Contract, Answer: crate::calls::Contract>(
    client: &Client,
    method: Method<Request, Answer>,
    request: &Request,
) -> Result<(HeaderMap, Answer), Error> {
    let deadline = method.terms.deadline.map(after);
    Limit::of(deadline).within(client.send(method.terms, request, wire_options(None, None, deadline))).await
}

/// Longest difference to the service, which tells its time in seconds, that is no fault of the clock.
const DRIFT_MS: u64 = 2_000;

/// Returns the time of this machine, or that of the service if the clock is wrong.
fn corrected_ms(own: u64, service: Option<u64>) -> u64 {
    match service {
        Some(told) if own.abs_diff(told) > DRIFT_MS => told + own % 1000,
        _ => own,
    }
}
