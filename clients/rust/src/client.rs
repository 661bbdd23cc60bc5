//! The client of a service.

mod builder;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use builder::ClientBuilder;

use buffa::HasMessageView;
use connectrpc::client::{CallOptions as WireOptions, ClientConfig, ServerStream, call_server_stream, call_unary};
use connectrpc::{ConnectError, Spec, StreamType};
use futures_util::future::BoxFuture;
use futures_util::stream::{TryStreamExt as _, try_unfold};
use http::{HeaderMap, Uri};
use tokio::time::{Instant, sleep};

use crate::bytes::base64url;
use crate::calls::{CallOptions, Contract, Terms, Whole, WholeHandle};
use crate::clock::Clock;
use crate::closing::{Close, Closing};
use crate::cryptography::random;
use crate::introduction::Introduction;
use crate::repetition::{Budget, KEY_HEADER, Limit, Repetition, after, check_time};
use crate::session::{Session, SessionTerms};
use crate::trace::{self, Source, Trace, carrying};
use crate::transport::{Connections, Network};
use crate::{AnswerStream, Attempt, Call, Credentials, Error, Method, Paged, Reason, WalletBuilder};

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
    terms: SessionTerms,
    allow_plain_http: bool,
    deadline: Option<Duration>,
    budget: Budget,
    hooks: Vec<Hook>,
    trace: Option<Source>,
    product: Option<String>,
    introduction: Arc<Introduction>,
    network: Network,
    pub clock: Clock,
    pub closing: Arc<Closing>,
}

/// Shortest wait for an answer after which a connection may have fallen silent.
const SILENCE_MIN: Duration = Duration::from_secs(1);

type Hook = Arc<dyn Fn(&Attempt<'_>) + Send + Sync>;

/// Credentials of calls.
pub(crate) enum Given {
    Nothing,
    Bearer(String),
    Session(Box<Session>),
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("endpoint", &self.0.endpoint).finish_non_exhaustive()
    }
}

impl Client {
    /// Begins a client of the service at an endpoint, such as `https://wallet.example`.
    pub fn builder(endpoint: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(endpoint.into())
    }

    /// Makes a client without credentials, on the terms of the contract: [`Client::builder`] sets others.
    ///
    /// # Errors
    ///
    /// `PARAMETER_INVALID` for an endpoint that is no URL.
    pub fn new(endpoint: impl Into<String>) -> Result<Self, Error> {
        Self::builder(endpoint).build()
    }

    /// Closes this client, its clones and the wallets that [`Client::wallet`] has made, as [`Wallet::close`](crate::Wallet::close)
    /// does. What is under way fails with `STATE_INVALID` at once, as does what is called afterwards.
    pub fn close(&self) -> impl Future<Output = ()> + Send + use<> {
        self.0.clone().close()
    }

    /// Returns the version of the service, which its first answer tells; `None` before it.
    pub fn service_version(&self) -> Option<String> {
        self.0.introduction.version()
    }

    /// Begins the wallet of an identity, on the terms of this client but with a session of its own. Closing the client closes it.
    pub fn wallet(&self, credentials: Credentials) -> WalletBuilder {
        WalletBuilder::new(ClientBuilder::of(self, credentials.clone()), credentials)
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
        let begun = (self.clone(), Some(request), self.trace());
        let pages = try_unfold(begun, |(client, request, trace)| async move {
            let Some(mut request) = request else { return Ok::<_, Error>(None) };
            let page = client.call(Request::METHOD, request.clone()).into_future();
            let (items, next) = Request::open(carrying(trace.clone(), page).await?);
            let following = next.filter(|token| !token.is_empty()).map(|token| {
                request.turn_to(token);
                request
            });
            let inner = client.0.clone();
            let item = move |item| inner.closing.check().map(|()| item);
            let items = futures_util::stream::iter(items.into_iter().map(item));
            Ok(Some((items, (client, following, trace))))
        });
        AnswerStream::new(pages.try_flatten())
    }

    /// Yields the answers of a stream as they come.
    pub fn stream<Request, Answer>(&self, method: Method<Request, Answer>, request: Request) -> AnswerStream<Answer>
    where
        Request: Contract,
        Answer: Contract + for<'a> HasMessageView<View<'a> = Whole<Answer>, ViewHandle = WholeHandle<Answer>>,
    {
        let (client, trace) = (self.clone(), self.trace());
        let stream = futures_util::stream::once(async move {
            let (stream, token) = carrying(trace, client.opened(method.terms, request)).await?;
            Ok::<_, Error>(try_unfold((client, stream, token), |(client, mut stream, token)| async move {
                let answer = client.0.closing.during(stream.message::<Answer>()).await?;
                let answer = answer.map_err(|failure| client.refused(token.as_deref(), failure))?;
                Ok::<_, Error>(answer.map(|answer| (answer.to_owned_message(), (client, stream, token))))
            }))
        });
        AnswerStream::new(stream.try_flatten())
    }

    /// Opens a stream, and returns the token that it was opened with.
    async fn opened<Request: Contract, Answer: Contract>(
        &self,
        terms: Terms,
        request: Request,
    ) -> Result<(ServerStream<hyper::body::Incoming, Whole<Answer>>, Option<String>), Error> {
        let Inner { connections, config, closing, .. } = &*self.0;
        let token = self.token(Limit::of(None)).await?;
        let options = wire_options(token.as_deref(), None, None);
        let spec = Spec::client(terms.path, StreamType::ServerStream);
        let stream = call_server_stream::<_, _, Whole<Answer>>(connections, config, spec, request, options);
        let stream = closing.during(stream).await?.map_err(|failure| self.refused(token.as_deref(), failure))?;
        Ok((stream, token))
    }

    /// Returns the error of a stream, and forgets its session if that is refused, so that the next stream has another one.
    fn refused(&self, token: Option<&str>, failure: ConnectError) -> Error {
        let error = Error::from(failure);
        if let (Given::Session(session), Some(token), Reason::InvalidApiKey) =
            (&self.0.credentials, token, error.reason())
        {
            session.forget(token);
        }
        error
    }

    /// Returns the trace of the caller.
    pub(crate) fn trace(&self) -> Trace {
        trace::current(self.0.trace.as_ref())
    }

    /// Makes a call with its repetitions, and returns the headers and the message of its answer.
    pub(crate) async fn execute<Request: Contract, Answer: Contract>(
        &self,
        terms: Terms,
        request: Request,
        options: CallOptions,
    ) -> Result<(HeaderMap, Answer), Error> {
        carrying(self.trace(), self.repeated(terms, request, options)).await
    }

    async fn repeated<Request: Contract, Answer: Contract>(
        &self,
        terms: Terms,
        request: Request,
        options: CallOptions,
    ) -> Result<(HeaderMap, Answer), Error> {
        if let Some(time) = options.deadline {
            check_time(time, "deadline")?;
        }
        let deadline = options.deadline.or(self.0.deadline).or(terms.deadline).map(after);
        let key = match (terms.takes_key, options.key) {
            (true, None) => Some(base64url(&random::<16>()?)),
            (_, given) => given,
        };
        let repetition = Repetition { terms, deadline, budget: &self.0.budget };
        let mut uncounted = 0;
        for number in 1.. {
            let limit = if options.is_sent_once { Limit::of(deadline) } else { repetition.limit(number) };
            let generation = self.0.connections.generation();
            let begun = Instant::now();
            let error = match self.attempt(terms, &request, key.as_deref(), limit, number).await {
                Ok(answer) => {
                    repetition.succeeded();
                    return Ok(answer);
                }
                Err(error) => error,
            };
            let is_cut_off = limit.bound.is_some() || options.is_sent_once;
            if is_cut_off && limit.has_passed() && begun.elapsed() >= SILENCE_MIN {
                // The connection may have fallen silent.
                self.0.connections.replace(generation);
            }
            if options.is_sent_once {
                return Err(error);
            }
            uncounted += u32::from(repetition.is_under_way(&error));
            match repetition.wait_after(number - uncounted, &error) {
                Some(wait) => self.0.closing.during(sleep(wait)).await?,
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
        limit: Limit,
        number: u32,
    ) -> Result<(HeaderMap, Answer), Error> {
        let token = self.token(limit).await?;
        let answer = self.observed(terms, request, token.as_deref(), key, limit, number).await;
        match (&self.0.credentials, token, answer) {
            (Given::Session(session), Some(old), Err(error)) if error.reason() == Reason::InvalidApiKey => {
                session.forget(&old);
                let token = self.token(limit).await?;
                self.observed(terms, request, token.as_deref(), key, limit, number).await
            }
            (_, _, answer) => answer,
        }
    }

    async fn token(&self, limit: Limit) -> Result<Option<String>, Error> {
        let closing = &self.0.closing;
        closing.check().map_err(Error::unsent)?;
        match &self.0.credentials {
            Given::Nothing => Ok(None),
            Given::Bearer(key) => Ok(Some(key.clone())),
            Given::Session(session) => {
                let opened = closing.during(limit.within(session.token(self))).await;
                opened.and_then(|token| token).map(Some).map_err(Error::unsent)
            }
        }
    }

    async fn observed<Request: Contract, Answer: Contract>(
        &self,
        terms: Terms,
        request: &Request,
        token: Option<&str>,
        key: Option<&str>,
        limit: Limit,
        number: u32,
    ) -> Result<(HeaderMap, Answer), Error> {
        let begun = Instant::now();
        // The service learns the end of the call, so that it does not refuse in the place of an attempt's.
        let sent = self.send(terms, request, wire_options(token, key, limit.deadline));
        let answer = self.0.closing.during(limit.within(sent)).await.and_then(|answer| answer);
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

impl Close for Inner {
    fn close(self: Arc<Self>) -> BoxFuture<'static, ()> {
        let closed = self.closing.close();
        self.connections.replace(self.connections.generation());
        closed
    }
}

/// Returns what is sent beside a request.
pub(crate) fn wire_options(token: Option<&str>, key: Option<&str>, deadline: Option<Instant>) -> WireOptions {
    let mut options = WireOptions::default();
    for (name, value) in trace::carried().iter().flat_map(|headers| headers.iter()) {
        options = options.with_header(*name, value.clone());
    }
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
