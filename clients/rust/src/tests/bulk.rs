//! Orders that are paid in groups, with a fake ledger and a clock that jumps.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, UNIX_EPOCH};

use buffa::Message as _;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::oneshot;
use tokio::task::yield_now;
use tokio::time::{Instant, sleep};

use super::closing::credentials;
use super::payments::{OTHER, operation};
use crate::closing::{Close, Closing};
use crate::payments::{Exchange, Groups, Ledger, Listeners, PaymentTerms, Payments};
use crate::proto::wallet::v1::{TransactionResult, TransactionStatus, TransferOrders};
use crate::{AnswerStream, Asset, Error, Journal, MemoryJournal, Operation, Order, Outcome, Reason};

type Answer = Result<Vec<TransactionResult>, Error>;

/// A ledger whose answers are given by the test.
#[derive(Default)]
struct Asked(Mutex<Vec<(Vec<String>, oneshot::Sender<Answer>)>>);

impl Ledger for Arc<Asked> {
    type Sent = Vec<String>;

    fn send<'a>(&'a self, ids: &'a Vec<String>, _: Duration) -> BoxFuture<'a, Answer> {
        let (tell, told) = oneshot::channel();
        self.0.lock().unwrap().push((ids.clone(), tell));
        told.map(|answer| answer.expect("it is answered")).boxed()
    }

    fn batch(&self, operation: &Operation) -> Vec<String> {
        orders_of(operation)
    }

    fn is_own(&self, _: &Operation) -> bool {
        true
    }

    fn void<'a>(
        &'a self,
        _: &'a str,
        _: Option<&'a Exchange>,
        _: Duration,
    ) -> BoxFuture<'a, Result<TransactionResult, Error>> {
        Box::pin(async { Ok(completed()) })
    }
}

fn orders_of(operation: &Operation) -> Vec<String> {
    let message = TransferOrders::decode_from_slice(&operation.order).unwrap();
    message.orders.into_iter().map(|order| order.id.unwrap()).collect()
}

fn completed() -> TransactionResult {
    TransactionResult { status: TransactionStatus::TRANSACTION_STATUS_COMPLETED.into(), ..TransactionResult::default() }
}

struct Stage {
    ledger: Arc<Asked>,
    journal: Arc<MemoryJournal>,
    payments: Arc<Payments<Arc<Asked>>>,
}

fn stage() -> Stage {
    let (ledger, journal) = (Arc::new(Asked::default()), Arc::new(MemoryJournal::default()));
    let terms = PaymentTerms { confirm_timeout: Duration::from_secs(30), retry_count: 3 };
    let closing = Arc::new(Closing::new());
    let payments = Arc::new(Payments::new(ledger.clone(), journal.clone(), terms, Listeners::default(), closing));
    let closed: Arc<dyn Close> = payments.clone();
    payments.closing.add(Arc::downgrade(&closed)).unwrap();
    Stage { ledger, journal, payments }
}

impl Stage {
    fn pay<Orders>(&self, orders: Orders) -> AnswerStream<Outcome>
    where
        Orders: IntoIterator<Item: Into<Result<Order, Error>>, IntoIter: Send + 'static>,
    {
        self.payments.pay_all(Groups::new(orders.into_iter(), credentials()))
    }

    /// Waits until a number of requests have no answer yet.
    async fn requests(&self, count: usize) {
        while self.ledger.0.lock().unwrap().len() < count {
            sleep(Duration::from_millis(1)).await;
        }
    }

    /// Waits for a request at a place, and answers it.
    async fn answer(&self, place: usize, answer: impl FnOnce(&[String]) -> Answer) {
        self.requests(place + 1).await;
        let (ids, tell) = self.ledger.0.lock().unwrap().remove(place);
        // Nobody waits for an answer to a group that was given up.
        let _ = tell.send(answer(&ids));
    }

    async fn complete(&self, place: usize) {
        self.answer(place, |ids| Ok(vec![completed(); ids.len()])).await;
    }

    async fn fail(&self, place: usize, error: Error) {
        self.answer(place, |_| Err(error)).await;
    }

    fn kept(&self) -> Vec<String> {
        self.journal.list().unwrap().into_iter().map(|operation| operation.id).collect()
    }
}

/// Returns an order that has a time, by its id.
fn order(number: u64) -> Order {
    Order::new(OTHER, Asset::Standard, "1").id(id(number))
}

fn id(number: u64) -> String {
    format!("01920000-0000-7000-8000-{number:012x}")
}

fn orders(count: u64) -> Vec<Order> {
    (0..count).map(order).collect()
}

/// Takes a number of outcomes.
async fn take(outcomes: &mut AnswerStream<Outcome>, count: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for _ in 0..count {
        let outcome = outcomes.try_next().await.unwrap().unwrap();
        assert!(matches!(outcome, Outcome::Completed(_)));
        ids.push(outcome.id().to_owned());
    }
    ids
}

fn ids(range: std::ops::Range<u64>) -> Vec<String> {
    range.map(id).collect()
}

/// Lets everything happen that needs no answer.
async fn settled() {
    sleep(Duration::from_millis(50)).await;
}

/// Yields orders without end, and counts them.
fn endless() -> (Arc<AtomicUsize>, impl Iterator<Item = Order> + Send + 'static) {
    let count = Arc::new(AtomicUsize::new(0));
    let read = count.clone();
    (
        count,
        (0..).map(order).inspect(move |_| {
            read.fetch_add(1, Ordering::SeqCst);
        }),
    )
}

#[tokio::test(start_paused = true)]
async fn four_groups_are_ahead_of_the_caller_and_the_next_one_when_a_whole_group_was_taken() {
    let stage = stage();
    let (read, source) = endless();
    let mut outcomes = stage.pay(source);
    let (first, ()) = tokio::join!(take(&mut outcomes, 1), async {
        stage.requests(4).await;
        settled().await;
        assert_eq!((stage.ledger.0.lock().unwrap().len(), read.load(Ordering::SeqCst)), (4, 4_000));
        stage.complete(0).await;
    });
    assert_eq!(first, ids(0..1));
    assert_eq!(take(&mut outcomes, 999).await, ids(1..1_000));
    settled().await;
    assert_eq!((stage.kept().len(), read.load(Ordering::SeqCst)), (4, 4_000));
    let (second, ()) = tokio::join!(take(&mut outcomes, 1), async {
        stage.requests(4).await;
        stage.complete(0).await;
    });
    assert_eq!((second, read.load(Ordering::SeqCst)), (ids(1_000..1_001), 5_000));
    drop(outcomes);
    settled().await;
    assert_eq!(read.load(Ordering::SeqCst), 5_000);
}

#[tokio::test(start_paused = true)]
async fn a_source_that_stalls_holds_nothing_back_and_reads_no_more_when_nobody_wants_it() {
    let stage = stage();
    let (give, given) = mpsc::channel();
    let mut outcomes = stage.pay(given.into_iter());
    orders(1_001).into_iter().for_each(|order| give.send(order).unwrap());
    let (first, ()) = tokio::join!(take(&mut outcomes, 1_000), async {
        // The clock does not jump while a source stalls.
        while stage.ledger.0.lock().unwrap().is_empty() {
            yield_now().await;
        }
        stage.complete(0).await;
    });
    assert_eq!(first, ids(0..1_000));
    drop(outcomes);
    // The one that is waited for is the last one.
    give.send(order(1_001)).unwrap();
    while give.send(order(1_002)).is_ok() {
        yield_now().await;
    }
    assert_eq!(stage.ledger.0.lock().unwrap().len(), 0);
}

#[tokio::test(start_paused = true)]
async fn outcomes_come_in_the_sequence_of_the_orders() {
    let stage = stage();
    let mut outcomes = stage.pay(orders(2_500));
    let (told, ()) = tokio::join!(take(&mut outcomes, 2_500), async {
        stage.requests(3).await;
        for place in [2, 0, 0] {
            stage.complete(place).await;
        }
    });
    assert_eq!(told, ids(0..2_500));
    assert!(outcomes.next().await.is_none());
}

#[tokio::test(start_paused = true)]
async fn a_group_leaves_the_journal_when_what_follows_its_last_outcome_is_asked_for() {
    let stage = stage();
    let mut outcomes = stage.pay(orders(1_001));
    tokio::join!(take(&mut outcomes, 1_000), async {
        stage.complete(0).await;
        stage.complete(0).await;
    });
    assert_eq!(stage.kept(), [id(0), id(1_000)]);
    take(&mut outcomes, 1).await;
    assert_eq!(stage.kept(), [id(1_000)]);
    assert!(outcomes.try_next().await.unwrap().is_none());
    assert!(stage.kept().is_empty());
}

#[tokio::test(start_paused = true)]
async fn what_was_not_told_wholly_is_left_to_the_same_orders_and_to_reconcile() {
    let stage = stage();
    for _ in 0..2 {
        let mut outcomes = stage.pay(orders(1_001));
        tokio::join!(take(&mut outcomes, 1), async {
            stage.requests(2).await;
            stage.complete(0).await;
        });
        drop(outcomes);
        settled().await;
        assert_eq!(stage.kept(), [id(0), id(1_000)]);
        // Nobody waits for the other group any more.
        assert!(stage.ledger.0.lock().unwrap().drain(..).all(|(_, tell)| tell.is_closed()));
    }
    // Others under the same id are none of these.
    for orders in [vec![order(0)], vec![order(0).created_at(UNIX_EPOCH)]] {
        let refused = stage.pay(orders).try_next().await.unwrap_err();
        assert_eq!((refused.reason(), refused.message().contains("call reconcile")), (Reason::ResourceConflict, true));
    }
    let (outcomes, ()) = tokio::join!(stage.payments.reconcile(), async {
        stage.requests(2).await;
        stage.complete(1).await;
        stage.complete(0).await;
    });
    assert_eq!(outcomes.unwrap().iter().map(Outcome::id).collect::<Vec<_>>(), ids(0..1_001));
    assert_eq!(stage.kept().len(), 2);
    assert_eq!(stage.payments.reconcile().await.unwrap(), []);
    stage.payments.acknowledge().await;
    assert!(stage.kept().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_failure_follows_the_outcomes_before_it_and_nothing_more_is_read() {
    let stage = stage();
    let (read, source) = endless();
    let mut outcomes = stage.pay(source);
    tokio::join!(take(&mut outcomes, 1_000), async {
        stage.requests(4).await;
        stage.fail(2, Error::new(Reason::StateInvalid, "the wallet is frozen")).await;
        settled().await;
        stage.complete(0).await;
        stage.complete(0).await;
    });
    take(&mut outcomes, 1_000).await;
    let error = outcomes.try_next().await.unwrap_err();
    assert_eq!((error.message(), stage.kept()), ("the wallet is frozen", vec![id(2_000), id(3_000)]));
    assert!(outcomes.next().await.is_none());
    settled().await;
    assert_eq!(read.load(Ordering::SeqCst), 4_000);
}

#[test]
fn the_same_orders_are_the_same_groups_of_the_same_bytes() {
    let described = |(number, order): (usize, Order)| match number {
        0..1_000 => order,
        _ => order.description("é".repeat(1_000)),
    };
    let split = || {
        let mut groups = Groups::new(orders(3_000).into_iter().enumerate().map(described), credentials());
        std::iter::from_fn(move || groups.next(|| true).unwrap()).collect::<Vec<_>>()
    };
    let (groups, again) = (split(), split());
    assert!(groups.iter().zip(&again).all(|(one, other)| one.operation == other.operation));
    assert_eq!(groups[0].ids.len(), 1_000);
    assert!(groups.iter().all(|group| group.ids == orders_of(&group.operation) && group.ids[0] == group.operation.id));
    assert!(groups.iter().all(|group| group.ids.len() <= 1_000 && group.operation.order.len() <= 900_000));
    assert!(groups[1].operation.order.len() > 890_000);
    assert_eq!(groups.into_iter().flat_map(|group| group.ids).collect::<Vec<_>>(), ids(0..3_000));
}

#[tokio::test(start_paused = true)]
async fn two_calls_do_not_have_the_same_group_under_way() {
    let stage = stage();
    let (mut first, mut second) = (stage.pay(orders(1)), stage.pay(orders(1)));
    let (told, ()) = tokio::join!(take(&mut first, 1), async {
        stage.requests(1).await;
        assert_eq!(second.try_next().await.unwrap_err().reason(), Reason::ResourceConflict);
        assert_eq!(stage.payments.reconcile().await.unwrap(), []);
        stage.complete(0).await;
    });
    assert_eq!(told, ids(0..1));
}

#[tokio::test(start_paused = true)]
async fn an_order_that_would_not_be_the_same_again_is_refused_after_the_groups_before() {
    let random = "01920000-0000-4000-8000-000000000001";
    let new = || Order::new(OTHER, Asset::Standard, "1");
    let faults = [
        (Ok(new()), Reason::ParameterRequired, "orders[1000].id"),
        (Ok(new().id(id(1_000).to_uppercase())), Reason::ParameterInvalid, "orders[1000].id"),
        (Ok(new().id(random)), Reason::ParameterRequired, "orders[1000].createdAt"),
        (Err(Error::new(Reason::Unknown, "the file is damaged")), Reason::Unknown, ""),
    ];
    for (fault, reason, parameter) in faults {
        let stage = stage();
        let mut outcomes = stage.pay(orders(1_000).into_iter().map(Ok).chain([fault, Ok(order(1_001))]));
        tokio::join!(take(&mut outcomes, 1_000), stage.complete(0));
        let error = outcomes.try_next().await.unwrap_err();
        assert_eq!((error.reason(), error.parameter().unwrap_or_default()), (reason, parameter));
        assert!(stage.kept().is_empty());
    }
    let stage = stage();
    let mut outcomes = stage.pay([new().id(random).created_at(UNIX_EPOCH)]);
    tokio::join!(take(&mut outcomes, 1), stage.complete(0));
}

#[tokio::test(start_paused = true)]
async fn a_group_is_sent_until_it_is_answered() {
    let stage = stage();
    let begun = Instant::now();
    let limited = || Error::new(Reason::RateLimitExceeded, "for a test").with_retry_after(Duration::from_secs(20));
    let mut outcomes = stage.pay(orders(2));
    tokio::join!(take(&mut outcomes, 2), async {
        for _ in 0..3 {
            stage.fail(0, limited()).await;
        }
        stage.fail(0, Error::new(Reason::Unreachable, "for a test")).await;
        // An answer for some orders, and one that is not final, are none.
        stage.answer(0, |_| Ok(vec![completed()])).await;
        stage.answer(0, |_| Ok(vec![completed(), TransactionResult::default()])).await;
        stage.complete(0).await;
    });
    assert_eq!(begun.elapsed().as_secs(), 60);
    assert!(outcomes.next().await.is_none());
    let mut outcomes = stage.pay(orders(1));
    let (error, ()) = tokio::join!(outcomes.try_next(), async {
        for _ in 0..5 {
            stage.fail(0, Error::new(Reason::Unavailable, "for a test").with_retry_after(Duration::from_secs(7))).await;
        }
    });
    assert_eq!((error.unwrap_err().reason(), stage.kept()), (Reason::Unavailable, ids(0..1)));
}

#[tokio::test(start_paused = true)]
async fn a_refused_order_refuses_its_group_and_has_its_place_in_the_sequence() {
    let stage = stage();
    let mut outcomes = stage.pay(orders(1_500));
    tokio::join!(take(&mut outcomes, 1_000), async {
        stage.requests(2).await;
        let refusal = Error::new(Reason::ParameterInvalid, "orders[234].description has control characters");
        stage.fail(1, refusal.with_parameter("orders[234].description")).await;
        stage.complete(0).await;
    });
    let error = outcomes.try_next().await.unwrap_err();
    assert_eq!(error.parameter(), Some("orders[1234].description"));
    assert_eq!(error.message(), "orders[1234].description has control characters");
    assert!(stage.kept().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_wallet_that_is_closed_keeps_its_groups() {
    let stage = stage();
    let mut outcomes = stage.pay(orders(2_500));
    tokio::join!(take(&mut outcomes, 1), async {
        stage.requests(3).await;
        stage.complete(0).await;
    });
    let begun = Instant::now();
    stage.payments.closing.close().await;
    assert_eq!(outcomes.try_next().await.unwrap_err().reason(), Reason::StateInvalid);
    assert!(begun.elapsed() <= Duration::from_secs(1));
    assert_eq!(stage.kept(), [id(0), id(1_000), id(2_000)]);
    assert_eq!(stage.pay(orders(1)).try_next().await.unwrap_err().reason(), Reason::StateInvalid);
}

#[tokio::test(start_paused = true)]
async fn reconciling_sends_groups_again_and_tells_everything_at_once() {
    let stage = stage();
    let mut groups = Groups::new(orders(2_002).into_iter(), credentials());
    let batches: Vec<_> = std::iter::from_fn(|| groups.next(|| true).unwrap()).map(|group| group.operation).collect();
    stage.journal.put(&batches).unwrap();
    stage.journal.put(&[operation(OTHER)]).unwrap();
    let unanswered = || Error::new(Reason::Unreachable, "for a test").with_retry_after(Duration::from_secs(40));
    let (outcomes, ()) = tokio::join!(stage.payments.reconcile(), async {
        stage.requests(3).await;
        stage.fail(2, Error::new(Reason::ParameterInvalid, "for a test")).await;
        stage.complete(1).await;
        // The payment was voided long ago; nobody was told yet.
        sleep(Duration::from_secs(20)).await;
        assert_eq!(stage.kept().len(), 3);
        stage.fail(0, unanswered()).await;
    });
    let outcomes = outcomes.unwrap();
    assert_eq!((outcomes[0].id(), outcomes.len()), (OTHER, 2_001));
    assert!(outcomes[1..1_001].iter().all(|outcome| matches!(outcome, Outcome::Unresolved(_))));
    assert!(outcomes[1_001..].iter().all(|outcome| matches!(outcome, Outcome::Completed(_))));
    stage.payments.acknowledge().await;
    // What is unresolved can be asked for at once.
    assert_eq!(stage.kept(), ids(0..1));
    let (again, ()) = tokio::join!(stage.payments.reconcile(), stage.complete(0));
    assert_eq!(again.unwrap().len(), 1_000);
}

#[tokio::test(start_paused = true)]
async fn groups_of_a_reconciliation_that_was_given_up_are_told_by_the_next() {
    let stage = stage();
    let group = Groups::new(orders(1).into_iter(), credentials()).next(|| true).unwrap().unwrap();
    stage.journal.put(&[group.operation]).unwrap();
    assert!(tokio::time::timeout(Duration::from_secs(1), stage.payments.reconcile()).await.is_err());
    stage.complete(0).await;
    sleep(Duration::from_secs(60)).await;
    let (outcomes, ()) = tokio::join!(stage.payments.reconcile(), stage.complete(0));
    assert_eq!(outcomes.unwrap().len(), 1);
}
