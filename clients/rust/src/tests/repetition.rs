//! Repetitions of calls.

use std::time::Duration;

use tokio::time::Instant;

use crate::calls::Terms;
use crate::repetition::{Budget, KEY_HEADER, Limit, Repetition, back_off};
use crate::{Error, Reason};

const TERMS: Terms = Terms { path: "/a.v1.B/C", deadline: None, retry_after: &[Reason::Unavailable], takes_key: true };

fn failure(reason: Reason) -> Error {
    Error::new(reason, "for a test")
}

#[test]
fn waits_longer_each_time_a_random_half_to_whole() {
    for failures in 0..6 {
        let whole = Duration::from_millis(100) * 2_u32.pow(failures);
        for _ in 0..50 {
            assert!((whole / 2..=whole).contains(&back_off(failures)));
        }
    }
    assert!(back_off(40) <= Duration::from_secs(30));
}

#[test]
fn repeats_after_the_reasons_of_the_contract_alone() {
    let budget = Budget::new();
    let repetition = Repetition { terms: TERMS, deadline: None, budget: &budget };
    let is_repeated = |error: Error| repetition.wait_after(1, &error).is_some();
    assert!(is_repeated(failure(Reason::Unavailable)));
    assert!(is_repeated(failure(Reason::Unreachable)));
    assert!(!is_repeated(failure(Reason::StateInvalid)));
    assert!(!is_repeated(failure(Reason::RateLimitExceeded)));
    assert!(!is_repeated(failure(Reason::TimedOut)));
    assert_eq!(KEY_HEADER, "idempotency-key");
    let silent = Terms { retry_after: &[], takes_key: false, ..TERMS };
    let repetition = Repetition { terms: silent, deadline: None, budget: &budget };
    assert!(repetition.wait_after(1, &failure(Reason::Unreachable)).is_none());
    assert!(repetition.wait_after(1, &under_way()).is_none());
}

/// Returns the refusal of a call whose first execution is under way.
fn under_way() -> Error {
    failure(Reason::StateInvalid).with_parameter("Idempotency-Key").with_retry_after(Duration::from_secs(2))
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_under_way_is_repeated_until_the_deadline_and_costs_nothing() {
    let budget = Budget::new();
    let deadline = Some(Instant::now() + Duration::from_secs(30));
    let repetition = Repetition { terms: TERMS, deadline, budget: &budget };
    for number in 0..100 {
        assert!(repetition.is_under_way(&under_way()));
        let wait = repetition.wait_after(number, &under_way()).unwrap();
        assert!((Duration::from_secs(2)..=Duration::from_secs(30)).contains(&wait));
    }
    let repeated = (0..20).filter(|_| repetition.wait_after(1, &failure(Reason::Unavailable)).is_some());
    assert_eq!(repeated.count(), 10);
    assert!(repetition.wait_after(1, &under_way()).is_some());
    tokio::time::advance(Duration::from_secs(28)).await;
    assert_eq!(repetition.wait_after(1, &under_way()), None);
}

#[tokio::test(start_paused = true)]
async fn makes_four_attempts_and_waits_as_long_as_it_is_told() {
    let budget = Budget::new();
    let repetition = Repetition { terms: TERMS, deadline: None, budget: &budget };
    let error = failure(Reason::Unavailable).with_retry_after(Duration::from_secs(7));
    assert_eq!(repetition.wait_after(3, &error), Some(Duration::from_secs(7)));
    assert_eq!(repetition.wait_after(4, &error), None);
    let deadline = Some(Instant::now() + Duration::from_secs(7));
    let late = Repetition { terms: TERMS, deadline, budget: &budget };
    assert_eq!(late.wait_after(1, &error), None);
    let endless = Limit::of(deadline).within(std::future::pending::<Result<(), Error>>());
    assert_eq!(endless.await.unwrap_err().reason(), Reason::TimedOut);
}

#[test]
fn an_empty_budget_ends_repetitions() {
    let budget = Budget::new();
    let repetition = Repetition { terms: TERMS, deadline: None, budget: &budget };
    let is_repeated = || repetition.wait_after(1, &failure(Reason::Unavailable)).is_some();
    assert_eq!((0..20).filter(|_| is_repeated()).count(), 10);
    (0..9).for_each(|_| repetition.succeeded());
    assert!(!is_repeated());
    repetition.succeeded();
    assert!(is_repeated());
    (0..5_000).for_each(|_| repetition.succeeded());
    assert_eq!((0..200).filter(|_| is_repeated()).count(), 100);
}
