//! Groups of orders, each sent until the ledger has answered for all of its orders. They are never voided: the ledger answers an
//! order that it has with its first result, so that a group can be sent again, by any process.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::{Either, select};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use super::groups::OrderGroup;
use super::{Ledger, Payments};
use crate::proto::wallet::v1::TransactionResult;
use crate::repetition::{after, back_off};
use crate::trace::{Trace, carrying};
use crate::{Error, Operation, Outcome, Reason};

/// Most groups that are stored, sent, or answered and not told wholly.
pub(super) const GROUPS_MAX: usize = 4;

/// A group in the journal that this process works on. Dropped, it is left to whoever asks for it next.
pub(super) struct Kept<L: Ledger> {
    payments: Arc<Payments<L>>,
    id: Option<String>,
}

impl<L: Ledger> Kept<L> {
    fn new(payments: &Arc<Payments<L>>, id: &str) -> Self {
        Self { payments: payments.clone(), id: Some(id.to_owned()) }
    }

    /// Removes the group from the journal, even if its caller gives up.
    pub(super) async fn remove(mut self) {
        let (payments, id) = (self.payments.clone(), self.id.take());
        let _ = tokio::spawn(async move { payments.remove(id.into_iter().collect()).await }).await;
    }

    /// Returns the id of the group, which somebody else removes.
    pub(super) fn into_id(mut self) -> String {
        self.id.take().unwrap_or_default()
    }

    /// Passes outcomes on together with their group. A group that was refused leaves the journal.
    async fn with(self, answer: Result<Vec<Outcome>, Error>) -> Answered<L> {
        match answer {
            Ok(outcomes) => Ok((self, outcomes)),
            Err(error) => {
                if is_refused(&error) {
                    self.remove().await;
                }
                Err(error)
            }
        }
    }
}

impl<L: Ledger> Drop for Kept<L> {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            self.payments.leave(&[id]);
        }
    }
}

/// A group in the journal, and the outcomes of its orders.
pub(super) type Answered<L> = Result<(Kept<L>, Vec<Outcome>), Error>;
/// Outcomes of orders, and their group if they are settled.
pub(super) type Finished<L> = (Option<Kept<L>>, Vec<Outcome>);

impl<L: Ledger> Payments<L> {
    /// Begins to store and send a group, which ends when nobody waits for its outcomes. Notes it if the group fails.
    pub(super) fn begin(
        self: &Arc<Self>,
        group: OrderGroup,
        has_failed: &Arc<AtomicBool>,
        trace: Trace,
    ) -> oneshot::Receiver<Answered<L>> {
        let (mut tell, told) = oneshot::channel();
        let (payments, has_failed) = (self.clone(), has_failed.clone());
        tokio::spawn(carrying(trace, async move {
            let OrderGroup { first, ids, operation } = group;
            if let Err(error) = payments.keep(vec![operation.clone()]).await {
                has_failed.store(true, Ordering::SeqCst);
                let _ = tell.send(Err(error));
                return;
            }
            let (kept, _running) = (Kept::new(&payments, &operation.id), payments.run());
            let answer = match select(pin!(payments.answers(&operation, &ids)), pin!(tell.closed())).await {
                Either::Left((answer, _)) => Some(answer),
                // Nobody waits any more: the group is left.
                Either::Right(_) => None,
            };
            if let Some(answer) = answer {
                has_failed.fetch_or(answer.is_err(), Ordering::SeqCst);
                let answered = kept.with(answer).await.map_err(|error| in_sequence(error, first));
                let _ = tell.send(answered);
            }
        }));
        told
    }

    /// Sends a group that an earlier process has left, and returns the outcomes of its orders; none if it was refused.
    pub(super) async fn finish(self: &Arc<Self>, left: OrderGroup) -> Finished<L> {
        let OrderGroup { ids, operation, .. } = left;
        let kept = Kept::new(self, &operation.id);
        match kept.with(self.answers(&operation, &ids).await).await {
            Ok((kept, outcomes)) => (Some(kept), outcomes),
            Err(error) if is_refused(&error) => (None, Vec::new()),
            Err(_) => (None, ids.into_iter().map(Outcome::Unresolved).collect()),
        }
    }

    /// Sends orders until they are answered.
    async fn answers(self: &Arc<Self>, operation: &Operation, ids: &[String]) -> Result<Vec<Outcome>, Error> {
        let (sent, confirm_timeout) = (self.ledger.batch(operation), self.terms.confirm_timeout);
        let (mut deadline, mut failures) = (after(confirm_timeout), 0);
        loop {
            let results = self.closing.during(self.ledger.send(&sent, self.terms.part())).await?;
            let error = match results.and_then(|results| settled(ids, results)) {
                Ok(outcomes) => return Ok(outcomes),
                Err(error) => error,
            };
            let is_limited = error.reason() == Reason::RateLimitExceeded;
            if !is_limited && !error.reason().is_uncertain() {
                return Err(error);
            }
            let wait = back_off(failures).max(error.retry_after().unwrap_or_default());
            if is_limited {
                (deadline, failures) = (after(confirm_timeout.saturating_add(wait)), 0);
            } else {
                failures += 1;
            }
            if Instant::now() + wait >= deadline {
                return Err(error);
            }
            self.closing.during(sleep(wait)).await?;
        }
    }
}

/// Returns the outcomes of results, of which there must be a final one for each order.
fn settled(ids: &[String], results: Vec<TransactionResult>) -> Result<Vec<Outcome>, Error> {
    let is_whole = results.len() == ids.len();
    let outcomes = ids.iter().zip(results).map(|(id, result)| Outcome::of(id, result)).collect::<Option<_>>();
    let unanswered = || Error::new(Reason::Unknown, "the service did not answer for all orders");
    outcomes.filter(|_| is_whole).ok_or_else(unanswered)
}

/// Whether orders were refused for a fault of one of them, so that the ledger has none.
fn is_refused(error: &Error) -> bool {
    matches!(error.reason(), Reason::ParameterRequired | Reason::ParameterInvalid)
}

/// Returns an error whose parameter has the index of an order in its group with that in the sequence.
fn in_sequence(error: Error, first: usize) -> Error {
    let index_of = |path: &str| path.strip_prefix("orders[")?.split_once(']')?.0.parse::<usize>().ok();
    let Some(index) = error.parameter().and_then(index_of) else { return error };
    error.renamed(&format!("orders[{index}]"), &format!("orders[{}]", first + index))
}
