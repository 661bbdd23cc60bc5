//! The client of a service.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use buffa::HasMessageView;
use connectrpc::client::{CallOptions as WireOptions, ClientConfig, call_server_stream, call_unary};
use connectrpc::{Protocol, Spec, StreamType};
use futures_util::stream::{TryStreamExt as _, try_unfold};
use http::{HeaderMap, Uri};
use tokio::time::{Instant, sleep};

use crate::bytes::{base64url, random};
use crate::calls::{CallOptions, Contract, Terms, Whole, WholeHandle};
use crate::clock::Clock;
use crate::repetition::{Budget, KEY_HEADER, Repetition, within};
use crate::session::{Session, SessionTerms};
use crate::transport::{Connections, is_local, read_endpoint};
use crate::{AnswerStream, Attempt, Call, Credentials, Error, Method, Paged, Reason};

/// An endpoint, credentials and the terms of calls. Clones share connections, session and budget.
///
/// ```no_run
/// # async fn example() -> Result<(), platonic_client::Error> {
/// use platonic_client::Client;
/// use platonic_client::proto::wallet::v1::ListRatesRequest;
///
/// let client = Client::builder("https://wallet.example").api_key("plk_...").build()?;
/// let rates = client.exchange_service().list_rates(ListRatesRequest::default()).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub endpoint: Uri,
    pub connections: Connections,
    config: ClientConfig,
    pub credentials: Given,
    deadline: Option<Duration>,
    budget: Budget,
    hooks: Vec<Hook>,
    pub clock: Clock,
}

type Hook = Arc<dyn Fn(&Attempt<'_>) + Send + Sync>;

/// Credentials of calls.
pub(crate) enum Given {
    Nothing,
    Bearer(String),
    Session(Box<Session>),
}

/// Settings of a [`Client`] before it is built.
#[must_use = "a client is made by build"]
pub struct ClientBuilder {
    endpoint: String,
    bearer: Option<String>,
    session: Option<(Credentials, SessionTerms)>,
    allow_plain_http: bool,
    deadline: Option<Duration>,
    hooks: Vec<Hook>,
    clock: Clock,
}

impl ClientBuilder {
    /// Sends an API key, or a JWT, with each call.
    pub fn api_key(mut self, key: impl Into<String>) -> Self {
        self.bearer = Some(key.into());
        self
    }

    /// Opens a session of an identity with the first call, and another one when it has ended.
    pub fn credentials(mut self, credentials: Credentials) -> Self {
        self.session = Some((credentials, SessionTerms::default()));
        self
    }

    /// Sets the id of this client for its sessions, unique for each device: letters, digits, dots, hyphens and underscores.
    pub fn client_id(mut self, id: impl Into<String>) -> Self {
        if let Some((_, terms)) = &mut self.session {
            terms.client_id = id.into();
        }
        self
    }

    /// Sets the audience of tokens, if it is not the origin of the endpoint. A service that asks for tokens of another one is
    /// refused, since it could use them with that other service.
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        if let Some((_, terms)) = &mut self.session {
            terms.audience = Some(audience.into());
        }
        self
    }

    /// Sends credentials without TLS to other machines, for networks that encrypt by other means.
    pub fn allow_plain_http(mut self) -> Self {
        self.allow_plain_http = true;
        self
    }

    /// Sets the deadline of calls that set none, in place of those of the contract.
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
    /// `PARAMETER_INVALID` for an endpoint that is no URL, for credentials without TLS, and for an invalid client id.
    pub fn build(self) -> Result<Client, Error> {
        let endpoint = read_endpoint(&self.endpoint)?;
        let credentials = match (self.bearer, self.session) {
            (Some(_), Some(_)) => {
                let text = "a client has an API key or the credentials of an identity, not both";
                return Err(Error::new(Reason::ParameterInvalid, text));
            }
            (Some(key), None) => Given::Bearer(key),
            (None, Some((credentials, terms))) => Given::Session(Box::new(Session::new(credentials, terms)?)),
            (None, None) => Given::Nothing,
        };
        let is_safe = endpoint.scheme_str() == Some("https") || is_local(&endpoint) || self.allow_plain_http;
        if !is_safe && !matches!(credentials, Given::Nothing) {
            let text = format!("{endpoint} would get credentials without TLS: use https, or allow_plain_http");
            return Err(Error::new(Reason::ParameterInvalid, text).with_parameter("endpoint"));
        }
        let config = ClientConfig::new(endpoint.clone()).with_protocol(Protocol::Grpc);
        let connections = Connections::new()?;
        let Self { deadline, hooks, clock, .. } = self;
        let budget = Budget::new();
        Ok(Client(Arc::new(Inner { endpoint, connections, config, credentials, deadline, budget, hooks, clock })))
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder").field("endpoint", &self.endpoint).finish_non_exhaustive()
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("endpoint", &self.0.endpoint).finish_non_exhaustive()
    }
}

impl Client {
    /// Begins a client of the service at an endpoint, such as `https://wallet.example`.
    pub fn builder(endpoint: impl Into<String>) -> ClientBuilder {
        ClientBuilder {
            endpoint: endpoint.into(),
            bearer: None,
            session: None,
            allow_plain_http: false,
            deadline: None,
            hooks: Vec::new(),
            clock: Clock::default(),
        }
    }

    /// Calls a method. The clients of services, such as [`Client::wallet_service`], have a function for each one.
    pub fn call<Request: Contract, Answer: Contract>(
        &self,
        method: Method<Request, Answer>,
        request: Request,
    ) -> Call<'_, Request, Answer> {
        Call::new(self, method, request)
    }

    /// Yields the items of all pages, and asks for a page when it is needed.
    pub fn items<Request: Paged>(&self, request: Request) -> AnswerStream<Request::Item> {
        let pages = try_unfold((self.clone(), Some(request)), |(client, request)| async move {
            let Some(mut request) = request else { return Ok::<_, Error>(None) };
            let (items, next) = Request::open(client.call(Request::METHOD, request.clone()).await?);
            let following = next.filter(|token| !token.is_empty()).map(|token| {
                request.turn_to(token);
                request
            });
            let items = futures_util::stream::iter(items.into_iter().map(Ok));
            Ok(Some((items, (client, following))))
        });
        AnswerStream::new(pages.try_flatten())
    }

    /// Yields the answers of a stream as they come.
    pub fn stream<Request, Answer>(&self, method: Method<Request, Answer>, request: Request) -> AnswerStream<Answer>
    where
        Request: Contract,
        Answer: Contract + for<'a> HasMessageView<View<'a> = Whole<Answer>, ViewHandle = WholeHandle<Answer>>,
    {
        let client = self.clone();
        let stream = futures_util::stream::once(async move {
            let stream = client.opened(method.terms, request).await?;
            Ok::<_, Error>(try_unfold(stream, |mut stream| async move {
                let answer = stream.message::<Answer>().await?;
                Ok::<_, Error>(answer.map(|answer| (answer.to_owned_message(), stream)))
            }))
        });
        AnswerStream::new(stream.try_flatten())
    }

    async fn opened<Request: Contract, Answer: Contract>(
        &self,
        terms: Terms,
        request: Request,
    ) -> Result<connectrpc::client::ServerStream<hyper::body::Incoming, Whole<Answer>>, Error> {
        let Inner { connections, config, credentials, .. } = &*self.0;
        let token = self.token(None).await?;
        let options = wire_options(token.as_deref(), None, None);
        let spec = Spec::client(terms.path, StreamType::ServerStream);
        let stream = call_server_stream::<_, _, Whole<Answer>>(connections, config, spec, request, options).await;
        stream.map_err(|failure| {
            let error = Error::from(failure);
            if let (Given::Session(session), Some(token), Reason::InvalidApiKey) = (credentials, token, error.reason())
            {
                session.forget(&token);
            }
            error
        })
    }

    /// Makes a call with its repetitions, and returns the headers and the message of its answer.
    pub(crate) async fn execute<Request: Contract, Answer: Contract>(
        &self,
        terms: Terms,
        request: Request,
        options: CallOptions,
    ) -> Result<(HeaderMap, Answer), Error> {
        let deadline = options.deadline.or(self.0.deadline).or(terms.deadline).map(|time| Instant::now() + time);
        let key = match (terms.takes_key, options.key) {
            (true, None) => Some(base64url(&random::<16>()?)),
            (_, given) => given,
        };
        let repetition = Repetition { terms, deadline, budget: &self.0.budget };
        for number in 1.. {
            let error = match self.attempt(terms, &request, key.as_deref(), deadline, number).await {
                Ok(answer) => {
                    repetition.succeeded();
                    return Ok(answer);
                }
                Err(error) => error,
            };
            if options.is_sent_once {
                return Err(error);
            }
            match repetition.wait_after(number, &error) {
                Some(wait) => sleep(wait).await,
                None => return Err(error),
            }
        }
        unreachable!("the last attempt returns")
    }

    /// Makes one attempt; repeats it once with another session if its session has ended.
    async fn attempt<Request: Contract, Answer: Contract>(
        &self,
        terms: Terms,
        request: &Request,
        key: Option<&str>,
        deadline: Option<Instant>,
        number: u32,
    ) -> Result<(HeaderMap, Answer), Error> {
        let token = self.token(deadline).await?;
        let answer = self.observed(terms, request, token.as_deref(), key, deadline, number).await;
        match (&self.0.credentials, token, answer) {
            (Given::Session(session), Some(old), Err(error)) if error.reason() == Reason::InvalidApiKey => {
                session.forget(&old);
                let token = self.token(deadline).await?;
                self.observed(terms, request, token.as_deref(), key, deadline, number).await
            }
            (_, _, answer) => answer,
        }
    }

    async fn token(&self, deadline: Option<Instant>) -> Result<Option<String>, Error> {
        match &self.0.credentials {
            Given::Nothing => Ok(None),
            Given::Bearer(key) => Ok(Some(key.clone())),
            Given::Session(session) => within(deadline, session.token(self)).await.map(Some).map_err(Error::unsent),
        }
    }

    async fn observed<Request: Contract, Answer: Contract>(
        &self,
        terms: Terms,
        request: &Request,
        token: Option<&str>,
        key: Option<&str>,
        deadline: Option<Instant>,
        number: u32,
    ) -> Result<(HeaderMap, Answer), Error> {
        let begun = Instant::now();
        let answer = within(deadline, self.send(terms, request, wire_options(token, key, deadline))).await;
        let reason = answer.as_ref().err().map(Error::reason);
        let attempt = Attempt { method: terms.path, number, reason, duration: begun.elapsed() };
        #[cfg(feature = "tracing")]
        tracing::debug!(method = terms.path, number, reason = reason.map(Reason::as_str), duration = ?attempt.duration, "attempt");
        self.0.hooks.iter().for_each(|hook| hook(&attempt));
        answer
    }

    /// Sends a request once, with the credentials that the options have.
    pub(crate) async fn send<Request: Contract, Answer: Contract>(
        &self,
        terms: Terms,
        request: &Request,
        options: WireOptions,
    ) -> Result<(HeaderMap, Answer), Error> {
        let Inner { connections, config, .. } = &*self.0;
        let spec = Spec::client(terms.path, StreamType::Unary);
        let answer = call_unary::<_, _, Whole<Answer>>(connections, config, spec, request.clone(), options).await?;
        let (headers, message, _) = answer.into_owned_parts();
        Ok((headers, message))
    }
}

/// Returns what is sent beside a request.
pub(crate) fn wire_options(token: Option<&str>, key: Option<&str>, deadline: Option<Instant>) -> WireOptions {
    let mut options = WireOptions::default();
    if let Some(token) = token {
        options = options.with_header("authorization", format!("Bearer {token}"));
    }
    if let Some(key) = key {
        options = options.with_header(KEY_HEADER, key.to_owned());
    }
    match deadline {
        Some(end) => options.with_timeout(end.saturating_duration_since(Instant::now())),
        None => options,
    }
}
