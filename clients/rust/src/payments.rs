//! Payments, from their entry in the journal to their outcome.

mod bulk;
mod exchanges;
mod groups;
mod journaled;
mod outcomes;
mod told;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bulk::{Finished, GROUPS_MAX, Kept};
pub(crate) use exchanges::Exchange;
use exchanges::Exchanges;
use futures_util::future::{BoxFuture, join};
use futures_util::stream::{StreamExt as _, iter};
pub(crate) use groups::{Groups, OrderGroup};
use tokio::sync::{Mutex as Turn, OnceCell, oneshot, watch};
use tokio::time::{Instant, sleep, timeout_at};
use told::Told;

use crate::closing::Closing;
use crate::proto::wallet::v1::{TransactionErrorCode, TransactionResult, TransactionStatus};
use crate::repetition::{after, back_off, part};
use crate::trace::{Trace, carrying};
use crate::{Error, Journal, Operation, Outcome, Reason};

/// Calls of payments to the ledger. They end when their time is over.
pub(crate) trait Ledger: Send + Sync + 'static {
    /// Request for operations that were signed together.
    type Sent: Send + Sync + 'static;

    /// Sends operations once, and returns their results in their order.
    fn send<'a>(&'a self, sent: &'a Self::Sent, time: Duration)
    -> BoxFuture<'a, Result<Vec<TransactionResult>, Error>>;

    /// Returns the request that sends a group of orders.
    fn batch(&self, operation: &Operation) -> Self::Sent;

    /// Returns the trace of the caller.
    fn trace(&self) -> Trace {
        Trace::default()
    }

    /// Whether an operation is one of the identity whose ledger this is.
    fn is_own(&self, operation: &Operation) -> bool;

    /// Voids a transaction that is not done, or an exchange, once, and returns its result.
    fn void<'a>(
        &'a self,
        id: &'a str,
        exchange: Option<&'a Exchange>,
        time: Duration,
    ) -> BoxFuture<'a, Result<TransactionResult, Error>>;
}

/// Terms of payments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PaymentTerms {
    /// Time within which an operation is sent; it is voided then.
    pub confirm_timeout: Duration,
    /// Repetitions while the result is not known.
    pub retry_count: u32,
}

impl PaymentTerms {
    /// Returns the time of one attempt.
    pub(crate) fn part(&self) -> Duration {
        part(self.confirm_timeout)
    }
}

/// A function that is told what happens.
pub(crate) type Listener<T> = Arc<dyn Fn(&T) + Send + Sync>;

/// Functions that a wallet tells what happens.
#[derive(Clone, Default)]
pub(crate) struct Listeners {
    pub settled: Option<Listener<Outcome>>,
    pub trouble: Option<Listener<Error>>,
}

/// Concurrent voids; below the limits of plans.
const CONCURRENT_VOIDS: usize = 8;
/// Shortest time for one attempt to void.
const VOID_TIME_MIN: Duration = Duration::from_secs(1);

/// Sends payments. They go on when their caller no longer waits.
pub(crate) struct Payments<L> {
    pub ledger: L,
    pub journal: Arc<dyn Journal>,
    pub terms: PaymentTerms,
    pub listeners: Listeners,
    pub closing: Arc<Closing>,
    /// Ids of payments of this process that are in the journal.
    active: Mutex<BTreeSet<String>>,
    /// Ids that earlier processes have left in the journal.
    left: OnceCell<Mutex<BTreeSet<String>>>,
    told: Mutex<Told>,
    /// Held while what was told is removed from the journal.
    removing: Turn<()>,
    /// Each task whose operations are in the journal has a receiver.
    running: watch::Sender<()>,
}

/// Payments that are processed together: one, those under one signature, or those of an earlier process.
struct Group {
    ids: Vec<String>,
    /// Those that are exchanges.
    exchanges: Exchanges,
    settled: Mutex<BTreeMap<String, Outcome>>,
    /// Settled outcomes that nobody was told of.
    untold: Mutex<Vec<Outcome>>,
    /// Whether the caller waits no more, so that outcomes are told to a listener.
    is_answered: Arc<AtomicBool>,
}

type Answer = Result<Vec<Outcome>, Error>;

impl<L: Ledger> Payments<L> {
    pub(crate) fn new(
        ledger: L,
        journal: Arc<dyn Journal>,
        terms: PaymentTerms,
        listeners: Listeners,
        closing: Arc<Closing>,
    ) -> Self {
        let (active, left, told, removing, running) = Default::default();
        Self { ledger, journal, terms, listeners, closing, active, left, told, removing, running }
    }

    /// Stores operations in the journal, sends them, and returns their outcomes. Fails if none of them is in the ledger.
    pub(crate) async fn pay(self: &Arc<Self>, operations: Vec<Operation>, sent: L::Sent) -> Answer {
        self.bring(operations, Exchanges::new(), sent).await
    }

    /// Brings operations, of which some may be exchanges, to their outcomes.
    async fn bring(self: &Arc<Self>, operations: Vec<Operation>, exchanges: Exchanges, sent: L::Sent) -> Answer {
        let group = Group::new(operations.iter().map(|operation| operation.id.clone()).collect(), exchanges);
        let (payments, _caller) = (self.clone(), Caller(group.is_answered.clone()));
        told_by(self.ledger.trace(), async move |tell| payments.process(&group, operations, &sent, tell).await).await
    }

    /// Voids what is left in the journal by an earlier process, but sends groups of orders again, and returns the outcomes.
    pub(crate) async fn reconcile(self: &Arc<Self>) -> Answer {
        self.closing.check()?;
        let (group, batches) = self.take_left().await?;
        let (payments, _caller) = (self.clone(), Caller(group.is_answered.clone()));
        told_by(self.ledger.trace(), async move |tell| {
            let _running = payments.run();
            payments.resolve(&group, batches, tell).await;
        })
        .await
    }

    async fn process(
        self: &Arc<Self>,
        group: &Group,
        operations: Vec<Operation>,
        sent: &L::Sent,
        tell: oneshot::Sender<Answer>,
    ) {
        // A caller that no longer waits wants no answer to what is refused.
        if let Err(error) = self.keep(operations).await {
            let _ = tell.send(Err(error));
            return;
        }
        let _running = self.run();
        if let Err(refusal) = self.transmit(group, sent).await {
            self.remove(group.ids.clone()).await;
            let _ = tell.send(Err(refusal));
        } else {
            self.resolve(group, Vec::new(), tell).await;
        }
    }

    /// Sends operations until all are settled, the repetitions are used up, or the time is over. Fails if the only request was
    /// refused, or if there was none.
    async fn transmit(self: &Arc<Self>, group: &Group, sent: &L::Sent) -> Result<(), Error> {
        self.closing.check()?;
        let deadline = after(self.terms.confirm_timeout);
        let mut wait = Duration::ZERO;
        for failures in 0..=self.terms.retry_count {
            if Instant::now() + wait >= deadline {
                break;
            }
            // Even a wait of nothing would last until the next millisecond.
            if !wait.is_zero() && self.closing.during(sleep(wait)).await.is_err() {
                break;
            }
            let time = self.terms.part().min(deadline - Instant::now()).max(Duration::from_millis(1));
            let attempt = self.closing.during(self.ledger.send(sent, time));
            wait = back_off(failures);
            let is_too_late = |error: &Error| Instant::now() + error.retry_after().unwrap_or_default() >= deadline;
            match attempt.await {
                Err(_) => break,
                Ok(Ok(results)) => self.learn_all(group, results),
                Ok(Err(error)) if failures == 0 && is_refusal(&error) => return Err(error),
                Ok(Err(error)) if failures == 0 && is_limited_unsent(&error) && is_too_late(&error) => {
                    return Err(error);
                }
                Ok(Err(error)) => wait = wait.max(error.retry_after().unwrap_or_default()),
            }
            if group.unsettled().is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Voids what is not settled, again and again. Tells the outcomes when all are settled, when the time is over, or when the
    /// wallet is closed.
    async fn resolve(self: &Arc<Self>, group: &Group, batches: Vec<OrderGroup>, tell: oneshot::Sender<Answer>) {
        let notice = after(self.terms.confirm_timeout);
        let mut voiding = std::pin::pin!(self.closing.during(self.void_until_settled(group)));
        let finished = iter(batches).map(|batch| self.finish(batch)).buffered(GROUPS_MAX).collect();
        let (voided, finished) = join(timeout_at(notice, &mut voiding), finished).await;
        self.answer(group, finished, tell);
        if voided.is_err() {
            // A wallet that is closed leaves the rest to the next process.
            let _ = voiding.await;
        }
    }

    /// Answers the caller with the outcomes as they are. One who has given up is owed them: a listener is told.
    fn answer(self: &Arc<Self>, group: &Group, finished: Vec<Finished<L>>, tell: oneshot::Sender<Answer>) {
        group.is_answered.store(true, Ordering::SeqCst);
        let mut outcomes = group.outcomes();
        let untold = std::mem::take(&mut *group.untold.lock().expect("no holder panics"));
        let mut ids: Vec<_> = untold.iter().map(|outcome| outcome.id().to_owned()).collect();
        let (kept, more): (Vec<_>, Vec<_>) = finished.into_iter().unzip();
        outcomes.extend(more.into_iter().flatten());
        let batches: Vec<_> = kept.into_iter().flatten().map(Kept::into_id).collect();
        ids.extend(batches.iter().cloned());
        if !self.tell_and_note(ids, || tell.send(Ok(outcomes)).is_ok()) {
            untold.iter().for_each(|outcome| self.tell(outcome));
            // Another reconciliation tells those of groups.
            self.leave(&batches);
        }
    }

    async fn void_until_settled(self: &Arc<Self>, group: &Group) {
        for failures in 0.. {
            let time = self.terms.part().max(VOID_TIME_MIN);
            let waits: Vec<_> = iter(group.unsettled())
                .map(|id| async move { self.void(group, &id, time).await })
                .buffer_unordered(CONCURRENT_VOIDS)
                .collect()
                .await;
            if group.unsettled().is_empty() {
                return;
            }
            sleep(waits.into_iter().fold(back_off(failures), Duration::max)).await;
        }
    }

    /// Voids a payment once. Returns how long the service asks to wait.
    async fn void(self: &Arc<Self>, group: &Group, id: &str, time: Duration) -> Duration {
        let exchange = group.exchanges.get(id).map(Arc::as_ref);
        let result = match self.ledger.void(id, exchange, time).await {
            Ok(result) => result,
            // The id is used by somebody else, so that no transaction of this sender will ever have it.
            Err(error) if error.reason() == Reason::ResourceConflict => TransactionResult {
                status: TransactionStatus::TRANSACTION_STATUS_FAILED.into(),
                error_code: Some(TransactionErrorCode::InvalidTransaction.into()),
                ..TransactionResult::default()
            },
            Err(error) => return error.retry_after().unwrap_or_default(),
        };
        self.learn(group, id, result);
        Duration::ZERO
    }

    fn learn_all(self: &Arc<Self>, group: &Group, results: Vec<TransactionResult>) {
        // An answer that is not one for each operation says nothing of any.
        if results.len() != group.ids.len() {
            return;
        }
        for (id, result) in group.ids.iter().zip(results) {
            self.learn(group, id, result);
        }
    }

    /// Keeps a result if it is final.
    fn learn(self: &Arc<Self>, group: &Group, id: &str, result: TransactionResult) {
        let Some(outcome) = Outcome::of(id, result) else { return };
        if group.settled.lock().expect("no holder panics").insert(id.to_owned(), outcome.clone()).is_some() {
            return;
        }
        if group.is_answered.load(Ordering::SeqCst) {
            self.tell(&outcome);
        } else {
            group.untold.lock().expect("no holder panics").push(outcome);
        }
    }

    /// Tells a listener what the caller was not told.
    fn tell(self: &Arc<Self>, outcome: &Outcome) {
        if let Some(listener) = &self.listeners.settled {
            // A listener that panics does not make a settled payment uncertain.
            let _ = catch_unwind(AssertUnwindSafe(|| listener(outcome)));
        }
        self.tell_and_note(vec![outcome.id().to_owned()], || true);
    }
}

impl Group {
    fn new(ids: Vec<String>, exchanges: Exchanges) -> Self {
        let (settled, untold, is_answered) = Default::default();
        Self { ids, exchanges, settled, untold, is_answered }
    }

    fn unsettled(&self) -> Vec<String> {
        let settled = self.settled.lock().expect("no holder panics");
        self.ids.iter().filter(|id| !settled.contains_key(*id)).cloned().collect()
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let settled = self.settled.lock().expect("no holder panics");
        let outcome = |id: &String| settled.get(id).cloned().unwrap_or_else(|| Outcome::Unresolved(id.clone()));
        self.ids.iter().map(outcome).collect()
    }
}

/// Notes that the caller is answered, or has given up and is owed the outcomes.
struct Caller(Arc<AtomicBool>);

impl Drop for Caller {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// Does work as a task of its own, so that a caller who gives up does not stop it, and waits for what it tells.
async fn told_by<T, F>(trace: Trace, work: impl FnOnce(oneshot::Sender<Result<T, Error>>) -> F) -> Result<T, Error>
where
    F: Future<Output = ()> + Send + 'static,
{
    let (tell, told) = oneshot::channel();
    tokio::spawn(carrying(trace, work(tell)));
    told.await.map_err(|_| ended())?
}

fn ended() -> Error {
    Error::new(Reason::Unknown, "the runtime ended: reconcile resolves what the journal keeps")
}

/// Whether the only request was refused for good. An intermediary may have sent it again, so that only a fault of the order
/// itself, or a request that never left, is one.
fn is_refusal(error: &Error) -> bool {
    match error.reason() {
        Reason::ParameterRequired | Reason::ParameterInvalid | Reason::ResourceConflict => true,
        Reason::AuthenticationRequired | Reason::InvalidApiKey | Reason::ResourceNotFound | Reason::StateInvalid => {
            error.is_unsent()
        }
        _ => false,
    }
}

/// Whether no session could be opened, as the service allows none for a time.
fn is_limited_unsent(error: &Error) -> bool {
    error.is_unsent() && error.reason() == Reason::RateLimitExceeded
}
