//! The trace that requests carry.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::{HeaderMap, Request, Response};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::TcpListener;

use super::closing::credentials;
use crate::proto::wallet::v1::ListRatesRequest;
use crate::{Asset, Client, ClientBuilder, EventOptions, Order, Outcome, Reason};

tokio::task_local! {
    /// Number of the span in which a test calls.
    static SPAN: u8;
}

type Sent = Arc<Mutex<Vec<(String, HeaderMap)>>>;

fn parent(span: u8) -> String {
    format!("00-{span:032x}-{span:016x}-01")
}

/// Returns what a propagator of OpenTelemetry returns in a span of the test.
fn headers() -> Vec<(String, String)> {
    let pair = |name: &str, value: String| (name.to_owned(), value);
    SPAN.try_with(|span| {
        vec![pair("Baggage", "secret=s".into()), pair("traceparent", parent(*span)), pair("tracestate", "v=1".into())]
    })
    .unwrap_or_default()
}

/// Starts a service that is never available; returns its address, and what it is asked.
async fn service() -> (SocketAddr, Sent) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let sent = Sent::default();
    let noted = sent.clone();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let noted = noted.clone();
            tokio::spawn(async move {
                let answered = service_fn(move |request: Request<Incoming>| {
                    let method = request.uri().path().rsplit('/').next().unwrap_or_default().to_owned();
                    noted.lock().unwrap().push((method, request.headers().clone()));
                    let body = http_body_util::Full::new(Bytes::new());
                    async { Ok::<_, Infallible>(Response::builder().status(503).body(body).unwrap()) }
                });
                let server = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
                let _ = server.serve_connection(TokioIo::new(socket), answered).await;
            });
        }
    });
    (address, sent)
}

/// Returns methods that were asked for, each with its trace, once.
fn traces(sent: &Sent) -> Vec<(String, String)> {
    let text = |headers: &HeaderMap| headers.get("traceparent").map(|value| value.to_str().unwrap().to_owned());
    let sent = sent.lock().unwrap();
    let mut all: Vec<_> =
        sent.iter().map(|(method, headers)| (method.clone(), text(headers).unwrap_or_default())).collect();
    all.dedup();
    all
}

fn client(address: SocketAddr) -> ClientBuilder {
    Client::builder(format!("http://{address}")).trace_context(headers)
}

async fn in_span<Work: Future>(span: u8, work: Work) -> Work::Output {
    SPAN.scope(span, work).await
}

#[tokio::test]
async fn calls_carry_the_trace_of_their_caller_in_each_attempt() {
    let (address, sent) = service().await;
    let client = client(address).api_key("key").build().unwrap();
    let rates = client.exchange_service().list_rates(ListRatesRequest::default()).into_future();
    assert_eq!(in_span(1, rates).await.unwrap_err().reason(), Reason::Unreachable);
    assert!(sent.lock().unwrap().len() > 1);
    in_span(2, client.key_set()).await.unwrap_err();
    assert_eq!(traces(&sent), [("ListRates".to_owned(), parent(1)), ("jwks.json".to_owned(), parent(2))]);
    let headers = &sent.lock().unwrap()[0].1;
    assert_eq!((&headers["tracestate"], headers.get("baggage")), (&"v=1".parse().unwrap(), None));
}

#[tokio::test]
async fn pages_and_streams_carry_the_trace_in_which_they_were_asked_for() {
    let (address, sent) = service().await;
    let client = client(address).api_key("key").build().unwrap();
    let wallet = client.wallet(credentials()).build().unwrap();
    let (mut history, mut events) =
        in_span(3, async { (wallet.history(None), wallet.events(EventOptions::default())) }).await;
    in_span(4, history.try_next()).await.unwrap_err();
    let _ = tokio::time::timeout(Duration::from_secs(1), in_span(4, events.try_next())).await;
    // The session that both need is opened for whoever needs it first.
    assert_eq!(traces(&sent), [("CreateChallenge".to_owned(), parent(3))]);
}

#[tokio::test]
async fn a_source_that_fails_breaks_no_call() {
    let (address, sent) = service().await;
    for value in ["", "00-ü", "00-\r\nx: y", "00-00-00-00", &parent(1).to_uppercase().replace('0', "A")] {
        let value = value.to_owned();
        let builder = client(address).trace_context(move || [("traceparent".to_owned(), value.clone())]);
        builder.build().unwrap().key_set().await.unwrap_err();
    }
    let panicking = client(address).trace_context(|| -> [(String, String); 1] { panic!("of the source") });
    panicking.build().unwrap().key_set().await.unwrap_err();
    Client::new(format!("http://{address}")).unwrap().key_set().await.unwrap_err();
    assert_eq!(traces(&sent), [("jwks.json".to_owned(), String::new())]);
    assert_eq!(sent.lock().unwrap().len(), 7);
}

#[tokio::test]
async fn payments_carry_the_trace_of_their_caller_in_the_background() {
    let (address, sent) = service().await;
    let client = client(address).build().unwrap();
    let wallet = client.wallet(credentials()).confirm_timeout(Duration::from_millis(300)).build().unwrap();
    let order = Order::new("bob", Asset::Standard, "1");
    let paid = in_span(5, wallet.pay(order)).await;
    assert!(matches!(paid, Err(_) | Ok(Outcome::Unresolved(_))));
    assert_eq!(traces(&sent), [("CreateChallenge".to_owned(), parent(5))]);
}
