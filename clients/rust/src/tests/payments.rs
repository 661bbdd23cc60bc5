//! The machine of payments, with a fake ledger and a clock that jumps.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::{Instant, sleep, timeout};

use crate::closing::{Close, Closing};
use crate::payments::{Exchange, Ledger, Listeners, PaymentTerms, Payments};
use crate::proto::wallet::v1::{TransactionErrorCode, TransactionResult, TransactionStatus};
use crate::{Error, Journal, MemoryJournal, Operation, OperationKind, Outcome, Reason};

pub(super) const ID: &str = "01920000-0000-7000-8000-000000000001";
pub(super) const OTHER: &str = "01920000-0000-7000-8000-000000000002";

/// Reaction of the ledger to one request.
#[derive(Clone)]
pub(super) enum Does {
    Answer(TransactionStatus),
    Fail(Reason),
    FailUnsent(Reason),
    FailFor(Reason, u64),
    FailUnsentFor(Reason, u64),
    Silent,
}

pub(super) use Does::{Answer, Fail, FailFor, FailUnsent, FailUnsentFor, Silent};

pub(super) const COMPLETED: Does = Answer(TransactionStatus::TRANSACTION_STATUS_COMPLETED);
pub(super) const FAILED: Does = Answer(TransactionStatus::TRANSACTION_STATUS_FAILED);
const HELD: Does = Answer(TransactionStatus::TRANSACTION_STATUS_HELD);
const PENDING: Does = Answer(TransactionStatus::TRANSACTION_STATUS_PENDING);

#[derive(Default)]
pub(super) struct FakeLedger {
    sends: Mutex<VecDeque<Does>>,
    voids: Mutex<VecDeque<Does>>,
    log: Mutex<Vec<String>>,
}

impl FakeLedger {
    fn next(&self, what: &str, script: &Mutex<VecDeque<Does>>) -> Does {
        self.log.lock().unwrap().push(what.to_owned());
        let mut script = script.lock().unwrap();
        // The last one is repeated.
        if script.len() > 1 { script.pop_front().unwrap() } else { script.front().cloned().unwrap_or(Silent) }
    }
}

async fn done(does: Does, time: Duration) -> Result<TransactionResult, Error> {
    timeout(time, reaction(does)).await.unwrap_or_else(|_| Err(Error::new(Reason::TimedOut, "for a test")))
}

async fn reaction(does: Does) -> Result<TransactionResult, Error> {
    match does {
        Answer(status) => Ok(TransactionResult { status: status.into(), ..TransactionResult::default() }),
        Fail(reason) => Err(Error::new(reason, "for a test")),
        FailUnsent(reason) => Err(Error::new(reason, "for a test").unsent()),
        FailFor(reason, seconds) => {
            Err(Error::new(reason, "for a test").with_retry_after(Duration::from_secs(seconds)))
        }
        FailUnsentFor(reason, seconds) => {
            Err(Error::new(reason, "for a test").with_retry_after(Duration::from_secs(seconds)).unsent())
        }
        Silent => std::future::pending().await,
    }
}

impl Ledger for Arc<FakeLedger> {
    type Sent = usize;

    fn send<'a>(&'a self, count: &'a usize, time: Duration) -> BoxFuture<'a, Result<Vec<TransactionResult>, Error>> {
        let does = self.next("send", &self.sends);
        Box::pin(async move { Ok(vec![done(does, time).await?; *count]) })
    }

    fn batch(&self, _: &Operation) -> usize {
        1
    }

    fn is_own(&self, _: &Operation) -> bool {
        true
    }

    fn void<'a>(
        &'a self,
        _: &'a str,
        _: Option<&'a Exchange>,
        time: Duration,
    ) -> BoxFuture<'a, Result<TransactionResult, Error>> {
        let does = self.next("void", &self.voids);
        Box::pin(done(does, time))
    }
}

pub(super) struct Stage {
    pub ledger: Arc<FakeLedger>,
    pub journal: Arc<MemoryJournal>,
    pub payments: Arc<Payments<Arc<FakeLedger>>>,
    settled: Arc<Mutex<Vec<Outcome>>>,
}

struct Shared(Arc<MemoryJournal>);

impl Journal for Shared {
    fn put(&self, operations: &[Operation]) -> io::Result<()> {
        self.0.put(operations)
    }
    fn delete(&self, id: &str) -> io::Result<()> {
        self.0.delete(id)
    }
    fn list(&self) -> io::Result<Vec<Operation>> {
        self.0.list()
    }
}

pub(super) fn stage(sends: &[Does], voids: &[Does]) -> Stage {
    let ledger = Arc::new(FakeLedger {
        sends: Mutex::new(sends.iter().cloned().collect()),
        voids: Mutex::new(voids.iter().cloned().collect()),
        log: Mutex::default(),
    });
    let (journal, settled) = (Arc::new(MemoryJournal::default()), Arc::new(Mutex::new(Vec::new())));
    let told = settled.clone();
    let listeners = Listeners {
        settled: Some(Arc::new(move |outcome: &Outcome| told.lock().unwrap().push(outcome.clone()))),
        trouble: None,
    };
    let terms = PaymentTerms { confirm_timeout: Duration::from_secs(30), retry_count: 3 };
    let journal_used = Arc::new(Shared(journal.clone()));
    let payments = Arc::new(Payments::new(ledger.clone(), journal_used, terms, listeners, Arc::new(Closing::new())));
    let closed: Arc<dyn Close> = payments.clone();
    payments.closing.add(Arc::downgrade(&closed)).unwrap();
    Stage { ledger, journal, payments, settled }
}

pub(super) fn payments_with(
    ledger: &Arc<FakeLedger>,
    journal: Arc<dyn Journal>,
    terms: PaymentTerms,
) -> Arc<Payments<Arc<FakeLedger>>> {
    let closing = Arc::new(Closing::new());
    Arc::new(Payments::new(ledger.clone(), journal, terms, Listeners::default(), closing))
}

impl Stage {
    pub async fn pay(&self) -> Result<Outcome, Error> {
        self.payments.pay(vec![operation(ID)], 1).await.map(|mut outcomes| outcomes.remove(0))
    }

    pub fn log(&self) -> String {
        self.ledger.log.lock().unwrap().join(" ")
    }

    pub fn left(&self) -> usize {
        self.journal.list().unwrap().len()
    }

    pub fn settled(&self) -> Vec<Outcome> {
        self.settled.lock().unwrap().clone()
    }

    /// Returns how many are left when what was told is removed.
    pub async fn left_untold(&self) -> usize {
        self.payments.acknowledge().await;
        self.left()
    }
}

pub(super) fn operation(id: &str) -> Operation {
    Operation {
        id: id.to_owned(),
        order: vec![1],
        key_id: "key".to_owned(),
        signature: vec![2],
        kind: OperationKind::Payment,
    }
}

#[tokio::test(start_paused = true)]
async fn the_words_of_the_ledger_are_the_outcome() {
    for (does, kind) in [(COMPLETED, "Completed"), (HELD, "Held"), (FAILED, "Failed")] {
        let stage = stage(&[does], &[]);
        let outcome = stage.pay().await.unwrap();
        assert!(format!("{outcome:?}").starts_with(kind));
        assert_eq!((outcome.id(), stage.log().as_str(), stage.left_untold().await), (ID, "send", 0));
        // What the call has returned is not told again.
        assert_eq!(stage.settled(), []);
    }
}

#[tokio::test(start_paused = true)]
async fn only_a_refusal_of_the_only_attempt_raises_an_error() {
    for reason in [Reason::ParameterRequired, Reason::ParameterInvalid, Reason::ResourceConflict] {
        let stage = stage(&[Fail(reason)], &[]);
        assert_eq!(stage.pay().await.unwrap_err().reason(), reason);
        assert_eq!((stage.log().as_str(), stage.left()), ("send", 0));
    }
    let unsent = stage(&[FailUnsent(Reason::InvalidApiKey)], &[]);
    assert_eq!(unsent.pay().await.unwrap_err().reason(), Reason::InvalidApiKey);
    let sent = stage(&[Fail(Reason::InvalidApiKey), COMPLETED], &[]);
    assert!(matches!(sent.pay().await, Ok(Outcome::Completed(_))));
    let second = stage(&[Fail(Reason::Unreachable), Fail(Reason::ResourceConflict)], &[COMPLETED]);
    assert!(matches!(second.pay().await, Ok(Outcome::Completed(_))));
    assert_eq!(second.log(), "send send send send void");
}

#[tokio::test(start_paused = true)]
async fn a_session_that_may_not_be_opened_in_time_raises_an_error() {
    let late = stage(&[FailUnsentFor(Reason::RateLimitExceeded, 30)], &[]);
    assert_eq!(late.pay().await.unwrap_err().reason(), Reason::RateLimitExceeded);
    assert_eq!((late.log().as_str(), late.left()), ("send", 0));
    for does in [FailUnsentFor(Reason::RateLimitExceeded, 29), FailFor(Reason::RateLimitExceeded, 30)] {
        let stage = stage(&[does, COMPLETED], &[COMPLETED]);
        assert!(matches!(stage.pay().await, Ok(Outcome::Completed(_))));
    }
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_is_asked_for_with_the_same_bytes() {
    let stage = stage(&[Fail(Reason::Unreachable), PENDING, COMPLETED], &[]);
    assert!(matches!(stage.pay().await, Ok(Outcome::Completed(_))));
    assert_eq!(stage.log(), "send send send");
}

#[tokio::test(start_paused = true)]
async fn without_an_answer_it_is_voided_and_the_ledger_decides() {
    for (does, kind) in [(COMPLETED, "Completed"), (FAILED, "Failed")] {
        let stage = stage(&[Silent], &[Fail(Reason::Unavailable), PENDING, does]);
        let begun = Instant::now();
        let outcome = stage.pay().await.unwrap();
        assert!(format!("{outcome:?}").starts_with(kind));
        assert_eq!((stage.log().as_str(), stage.left_untold().await), ("send send send void void void", 0));
        assert!((30..32).contains(&begun.elapsed().as_secs()));
    }
}

#[tokio::test(start_paused = true)]
async fn the_id_of_somebody_else_never_happens() {
    let stage = stage(&[Fail(Reason::Unreachable)], &[Fail(Reason::ResourceConflict)]);
    let outcome = stage.pay().await.unwrap();
    assert!(outcome.error_code().unwrap() == TransactionErrorCode::InvalidTransaction);
}

#[tokio::test(start_paused = true)]
async fn it_waits_as_long_as_the_service_asks() {
    let stage = stage(&[FailFor(Reason::RateLimitExceeded, 9), COMPLETED], &[]);
    let begun = Instant::now();
    assert!(matches!(stage.pay().await, Ok(Outcome::Completed(_))));
    assert_eq!(begun.elapsed().as_secs(), 9);
}

#[tokio::test(start_paused = true)]
async fn it_is_unresolved_for_the_caller_and_goes_on_in_the_background() {
    let stage = stage(&[Silent], &[Silent, Silent, Silent, COMPLETED]);
    let begun = Instant::now();
    assert_eq!(stage.pay().await.unwrap(), Outcome::Unresolved(ID.to_owned()));
    assert_eq!((begun.elapsed().as_secs(), stage.left()), (60, 1));
    let again = stage.pay().await.unwrap_err();
    assert_eq!((again.reason(), again.parameter()), (Reason::ResourceConflict, Some("id")));
    sleep(Duration::from_secs(120)).await;
    assert!(matches!(stage.settled()[..], [Outcome::Completed(_)]));
    assert_eq!(stage.left(), 0);
}

#[tokio::test(start_paused = true)]
async fn an_exchange_goes_on_in_the_background_too() {
    let stage = stage(&[Fail(Reason::StateInvalid)], &[Silent, Silent, Silent, COMPLETED]);
    let exchange = Operation { kind: OperationKind::Exchange, ..operation(ID) };
    let outcomes = stage.payments.exchange(exchange, Exchange::new(vec![1]), 1).await.unwrap();
    assert_eq!((outcomes, stage.left()), (vec![Outcome::Unresolved(ID.to_owned())], 1));
    sleep(Duration::from_secs(120)).await;
    assert!(matches!(stage.settled()[..], [Outcome::Completed(_)]));
    assert_eq!(stage.left(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_caller_who_gives_up_loses_nothing() {
    let stage = stage(&[Fail(Reason::Unreachable), COMPLETED], &[]);
    let given_up = tokio::time::timeout(Duration::from_millis(10), stage.pay()).await;
    assert!(given_up.is_err());
    sleep(Duration::from_secs(5)).await;
    assert!(matches!(stage.settled()[..], [Outcome::Completed(_)]));
}

#[tokio::test(start_paused = true)]
async fn the_journal_keeps_what_is_settled_until_the_caller_is_told() {
    let stage = stage(&[], &[COMPLETED, Silent, Silent, Silent, Silent, FAILED]);
    stage.journal.put(&[operation(ID), operation(OTHER)]).unwrap();
    let (outcomes, left) = tokio::join!(stage.payments.reconcile(), async {
        sleep(Duration::from_secs(29)).await;
        stage.left()
    });
    assert_eq!(left, 2);
    assert!(matches!(outcomes.unwrap()[..], [Outcome::Completed(_), Outcome::Unresolved(_)]));
    assert_eq!((stage.left_untold().await, stage.settled().len()), (1, 0));
    sleep(Duration::from_secs(120)).await;
    assert!(matches!(stage.settled()[..], [Outcome::Failed(_)]));
    assert_eq!(stage.left(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_caller_who_gives_up_is_told_what_was_settled_before() {
    let stage = stage(&[], &[COMPLETED, Silent]);
    stage.journal.put(&[operation(ID), operation(OTHER)]).unwrap();
    let given_up = tokio::time::timeout(Duration::from_secs(1), stage.payments.reconcile()).await;
    assert!(given_up.is_err());
    sleep(Duration::from_secs(60)).await;
    assert!(matches!(stage.settled()[..], [Outcome::Completed(_)]));
    assert_eq!(stage.left(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_not_for_all_says_nothing_of_any() {
    let stage = stage(&[COMPLETED], &[FAILED]);
    let outcomes = stage.payments.pay(vec![operation(ID), operation(OTHER)], 1).await.unwrap();
    assert!(matches!(outcomes[..], [Outcome::Failed(_), Outcome::Failed(_)]));
    assert_eq!(stage.log(), "send send send send void void");
    let twice = stage.payments.pay(vec![operation(ID), operation(ID)], 2).await;
    assert_eq!(twice.unwrap_err().reason(), Reason::ResourceConflict);
}

#[tokio::test(start_paused = true)]
async fn reconciling_voids_what_an_earlier_process_left_and_sends_nothing() {
    let stage = stage(&[], &[COMPLETED]);
    assert_eq!(stage.payments.reconcile().await.unwrap(), []);
    stage.journal.put(&[operation(ID), operation(OTHER)]).unwrap();
    let outcomes = stage.payments.reconcile().await.unwrap();
    assert_eq!(outcomes.iter().map(Outcome::id).collect::<Vec<_>>(), [ID, OTHER]);
    assert_eq!((stage.log().as_str(), stage.left_untold().await), ("void void", 0));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_that_cannot_be_stored() {
    struct Full;
    impl Journal for Full {
        fn put(&self, _: &[Operation]) -> io::Result<()> {
            Err(io::Error::other("the disk is full"))
        }
        fn delete(&self, _: &str) -> io::Result<()> {
            Ok(())
        }
        fn list(&self) -> io::Result<Vec<Operation>> {
            Ok(Vec::new())
        }
    }
    let Stage { ledger, payments, .. } = stage(&[COMPLETED], &[]);
    let error = payments_with(&ledger, Arc::new(Full), payments.terms).pay(vec![operation(ID)], 1).await.unwrap_err();
    assert_eq!(error.message(), "the disk is full");
    assert!(ledger.log.lock().unwrap().is_empty());
}

/// A journal that notes the threads on which it is used, and panics if it is to.
struct Noted {
    blocks: bool,
    panics: bool,
    threads: Mutex<Vec<std::thread::ThreadId>>,
}

impl Journal for Noted {
    fn put(&self, _: &[Operation]) -> io::Result<()> {
        self.threads.lock().unwrap().push(std::thread::current().id());
        assert!(!self.panics, "for a test");
        Ok(())
    }
    fn delete(&self, _: &str) -> io::Result<()> {
        self.threads.lock().unwrap().push(std::thread::current().id());
        Ok(())
    }
    fn list(&self) -> io::Result<Vec<Operation>> {
        Ok(Vec::new())
    }
    fn is_blocking(&self) -> bool {
        self.blocks
    }
}

/// Pays with a journal, and returns what came out, what was sent, and whether the journal was used on the thread of the payment.
async fn paid_with(blocks: bool, panics: bool) -> (Result<Vec<Outcome>, Error>, String, Vec<bool>) {
    let journal = Arc::new(Noted { blocks, panics, threads: Mutex::default() });
    let Stage { ledger, payments, .. } = stage(&[COMPLETED], &[]);
    let payments = payments_with(&ledger, journal.clone(), payments.terms);
    let outcomes = payments.pay(vec![operation(ID)], 1).await;
    payments.acknowledge().await;
    let own = std::thread::current().id();
    let is_own = journal.threads.lock().unwrap().iter().map(|thread| *thread == own).collect();
    (outcomes, ledger.log.lock().unwrap().join(" "), is_own)
}

#[tokio::test(start_paused = true)]
async fn a_journal_that_blocks_is_used_on_other_threads_alone() {
    for blocks in [true, false] {
        let (outcomes, log, is_own) = paid_with(blocks, false).await;
        assert!(matches!(outcomes.unwrap()[..], [Outcome::Completed(_)]));
        assert_eq!((log.as_str(), is_own), ("send", vec![!blocks; 2]));
    }
    assert!(!MemoryJournal::default().is_blocking());
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_if_the_journal_panics() {
    for blocks in [true, false] {
        let (outcomes, log, _) = paid_with(blocks, true).await;
        assert!(outcomes.unwrap_err().message().contains("panic"));
        assert_eq!(log, "");
    }
}
