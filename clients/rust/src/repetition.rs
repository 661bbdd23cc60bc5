//! When calls are repeated.

use std::sync::Mutex;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::calls::Terms;
use crate::{Error, Reason};

/// Most attempts of one call.
const ATTEMPTS_MAX: u32 = 4;
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Longest time that is kept; longer ones count as this one.
pub(crate) const TIME_MAX: Duration = Duration::from_secs(24 * 24 * 60 * 60);
/// Parts of a deadline, of which the first attempt of a call has one, and each attempt of a payment.
const PARTS: u32 = 3;
/// Shortest time of an attempt, as far as the deadline lasts.
const ATTEMPT_MIN: Duration = Duration::from_secs(5);

/// Returns when a time from now on is over.
pub(crate) fn after(time: Duration) -> Instant {
    Instant::now() + time.min(TIME_MAX)
}

/// Returns the time of an attempt that leaves time for others.
pub(crate) fn part(time: Duration) -> Duration {
    (time.min(TIME_MAX) / PARTS).max(ATTEMPT_MIN).min(time)
}

/// Refuses a time in which nothing can be done.
pub(crate) fn check_time(time: Duration, parameter: &str) -> Result<(), Error> {
    if !time.is_zero() {
        return Ok(());
    }
    let text = format!("the {parameter} is zero: give one that is longer, or Duration::MAX for none");
    Err(Error::new(Reason::ParameterInvalid, text).with_parameter(parameter))
}

/// Header of the key by which a call takes effect once.
pub(crate) const KEY_HEADER: &str = "idempotency-key";

/// Returns the wait after a number of failures: exponential, of which a random half to whole is waited.
pub(crate) fn back_off(failures: u32) -> Duration {
    let whole = FIRST_WAIT.saturating_mul(1 << failures.min(16)).min(LONGEST_WAIT);
    // Without random bytes the whole is waited.
    let share = crate::cryptography::random::<2>().map_or(u16::MAX, u16::from_be_bytes);
    whole / 2 + whole.mul_f64(f64::from(share) / f64::from(u16::MAX) / 2.0)
}

/// Repetitions that a client may still make, so that a service in trouble is not asked for more than it can answer.
#[derive(Debug)]
pub(crate) struct Budget(Mutex<u32>);

impl Budget {
    /// Parts of a repetition that a successful call gives.
    const PARTS: u32 = 10;
    const FIRST: u32 = 10 * Self::PARTS;
    const MOST: u32 = 100 * Self::PARTS;

    pub(crate) fn new() -> Self {
        Self(Mutex::new(Self::FIRST))
    }

    fn earn(&self) {
        let mut left = self.0.lock().expect("no holder panics");
        *left = Self::MOST.min(*left + 1);
    }

    fn is_empty(&self) -> bool {
        *self.0.lock().expect("no holder panics") < Self::PARTS
    }

    fn spend(&self) -> bool {
        let mut left = self.0.lock().expect("no holder panics");
        let rest = left.checked_sub(Self::PARTS);
        *left = rest.unwrap_or(*left);
        rest.is_some()
    }
}

/// Whether the contract has a client repeat a call after a failure.
fn is_repeated_after(terms: &Terms, error: &Error) -> bool {
    match error.reason() {
        // A lost answer counts as UNAVAILABLE.
        Reason::Unreachable => terms.retry_after.contains(&Reason::Unavailable),
        reason => terms.retry_after.contains(&reason),
    }
}

/// Attempts of one call.
#[derive(Debug)]
pub(crate) struct Repetition<'a> {
    pub terms: Terms,
    pub deadline: Option<Instant>,
    pub budget: &'a Budget,
}

impl Repetition<'_> {
    /// Notes an attempt that succeeded.
    pub(crate) fn succeeded(&self) {
        self.budget.earn();
    }

    /// Returns when an attempt is given up, numbered from 1. The first one leaves time for others if there may be any, so that a
    /// connection that has fallen silent does not use up the deadline.
    pub(crate) fn limit(&self, number: u32) -> Limit {
        let is_repeatable = self.terms.retry_after.contains(&Reason::Unavailable) && !self.budget.is_empty();
        let is_first = number == 1 && is_repeatable;
        // One moment for both: with a later one, a first attempt that has the whole deadline would end before it.
        let now = Instant::now();
        let bound = |end: Instant| now + part(end.saturating_duration_since(now));
        let bound = self.deadline.filter(|_| is_first).map(bound);
        Limit { deadline: self.deadline, bound: bound.filter(|bound| Some(*bound) < self.deadline) }
    }

    /// Whether an attempt was refused because the first execution of a call with its key is under way. It does not count.
    pub(crate) fn is_under_way(&self, error: &Error) -> bool {
        let is_key = |parameter: &str| parameter.eq_ignore_ascii_case(KEY_HEADER);
        self.terms.takes_key && error.reason() == Reason::StateInvalid && error.parameter().is_some_and(is_key)
    }

    /// Returns how long to wait before the attempt after a failed one, numbered from 1 among those that count; `None` if the
    /// failure is the caller's.
    pub(crate) fn wait_after(&self, number: u32, error: &Error) -> Option<Duration> {
        let wait = back_off(number.saturating_sub(1)).max(error.retry_after().unwrap_or_default());
        let is_late = self.deadline.is_some_and(|end| Instant::now() + wait >= end);
        if self.is_under_way(error) {
            return (!is_late).then_some(wait);
        }
        let is_last = number >= ATTEMPTS_MAX || is_late || !is_repeated_after(&self.terms, error);
        (!is_last && self.budget.spend()).then_some(wait)
    }
}

/// When an attempt is given up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    /// End of the call.
    pub deadline: Option<Instant>,
    /// End of this attempt, if it is not that of the call.
    pub bound: Option<Instant>,
}

impl Limit {
    /// The limit of what has one attempt.
    pub(crate) fn of(deadline: Option<Instant>) -> Self {
        Self { deadline, bound: None }
    }

    /// Whether an attempt ends now, if it has not ended.
    pub(crate) fn has_passed(&self) -> bool {
        self.bound.or(self.deadline).is_some_and(|end| Instant::now() >= end)
    }

    /// Gives an attempt up when its bound, or the deadline, passes.
    pub(crate) async fn within<Answer>(
        self,
        attempt: impl Future<Output = Result<Answer, Error>>,
    ) -> Result<Answer, Error> {
        let Some(end) = self.bound.or(self.deadline) else { return attempt.await };
        let (reason, what) = match self.bound {
            None => (Reason::TimedOut, "the deadline"),
            Some(_) => (Reason::Unreachable, "the end of the attempt"),
        };
        timeout_at(end, attempt).await.unwrap_or_else(|_| {
            Err(Error::new(reason, format!("no answer came before {what}: the call may have been executed")))
        })
    }
}
