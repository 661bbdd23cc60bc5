//! Payments beside what earlier processes have left.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};

use super::payments::{COMPLETED, ID, OTHER, Silent, operation, payments_with, stage};
use crate::{Journal, MemoryJournal, Operation, Outcome, Reason};

/// A journal of somebody else, which replaces what it has.
#[derive(Default)]
struct Replacing(Mutex<Vec<Operation>>);

impl Journal for Replacing {
    fn put(&self, operations: &[Operation]) -> io::Result<()> {
        self.0.lock().unwrap().retain(|known| operations.iter().all(|operation| operation.id != known.id));
        self.0.lock().unwrap().extend_from_slice(operations);
        Ok(())
    }
    fn delete(&self, id: &str) -> io::Result<()> {
        self.0.lock().unwrap().retain(|known| known.id != id);
        Ok(())
    }
    fn list(&self) -> io::Result<Vec<Operation>> {
        Ok(self.0.lock().unwrap().clone())
    }
}

fn left_by_an_earlier_process() -> Operation {
    Operation { order: vec![7], ..operation(ID) }
}

#[tokio::test(start_paused = true)]
async fn what_an_earlier_process_has_left_is_refused_until_it_is_reconciled() {
    let journals: [Arc<dyn Journal>; 2] = [Arc::new(MemoryJournal::default()), Arc::new(Replacing::default())];
    for journal in journals {
        journal.put(&[left_by_an_earlier_process()]).unwrap();
        let stage = stage(&[COMPLETED], &[COMPLETED]);
        let payments = payments_with(&stage.ledger, journal.clone(), stage.payments.terms);
        for operations in [vec![operation(ID)], vec![operation(OTHER), operation(ID)]] {
            let error = payments.pay(operations, 1).await.unwrap_err();
            assert_eq!((error.reason(), error.parameter()), (Reason::ResourceConflict, Some("id")));
            assert!(error.message().contains("call reconcile"));
        }
        assert_eq!((stage.log().as_str(), journal.list().unwrap()), ("", vec![left_by_an_earlier_process()]));
        assert!(matches!(payments.reconcile().await.unwrap()[..], [Outcome::Completed(_)]));
        assert!(matches!(payments.pay(vec![operation(ID)], 1).await.unwrap()[..], [Outcome::Completed(_)]));
        payments.acknowledge().await;
        assert_eq!((stage.log().as_str(), journal.list().unwrap()), ("void send", vec![]));
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_journal_refuses_is_neither_sent_nor_removed() {
    let stage = stage(&[COMPLETED], &[COMPLETED]);
    stage.payments.pay(vec![operation(OTHER)], 1).await.unwrap();
    stage.payments.acknowledge().await;
    // By another process, after this one has looked.
    stage.journal.put(&[left_by_an_earlier_process()]).unwrap();
    let error = stage.pay().await.unwrap_err();
    assert_eq!((error.reason(), error.parameter()), (Reason::ResourceConflict, Some("id")));
    assert_eq!((stage.log().as_str(), stage.left()), ("send", 1));
    assert!(matches!(stage.payments.reconcile().await.unwrap()[..], [Outcome::Completed(_)]));
}

/// A journal that is read at different times.
struct Scripted(Mutex<VecDeque<io::Result<Vec<Operation>>>>);

impl Journal for Scripted {
    fn put(&self, _: &[Operation]) -> io::Result<()> {
        Ok(())
    }
    fn delete(&self, _: &str) -> io::Result<()> {
        Ok(())
    }
    fn list(&self) -> io::Result<Vec<Operation>> {
        self.0.lock().unwrap().pop_front().unwrap_or_else(|| Ok(Vec::new()))
    }
}

#[tokio::test(start_paused = true)]
async fn a_payment_that_ends_while_the_journal_is_read_is_left_alone() {
    let lists = [Ok(vec![]), Ok(vec![operation(ID), operation(OTHER)]), Ok(vec![operation(OTHER)])];
    let stage = stage(&[], &[COMPLETED]);
    let payments = payments_with(&stage.ledger, Arc::new(Scripted(Mutex::new(lists.into()))), stage.payments.terms);
    let outcomes = payments.reconcile().await.unwrap();
    assert_eq!(outcomes.iter().map(Outcome::id).collect::<Vec<_>>(), [OTHER]);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_while_the_journal_cannot_be_read() {
    let lists = [Err(io::Error::other("the file is damaged"))];
    let stage = stage(&[COMPLETED], &[]);
    let payments = payments_with(&stage.ledger, Arc::new(Scripted(Mutex::new(lists.into()))), stage.payments.terms);
    let error = payments.pay(vec![operation(ID)], 1).await.unwrap_err();
    assert_eq!((error.message(), stage.log().as_str()), ("the file is damaged", ""));
    assert!(matches!(payments.pay(vec![operation(ID)], 1).await.unwrap()[..], [Outcome::Completed(_)]));
}

#[tokio::test(start_paused = true)]
async fn what_is_reconciled_is_no_payment_of_this_process_until_it_is_settled() {
    let stage = stage(&[], &[Silent]);
    stage.journal.put(&[operation(ID)]).unwrap();
    let (first, second) = tokio::join!(stage.payments.reconcile(), stage.payments.reconcile());
    assert_eq!([first.unwrap(), second.unwrap()].concat(), [Outcome::Unresolved(ID.to_owned())]);
}
