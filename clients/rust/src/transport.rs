//! Connections: HTTP/2, by rustls or without TLS.

mod network;
mod tls;

use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use connectrpc::client::{BoxFuture, ClientBody, ClientTransport};
use http::header::USER_AGENT;
use http::{HeaderMap, HeaderValue, Request, Response, StatusCode, Uri};
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::{Client, Error as PoolError};
use hyper_util::rt::{TokioExecutor, TokioTimer};

use network::Route;
pub(crate) use network::{Network, ProxyChoice};

use crate::introduction::Introduction;
use crate::{Error, Reason};

/// Longest silence of a connection with work under way before it is asked whether it lives; longest time to make one.
const SILENCE: Duration = Duration::from_secs(10);
/// Longest time for the answer. A connection without one counts as lost, and so does a stream without a heartbeat.
pub(crate) const SILENCE_AFTER_PING: Duration = Duration::from_secs(5);

type Connector = HttpsConnector<Route>;
type Pool = Client<Connector, ClientBody>;

/// Connections to one service.
#[derive(Clone)]
pub(crate) struct Connections {
    present: Arc<Mutex<Generation>>,
    user_agent: HeaderValue,
    introduction: Arc<Introduction>,
}

/// Connections that are used together, until others take their place.
struct Generation {
    number: u64,
    connector: Connector,
    pool: Pool,
}

impl Connections {
    /// Makes connections whose requests name the client, and whose answers tell the version of the service.
    pub(crate) fn new(
        endpoint: &Uri,
        network: &Network,
        user_agent: HeaderValue,
        introduction: Arc<Introduction>,
    ) -> Result<Self, Error> {
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls::client_config(endpoint.scheme_str() == Some("https"), network.roots.as_deref())?)
            .https_or_http()
            .enable_http2()
            .wrap_connector(network.route(endpoint, &user_agent)?);
        let pool = pool_of(&connector);
        let present = Arc::new(Mutex::new(Generation { number: 0, connector, pool }));
        Ok(Self { present, user_agent, introduction })
    }

    /// Returns the number of the connections that requests have from now on.
    pub(crate) fn generation(&self) -> u64 {
        self.present.lock().expect("no holder panics").number
    }

    /// Lets requests have other connections from now on, unless they have already others than those with a number. Connections
    /// end with what is under way on them.
    pub(crate) fn replace(&self, number: u64) {
        let mut present = self.present.lock().expect("no holder panics");
        if present.number == number {
            present.number += 1;
            present.pool = pool_of(&present.connector);
        }
    }

    /// Sends a request, and returns whatever comes.
    pub(crate) fn request(
        &self,
        mut request: Request<ClientBody>,
    ) -> impl Future<Output = Result<Response<Incoming>, PoolError>> + Send + 'static {
        request.headers_mut().insert(USER_AGENT, self.user_agent.clone());
        let answer = self.present.lock().expect("no holder panics").pool.request(request);
        let introduction = self.introduction.clone();
        async move {
            let answer = answer.await?;
            introduction.note(answer.headers());
            Ok(answer)
        }
    }
}

fn pool_of(connector: &Connector) -> Pool {
    let mut pool = Client::builder(TokioExecutor::new());
    pool.timer(TokioTimer::new()).pool_timer(TokioTimer::new()).http2_only(true);
    // A connection that was cut without a word is found, and the next attempt has another one.
    pool.http2_keep_alive_interval(SILENCE).http2_keep_alive_timeout(SILENCE_AFTER_PING);
    pool.build(connector.clone())
}

impl fmt::Debug for Connections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connections")
    }
}

impl ClientTransport for Connections {
    type ResponseBody = Incoming;
    type Error = SendError;

    fn send(&self, request: Request<ClientBody>) -> BoxFuture<'static, Result<Response<Incoming>, SendError>> {
        let answer = self.request(request);
        Box::pin(async move {
            let answer = answer.await.map_err(SendError::Pool)?;
            if speaks_grpc(&answer) { Ok(answer) } else { Err(SendError::Foreign(Foreign::of(&answer))) }
        })
    }
}

fn speaks_grpc<Body>(answer: &Response<Body>) -> bool {
    let kind = answer.headers().get("content-type").map(|kind| kind.as_bytes().starts_with(b"application/grpc"));
    kind.unwrap_or_else(|| answer.headers().contains_key("grpc-status"))
}

/// Why a request has no answer of the service.
#[derive(Debug)]
pub(crate) enum SendError {
    Pool(PoolError),
    Foreign(Foreign),
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pool(error) => error.fmt(f),
            Self::Foreign(answer) => answer.fmt(f),
        }
    }
}

impl std::error::Error for SendError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Pool(error) => error.source(),
            Self::Foreign(_) => None,
        }
    }
}

/// An answer that is not one of the service, such as that of a proxy.
#[derive(Debug)]
pub(crate) struct Foreign {
    pub status: StatusCode,
    pub headers: HeaderMap,
}

impl Foreign {
    pub(crate) fn of<Body>(answer: &Response<Body>) -> Self {
        Self { status: answer.status(), headers: answer.headers().clone() }
    }

    pub(crate) fn reason(&self) -> Reason {
        match self.status {
            StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS => Reason::Unreachable,
            status if status.is_success() || status.is_server_error() => Reason::Unreachable,
            _ => Reason::Unknown,
        }
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or("no type");
        write!(f, "something other than the service answered with the status {} and {kind}", self.status)
    }
}

/// Reads the address of a service, without a slash at its end.
pub(crate) fn read_endpoint(text: &str) -> Result<Uri, Error> {
    let invalid = |why: &str| {
        let text = format!("the endpoint {text:?} {why}: give one such as https://wallet.example");
        Error::new(Reason::ParameterInvalid, text).with_parameter("endpoint")
    };
    let uri: Uri = text.trim_end_matches('/').parse().map_err(|_| invalid("is no URL"))?;
    match (uri.scheme_str(), uri.host()) {
        (Some("http" | "https"), Some(_)) if uri.query().is_none() => Ok(uri),
        _ => Err(invalid("is no URL of http or https without a query")),
    }
}

/// Returns scheme and authority, as an audience has them: without the port that the scheme implies.
pub(crate) fn origin(uri: &Uri) -> String {
    let (scheme, host) = (uri.scheme_str().unwrap_or_default(), uri.host().unwrap_or_default());
    match (scheme, uri.port_u16()) {
        ("https", Some(443)) | ("http", Some(80)) | (_, None) => format!("{scheme}://{host}"),
        (_, Some(port)) => format!("{scheme}://{host}:{port}"),
    }
}

/// Whether an address is one of this machine.
pub(crate) fn is_local(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}
