//! Settings of a client.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use connectrpc::Protocol;
use connectrpc::client::ClientConfig;
use tokio::io::{AsyncRead, AsyncWrite};

use super::{Client, Given, Hook, Inner};
use crate::clock::Clock;
use crate::closing::{Close, Closing};
use crate::introduction::{Introduction, Warned, user_agent};
use crate::repetition::{Budget, check_time};
use crate::session::{Session, SessionTerms};
use crate::trace::Source;
use crate::transport::{Connections, Network, ProxyChoice, is_local, read_endpoint};
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
    trace: Option<Source>,
    product: Option<String>,
    warned: Option<Warned>,
    /// Version that the service has told the client whose terms these are.
    introduction: Option<Arc<Introduction>>,
    network: Network,
    /// The end of the client whose terms these are.
    parent: Option<Arc<Closing>>,
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
            trace: None,
            product: None,
            warned: None,
            introduction: None,
            network: Network::default(),
            parent: None,
            clock: Clock::default(),
        }
    }

    /// Begins a client on the terms of another one, as an identity.
    pub(super) fn of(client: &Client, credentials: Credentials) -> Self {
        let Inner {
            endpoint,
            terms,
            allow_plain_http,
            deadline,
            hooks,
            trace,
            product,
            introduction,
            network,
            clock,
            closing,
            ..
        } = &*client.0;
        Self {
            endpoint: endpoint.to_string(),
            bearer: None,
            credentials: Some(credentials),
            terms: terms.clone(),
            allow_plain_http: *allow_plain_http,
            deadline: *deadline,
            hooks: hooks.clone(),
            trace: trace.clone(),
            product: product.clone(),
            warned: None,
            introduction: Some(introduction.clone()),
            network: network.clone(),
            parent: Some(closing.clone()),
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

    /// Sets the id of this client for its sessions: letters, digits, dots, hyphens and underscores. Two clients with the same
    /// credentials need different ids, and have them by default: `platonic-client-rust-00` to `-ff`, drawn at random.
    pub fn client_id(mut self, id: impl Into<String>) -> Self {
        self.terms.client_id = Some(id.into());
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

    /// Has each request carry the trace of its caller: the function returns headers of the present one, by their names, such as a
    /// propagator of OpenTelemetry writes. It is called when a call begins. Of what it returns, `traceparent` and `tracestate` are sent.
    pub fn trace_context<Headers: IntoIterator<Item = (String, String)>>(
        mut self,
        headers: impl Fn() -> Headers + Send + Sync + 'static,
    ) -> Self {
        self.trace = Some(Arc::new(move || headers().into_iter().collect()));
        self
    }

    /// Names your own product, such as `shop/2.1`, in the `User-Agent` of requests, before the name and version of this client.
    pub fn user_agent(mut self, product: impl Into<String>) -> Self {
        self.product = Some(product.into());
        self
    }

    /// Sets a function that is told, once, that the service is older or newer than this client; calls go on. Without one, the
    /// feature `tracing` tells it at the level `WARN`.
    pub fn on_warning(mut self, warned: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.warned = Some(Arc::new(warned));
        self.introduction = None;
        self
    }

    /// Connects through an HTTP proxy, such as `http://name:password@proxy.example:3128`, by `CONNECT`. By default the variables
    /// `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` count, in capitals or not, except for services of this machine.
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.network.proxy = ProxyChoice::Url(url.into());
        self
    }

    /// Connects directly, whatever the environment says of proxies.
    pub fn without_proxy(mut self) -> Self {
        self.network.proxy = ProxyChoice::Nothing;
        self
    }

    /// Trusts the authorities with these certificates, in PEM, in place of those of this machine or of the file that the
    /// variable `SSL_CERT_FILE` names.
    pub fn root_certificates(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.network.roots = Some(pem.into());
        self
    }

    /// Makes connections to a host and a port by a function, such as through a tunnel or a socket of another kind. TLS is
    /// added if the endpoint has `https`.
    ///
    /// ```no_run
    /// use tokio::net::TcpStream;
    ///
    /// let client = platonic_client::Client::builder("https://wallet.example")
    ///     .connector(|_host, port| TcpStream::connect(("10.0.0.7", port)))
    ///     .build();
    /// ```
    pub fn connector<Connecting, Stream>(
        mut self,
        connect: impl Fn(String, u16) -> Connecting + Send + Sync + 'static,
    ) -> Self
    where
        Connecting: Future<Output = std::io::Result<Stream>> + Send + 'static,
        Stream: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        self.network.connect = Some(Arc::new(move |host, port| {
            let connecting = connect(host, port);
            Box::pin(async move { Ok(Box::new(connecting.await?) as Box<_>) })
        }));
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
    /// `PARAMETER_INVALID` for an endpoint that is no URL, for credentials without TLS, for an invalid client id, user
    /// agent, proxy or certificate, and for a deadline of zero.
    /// `STATE_INVALID` if this machine has no certificates of authorities.
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
        let is_local = is_local(&endpoint) && self.network.stays_local();
        let is_safe = endpoint.scheme_str() == Some("https") || is_local || self.allow_plain_http;
        if !is_safe && !matches!(credentials, Given::Nothing) {
            let text = format!("{endpoint} would get credentials without TLS: use https, or allow_plain_http");
            return Err(Error::new(Reason::ParameterInvalid, text).with_parameter("endpoint"));
        }
        let config = ClientConfig::new(endpoint.clone()).with_protocol(Protocol::Grpc);
        let Self {
            terms,
            allow_plain_http,
            deadline,
            hooks,
            trace,
            product,
            warned,
            introduction,
            network,
            parent,
            clock,
            ..
        } = self;
        let introduction = introduction.unwrap_or_else(|| {
            Arc::new(Introduction::new(endpoint.to_string().trim_end_matches('/').to_owned(), warned))
        });
        let connections = Connections::new(&endpoint, &network, user_agent(product.as_deref())?, introduction.clone())?;
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
            trace,
            product,
            introduction,
            network,
            clock,
            closing: Arc::new(Closing::new()),
        };
        let inner = Arc::new(inner);
        if let Some(parent) = parent {
            let inner: Arc<dyn Close> = inner.clone();
            parent.add(Arc::downgrade(&inner))?;
        }
        Ok(Client(inner))
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}
