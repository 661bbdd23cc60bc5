//! Operations whose outcomes were told, which stay in the journal for a while.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::{Instant, sleep};

use super::payments::{COMPLETED, FAILED, FailUnsent, ID, OTHER, Silent, operation, payments_with, stage};
use crate::{Journal, MemoryJournal, Operation, Outcome, Reason};

async fn after(ms: u64) {
    sleep(Duration::from_millis(ms)).await;
}

#[tokio::test(start_paused = true)]
async fn they_leave_the_journal_five_seconds_later() {
    let stage = stage(&[COMPLETED], &[FAILED]);
    assert!(matches!(stage.pay().await, Ok(Outcome::Completed(_))));
    after(3_000).await;
    stage.journal.put(&[operation(OTHER)]).unwrap();
    // What was told is no longer asked for by this process.
    assert!(matches!(stage.payments.reconcile().await.unwrap()[..], [Outcome::Failed(_)]));
    assert_eq!((stage.log().as_str(), stage.left()), ("send void", 2));
    after(1_990).await;
    assert_eq!(stage.left(), 2);
    after(20).await;
    assert_eq!(stage.left(), 1);
    after(2_970).await;
    assert_eq!(stage.left(), 1);
    after(30).await;
    assert_eq!((stage.left(), stage.log().as_str()), (0, "send void"));
}

#[tokio::test(start_paused = true)]
async fn what_a_listener_was_told_leaves_it_five_seconds_later() {
    let stage = stage(&[Silent], &[Silent, Silent, Silent, COMPLETED]);
    assert!(matches!(stage.pay().await, Ok(Outcome::Unresolved(_))));
    // Nothing was told yet.
    assert_eq!(stage.left_untold().await, 1);
    while stage.settled().is_empty() {
        after(100).await;
    }
    assert_eq!(stage.left(), 1);
    after(5_000).await;
    assert_eq!(stage.left(), 0);
}

#[tokio::test(start_paused = true)]
async fn one_timer_is_enough_and_ends_when_nothing_is_told() {
    let stage = stage(&[COMPLETED], &[]);
    let tasks = || Handle::current().metrics().num_alive_tasks();
    for digit in 1..=9 {
        let id = format!("01920000-0000-7000-8000-00000000000{digit}");
        stage.payments.pay(vec![operation(&id)], 1).await.unwrap();
        after(100).await;
        assert_eq!(tasks(), 1);
    }
    assert_eq!(stage.left_untold().await, 0);
    after(5_000).await;
    assert_eq!(tasks(), 0);
    // The next one has a timer again.
    assert!(stage.pay().await.is_ok());
    after(5_010).await;
    assert_eq!((stage.left(), tasks()), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn they_leave_it_when_the_wallet_is_closed() {
    let stage = stage(&[COMPLETED], &[]);
    assert!(stage.pay().await.is_ok());
    stage.payments.closing.close().await;
    assert_eq!(stage.left(), 0);
}

#[tokio::test(start_paused = true)]
async fn closing_waits_for_what_ends_within_a_second() {
    for (ms, waited, left) in [(300, 300, 0), (2_000, 1_000, 1)] {
        let stage = stage(&[], &[]);
        stage.journal.put(&[operation(ID)]).unwrap();
        let (running, begun) = (stage.payments.run(), Instant::now());
        let closed = async {
            stage.payments.closing.close().await;
            begun.elapsed().as_millis()
        };
        let (elapsed, ()) = tokio::join!(closed, async {
            after(ms).await;
            stage.payments.tell_and_note(vec![ID.to_owned()], || true);
            drop(running);
        });
        // Afterwards the journal may be another process's.
        after(60_000).await;
        assert_eq!((elapsed, stage.left()), (waited, left));
    }
}

#[tokio::test(start_paused = true)]
async fn a_wallet_that_is_dropped_leaves_them_and_gives_its_journal_up() {
    let stage = stage(&[COMPLETED], &[]);
    assert!(stage.pay().await.is_ok());
    drop(stage.payments);
    assert_eq!(Arc::strong_count(&stage.journal), 1);
    after(60_000).await;
    assert_eq!(stage.journal.list().unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_same_id_is_asked_for_again() {
    let stage = stage(&[COMPLETED], &[COMPLETED]);
    for _ in 0..2 {
        assert!(matches!(stage.pay().await, Ok(Outcome::Completed(_))));
        after(4_000).await;
    }
    // The first one's time does not count for the second.
    after(900).await;
    assert_eq!((stage.log().as_str(), stage.left()), ("send send", 1));
    after(200).await;
    assert_eq!(stage.left(), 0);
    // That of an earlier process, too, as soon as it was told.
    stage.journal.put(&[operation(ID)]).unwrap();
    assert!(matches!(stage.payments.reconcile().await.unwrap()[..], [Outcome::Completed(_)]));
    assert!(matches!(stage.pay().await, Ok(Outcome::Completed(_))));
    assert_eq!((stage.log().as_str(), stage.left()), ("send send void send", 1));
}

/// A journal that deletes nothing at first, or never ends to.
#[derive(Default)]
struct Stubborn {
    stored: MemoryJournal,
    is_mild: AtomicBool,
    refusals: AtomicUsize,
}

impl Journal for Stubborn {
    fn put(&self, operations: &[Operation]) -> io::Result<()> {
        self.stored.put(operations)
    }
    fn delete(&self, id: &str) -> io::Result<()> {
        if self.is_mild.load(Ordering::SeqCst) || id == OTHER {
            return self.stored.delete(id);
        }
        self.refusals.fetch_add(1, Ordering::SeqCst);
        Err(io::Error::other("the disk is read-only"))
    }
    fn list(&self) -> io::Result<Vec<Operation>> {
        self.stored.list()
    }
    fn is_blocking(&self) -> bool {
        false
    }
}

#[tokio::test(start_paused = true)]
async fn those_that_cannot_be_removed_are_tried_again() {
    for sends in [COMPLETED, FailUnsent(Reason::InvalidApiKey)] {
        let journal = Arc::new(Stubborn::default());
        let stage = stage(&[sends], &[]);
        let payments = payments_with(&stage.ledger, journal.clone(), stage.payments.terms);
        let _ = payments.pay(vec![operation(ID), operation(OTHER)], 2).await;
        payments.acknowledge().await;
        let left = |count| {
            let left = journal.list().unwrap();
            assert!(left.len() == count && left.iter().all(|operation| operation.id == ID));
        };
        left(1);
        // It is in the journal, and this process knows what became of it.
        assert_eq!(payments.reconcile().await.unwrap(), []);
        let again = payments.pay(vec![operation(ID)], 1).await.unwrap_err();
        assert_eq!(again.reason(), Reason::ResourceConflict);
        let refusals = journal.refusals.load(Ordering::SeqCst);
        after(12_000).await;
        assert_eq!(journal.refusals.load(Ordering::SeqCst), refusals + 2);
        journal.is_mild.store(true, Ordering::SeqCst);
        left(1);
        after(5_000).await;
        left(0);
        assert_eq!(Handle::current().metrics().num_alive_tasks(), 0);
    }
}
