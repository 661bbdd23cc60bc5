//! Times that callers and services may set.

use std::net::TcpListener;
use std::time::Duration;

use connectrpc::{ConnectError, ErrorCode};
use http::{HeaderMap, HeaderValue, Response};
use tokio::time::Instant;

use super::payments::{COMPLETED, Silent, operation, payments_with, stage};
use crate::calls::Terms;
use crate::payments::PaymentTerms;
use crate::proto::geocode::v1::TransformRequest;
use crate::repetition::{Budget, Repetition, TIME_MAX};
use crate::transport::Foreign;
use crate::{Client, Error, EventOptions, MemoryJournal, Outcome, Reason, events};

const TERMS: Terms = Terms { path: "/a.v1.B/C", deadline: None, retry_after: &[Reason::Unavailable], takes_key: false };

#[tokio::test(start_paused = true)]
async fn the_first_attempt_leaves_time_for_others() {
    let budget = Budget::new();
    let deadline = Some(Instant::now() + Duration::from_secs(30));
    let repetition = Repetition { terms: TERMS, deadline, budget: &budget };
    let endless = || std::future::pending::<Result<(), Error>>();
    let begun = Instant::now();
    assert_eq!(repetition.limit(1).within(endless()).await.unwrap_err().reason(), Reason::Unreachable);
    assert_eq!(begun.elapsed().as_secs(), 10);
    assert_eq!(repetition.limit(2).within(endless()).await.unwrap_err().reason(), Reason::TimedOut);
    assert_eq!(begun.elapsed().as_secs(), 30);
    let short = Repetition { deadline: Some(Instant::now() + Duration::from_secs(6)), ..repetition };
    let begun = Instant::now();
    assert_eq!(short.limit(1).within(endless()).await.unwrap_err().reason(), Reason::Unreachable);
    assert_eq!(begun.elapsed().as_secs(), 5);
    let shorter = Repetition { deadline: Some(Instant::now() + Duration::from_secs(4)), ..repetition };
    assert!(shorter.limit(1).bound.is_none());
    let once = Repetition { terms: Terms { retry_after: &[], ..TERMS }, deadline, budget: &budget };
    assert!(once.limit(1).bound.is_none());
}

#[test]
fn a_first_attempt_that_has_the_whole_deadline_ends_with_it() {
    let budget = Budget::new();
    for _ in 0..100 {
        let deadline = Some(Instant::now() + Duration::from_secs(4));
        assert!(Repetition { terms: TERMS, deadline, budget: &budget }.limit(1).bound.is_none());
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_attempt_leaves_time_for_other_attempts_of_a_payment() {
    let stage = stage(&[Silent, Silent, COMPLETED], &[]);
    let begun = Instant::now();
    assert!(matches!(stage.pay().await, Ok(Outcome::Completed(_))));
    assert_eq!(begun.elapsed().as_secs(), 20);
}

#[tokio::test(start_paused = true)]
async fn the_longest_times_are_times_too() {
    let stage = stage(&[COMPLETED], &[]);
    let terms = PaymentTerms { confirm_timeout: Duration::MAX, retry_count: u32::MAX };
    let payments = payments_with(&stage.ledger, std::sync::Arc::new(MemoryJournal::default()), terms);
    assert!(matches!(
        payments.pay(vec![operation(super::payments::ID)], 1).await.unwrap()[..],
        [Outcome::Completed(_)]
    ));
}

#[tokio::test]
async fn a_deadline_may_be_the_longest_and_never_zero() {
    let refused = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let endpoint = format!("http://{refused}");
    let client = Client::builder(&endpoint).deadline(Duration::MAX).build().unwrap();
    let transform = || client.geocode_service().transform(TransformRequest::default());
    assert_eq!(transform().await.unwrap_err().reason(), Reason::Unreachable);
    assert_eq!(transform().deadline(Duration::MAX).await.unwrap_err().reason(), Reason::Unreachable);
    let zero = [
        transform().deadline(Duration::ZERO).await.unwrap_err(),
        Client::builder(&endpoint).deadline(Duration::ZERO).build().unwrap_err(),
    ];
    for error in zero {
        assert_eq!((error.reason(), error.parameter()), (Reason::ParameterInvalid, Some("deadline")));
    }
    for heartbeat_seconds in [0, 61] {
        let options = EventOptions { heartbeat_seconds, ..EventOptions::default() };
        let mut events = events::events(client.clone(), String::new(), options);
        assert_eq!(events.try_next().await.unwrap_err().reason(), Reason::ParameterInvalid);
    }
}

fn asked_to_wait(fields: &[(&'static str, &str)]) -> Option<Duration> {
    let value = |text: &str| HeaderValue::from_str(text).unwrap();
    let headers: HeaderMap =
        fields.iter().map(|(name, text)| (http::HeaderName::from_static(name), value(text))).collect();
    let mut failure = ConnectError::new(ErrorCode::Unavailable, "for a test");
    failure.set_response_headers(headers.clone());
    let told = Error::from(failure).retry_after();
    let mut answer = Response::builder().status(503).body(()).unwrap();
    *answer.headers_mut() = headers;
    assert_eq!(Error::from(&Foreign::of(&answer)).retry_after(), told);
    told
}

#[test]
fn a_service_asks_to_wait_for_seconds_or_until_a_date_of_its_own_clock() {
    let date = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");
    let until = |text: &str| asked_to_wait(&[date, ("retry-after", text)]);
    assert_eq!(until("3"), Some(Duration::from_secs(3)));
    assert_eq!(until("Sun, 06 Nov 1994 08:49:40 GMT"), Some(Duration::from_secs(3)));
    assert_eq!(until("Sun, 06 Nov 1994 08:00:00 GMT"), Some(Duration::ZERO));
    assert_eq!(until("soon"), None);
    assert_eq!(asked_to_wait(&[("retry-after", "Sun, 06 Nov 1994 08:49:40 GMT")]), Some(Duration::ZERO));
    assert_eq!(until(&u64::MAX.to_string()), Some(TIME_MAX));
}
