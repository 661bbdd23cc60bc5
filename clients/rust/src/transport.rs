//! Connections: HTTP/2, by rustls or without TLS.

use std::fmt;
use std::time::Duration;

use connectrpc::client::{BoxFuture, ClientBody, ClientTransport};
use http::{Request, Response, Uri};
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::{Client as Pool, Error as PoolError};
use hyper_util::rt::{TokioExecutor, TokioTimer};

use crate::{Error, Reason};

/// Longest silence of a connection, or of one that is made, before it counts as lost.
const SILENCE: Duration = Duration::from_secs(10);

/// Connections to one service.
#[derive(Clone)]
pub(crate) struct Connections(Pool<HttpsConnector<HttpConnector>, ClientBody>);

impl Connections {
    pub(crate) fn new() -> Result<Self, Error> {
        let mut plain = HttpConnector::new();
        plain.enforce_http(false);
        plain.set_nodelay(true);
        plain.set_connect_timeout(Some(SILENCE));
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(rustls::crypto::ring::default_provider())
            .map_err(|error| {
                let text = "this machine has no certificates of authorities: install its package ca-certificates";
                Error::new(Reason::Unknown, text).with_source(error)
            })?
            .https_or_http()
            .enable_http2()
            .wrap_connector(plain);
        let mut pool = Pool::builder(TokioExecutor::new());
        pool.timer(TokioTimer::new()).pool_timer(TokioTimer::new()).http2_only(true);
        // A connection that was cut without a word is found, and the next attempt has another one.
        pool.http2_keep_alive_interval(SILENCE).http2_keep_alive_timeout(SILENCE);
        Ok(Self(pool.build(connector)))
    }
}

impl fmt::Debug for Connections {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connections")
    }
}

impl ClientTransport for Connections {
    type ResponseBody = Incoming;
    type Error = PoolError;

    fn send(&self, request: Request<ClientBody>) -> BoxFuture<'static, Result<Response<Incoming>, PoolError>> {
        Box::pin(self.0.request(request))
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
