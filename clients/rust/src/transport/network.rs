//! How connections are made: directly, through a proxy, or by a function of the caller.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderValue, Uri, header::USER_AGENT};
use hyper_util::client::legacy::connect::proxy::Tunnel;
use hyper_util::client::legacy::connect::{Connected, Connection, HttpConnector};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tower_service::Service;

use super::{SILENCE, is_local};
use crate::error::with_causes;
use crate::{Error, Reason};

/// A connection, such as of TCP.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

type BoxedStream = Box<dyn Stream>;

impl Connection for BoxedStream {
    fn connected(&self) -> Connected {
        Connected::new()
    }
}

/// A function that makes a connection to a host and a port.
pub(crate) type Connect = Arc<dyn Fn(String, u16) -> BoxFuture<'static, io::Result<BoxedStream>> + Send + Sync>;

/// Which proxy connections go through.
#[derive(Clone, Default)]
pub(crate) enum ProxyChoice {
    /// That of the environment, which never is one for this machine.
    #[default]
    Environment,
    Nothing,
    Url(String),
}

/// How a client reaches a service.
#[derive(Clone, Default)]
pub(crate) struct Network {
    pub proxy: ProxyChoice,
    /// Certificates of the authorities that are trusted, in PEM; those of the machine by default.
    pub roots: Option<Vec<u8>>,
    pub connect: Option<Connect>,
}

impl Network {
    /// Returns how connections to an endpoint are made, and to which machine.
    pub(super) fn route(&self, endpoint: &Uri, user_agent: &HeaderValue) -> Result<Route, Error> {
        if let Some(connect) = &self.connect {
            return match self.proxy {
                ProxyChoice::Url(_) => Err(unusable("a client has a proxy or a connector, not both")),
                _ => Ok(Route::Own(connect.clone())),
            };
        }
        let mut direct = HttpConnector::new();
        direct.enforce_http(false);
        direct.set_nodelay(true);
        direct.set_connect_timeout(Some(SILENCE));
        let Some(proxy) = self.proxy_for(endpoint, Matcher::from_env)? else { return Ok(Route::Direct(direct)) };
        let headers = HeaderMap::from_iter([(USER_AGENT, user_agent.clone())]);
        let tunnel = Tunnel::new(proxy.uri().clone(), direct).with_headers(headers);
        let tunnel = match proxy.basic_auth() {
            Some(password) => tunnel.with_auth(password.clone()),
            None => tunnel,
        };
        Ok(Route::Proxy(proxy.uri().clone(), Box::new(tunnel)))
    }

    /// Whether what is sent to an endpoint of this machine stays in this machine.
    pub(crate) fn stays_local(&self) -> bool {
        match &self.proxy {
            ProxyChoice::Url(url) => intercept(url).is_some_and(|proxy| is_local(proxy.uri())),
            ProxyChoice::Environment | ProxyChoice::Nothing => self.connect.is_none(),
        }
    }

    /// Returns the proxy for an endpoint, if there is one.
    pub(crate) fn proxy_for(
        &self,
        endpoint: &Uri,
        environment: impl FnOnce() -> Matcher,
    ) -> Result<Option<Intercept>, Error> {
        let (proxy, what) = match &self.proxy {
            ProxyChoice::Nothing => return Ok(None),
            ProxyChoice::Environment if is_local(endpoint) => return Ok(None),
            ProxyChoice::Environment => match environment().intercept(endpoint) {
                None => return Ok(None),
                proxy => (proxy, "the proxy of the environment (HTTPS_PROXY, HTTP_PROXY or ALL_PROXY)"),
            },
            ProxyChoice::Url(url) => (intercept(url), "the proxy"),
        };
        // The text may have a password, which no error tells.
        let invalid = || unusable(&format!("{what} is no URL of http: give one such as http://proxy.example:3128"));
        proxy.filter(|proxy| proxy.uri().scheme_str() == Some("http")).ok_or_else(invalid).map(Some)
    }
}

fn intercept(url: &str) -> Option<Intercept> {
    let uri: Uri = url.parse().ok()?;
    // A path would be ignored.
    let is_whole = uri.scheme().is_some() && uri.path() == "/" && uri.query().is_none();
    Matcher::builder().all(url).build().intercept(&Uri::from_static("http://any.example")).filter(|_| is_whole)
}

fn unusable(text: &str) -> Error {
    Error::new(Reason::ParameterInvalid, text).with_parameter("proxy")
}

/// How connections are made.
#[derive(Clone)]
pub(crate) enum Route {
    Direct(HttpConnector),
    Proxy(Uri, Box<Tunnel<HttpConnector>>),
    Own(Connect),
}

impl Service<Uri> for Route {
    type Response = TokioIo<BoxedStream>;
    type Error = Box<dyn StdError + Send + Sync>;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        match self {
            Self::Direct(connector) => Service::<Uri>::poll_ready(connector, context).map_err(Into::into),
            Self::Proxy(_, tunnel) => tunnel.poll_ready(context).map_err(Into::into),
            Self::Own(_) => Poll::Ready(Ok(())),
        }
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        match self {
            Self::Direct(connector) => {
                let made = Service::call(connector, uri);
                Box::pin(async move { Ok(TokioIo::new(Box::new(made.await?.into_inner()) as BoxedStream)) })
            }
            Self::Proxy(proxy, tunnel) => {
                let (made, proxy) = (tunnel.call(uri), proxy.clone());
                Box::pin(async move {
                    let failed = |error: &(dyn StdError + 'static)| {
                        io::Error::other(with_causes(format!("the proxy {proxy} gives no connection"), Some(error)))
                    };
                    let made = made.await.map_err(|error| failed(&error))?;
                    Ok(TokioIo::new(Box::new(made.into_inner()) as BoxedStream))
                })
            }
            Self::Own(connect) => {
                let implied = if uri.scheme_str() == Some("https") { 443 } else { 80 };
                let host = uri.host().unwrap_or_default().trim_matches(['[', ']']).to_owned();
                let made = connect(host, uri.port_u16().unwrap_or(implied));
                Box::pin(async move { Ok(TokioIo::new(made.await?)) })
            }
        }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Network")
    }
}
