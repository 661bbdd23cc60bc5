//! Settings of a client.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use connectrpc::Protocol;
use connectrpc::client::ClientConfig;

use super::{Client, Given, Hook, Inner};
use crate::clock::Clock;
use crate::closing::Closing;
use crate::repetition::{Budget, check_time};
use crate::session::{Session, SessionTerms};
use crate::transport::{Connections, is_local, read_endpoint};
use crate::{Attempt, Credentials, Error, Reason};

/// Settings of a [`Client`] before it is built.
#[must_use = "a client is made by build"]
pub struct ClientBuilder {
    endpoint: String,
    bearer: Option<String>,
    credentials: Option<Credentials>,
    terms: SessionTerms,
    allow_plain_http: bool,
    deadline: Option<Duration>,
    hooks: Vec<Hook>,
    clock: Clock,
}

impl ClientBuilder {
    pub(super) fn new(endpoint: String) -> Self {
        Self {
            endpoint,
            bearer: None,
            credentials: None,
            terms: SessionTerms::default(),
            allow_plain_http: false,
            deadline: None,
            hooks: Vec::new(),
            clock: Clock::default(),
        }
    }

    /// Begins a client on the terms of another one, as an identity.
    pub(super) fn of(client: &Client, credentials: Credentials) -> Self {
        let Inner { endpoint, terms, allow_plain_http, deadline, hooks, clock, .. } = &*client.0;
        Self {
            endpoint: endpoint.to_string(),
            bearer: None,
            credentials: Some(credentials),
            terms: terms.clone(),
            allow_plain_http: *allow_plain_http,
            deadline: *deadline,
            hooks: hooks.clone(),
            clock: clock.clone(),
        }
    }

    /// Sends an API key, or a JWT, with each call.
    pub fn api_key(mut self, key: impl Into<String>) -> Self {
        self.bearer = Some(key.into());
        self
    }

    /// Opens a session of an identity with the first call, and another one when it has ended.
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.credentials = Some(credentials);
        self
    }

    /// Sets the id of this client for its sessions, unique for each device: letters, digits, dots, hyphens and underscores.
    pub fn client_id(mut self, id: impl Into<String>) -> Self {
        self.terms.client_id = id.into();
        self
    }

    /// Sets the audience of tokens, if it is not the origin of the endpoint. A service that asks for tokens of another one is
    /// refused, since it could use them with that other service.
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        self.terms.audience = Some(audience.into());
        self
    }

    /// Sends credentials without TLS to other machines, for networks that encrypt by other means.
    pub fn allow_plain_http(mut self) -> Self {
        self.allow_plain_http = true;
        self
    }

    /// Sets the deadline of calls that set none, in place of those of the contract. What is beyond 24 days counts as 24 days.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Adds a function that observes each attempt of a call, such as for logs.
    pub fn on_attempt(mut self, hook: impl Fn(&Attempt<'_>) + Send + Sync + 'static) -> Self {
        self.hooks.push(Arc::new(hook));
        self
    }

    /// Replaces the clock of this machine, for tests.
    pub fn clock(mut self, now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        self.clock = Clock::new(now);
        self
    }

    /// Makes the client. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// `PARAMETER_INVALID` for an endpoint that is no URL, for credentials without TLS, for an invalid client id, and for a
    /// deadline of zero.
    pub fn build(self) -> Result<Client, Error> {
        if let Some(time) = self.deadline {
            check_time(time, "deadline")?;
        }
        let endpoint = read_endpoint(&self.endpoint)?;
        let credentials = match (self.bearer, self.credentials) {
            (Some(_), Some(_)) => {
                let text = "a client has an API key or the credentials of an identity, not both";
                return Err(Error::new(Reason::ParameterInvalid, text));
            }
            (Some(key), None) => Given::Bearer(key),
            (None, Some(credentials)) => Given::Session(Box::new(Session::new(credentials, self.terms.clone())?)),
            (None, None) => Given::Nothing,
        };
        let is_safe = endpoint.scheme_str() == Some("https") || is_local(&endpoint) || self.allow_plain_http;
        if !is_safe && !matches!(credentials, Given::Nothing) {
            let text = format!("{endpoint} would get credentials without TLS: use https, or allow_plain_http");
            return Err(Error::new(Reason::ParameterInvalid, text).with_parameter("endpoint"));
        }
        let config = ClientConfig::new(endpoint.clone()).with_protocol(Protocol::Grpc);
        let connections = Connections::new()?;
        let Self { terms, allow_plain_http, deadline, hooks, clock, .. } = self;
        let budget = Budget::new();
        let inner = Inner {
            endpoint,
            connections,
            config,
            credentials,
            terms,
            allow_plain_http,
            deadline,
            budget,
            hooks,
            clock,
            closing: Arc::new(Closing::new()),
        };
        Ok(Client(Arc::new(inner)))
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}
