//! Payments in the journal.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::groups::OrderGroup;
use super::{Exchange, Group, Ledger, Payments};
use crate::closing::Close;
use crate::{Error, Journal, Operation, OperationKind, Reason};

/// Longest time for which closing waits for the journal.
const CLOSE_TIME: Duration = Duration::from_secs(1);

impl<L: Ledger> Close for Payments<L> {
    /// Removes what was told from the journal, and gives it up. What uses it at this moment gives it up when it is done.
    fn close(self: Arc<Self>) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            let removed = async {
                self.running.closed().await;
                self.acknowledge().await;
            };
            let _ = timeout(CLOSE_TIME, removed).await;
            self.journal.close();
        })
    }
}

impl<L: Ledger> Payments<L> {
    /// Stores operations in the journal, whose caller sends them, and removes or leaves them. Groups that an earlier process has left
    /// are there already.
    pub(crate) async fn keep(self: &Arc<Self>, operations: Vec<Operation>) -> Result<(), Error> {
        let ids: Vec<_> = operations.iter().map(|operation| operation.id.clone()).collect();
        self.take(&ids).await?;
        self.store(operations).await.inspect_err(|_| self.release(&ids))
    }

    async fn store(&self, mut operations: Vec<Operation>) -> Result<(), Error> {
        let is_left = {
            let left = self.left().await?.lock().expect("no holder panics");
            operations.iter().any(|operation| left.contains(&operation.id))
        };
        if is_left {
            let stored = self.with_journal(|journal| journal.list()).await?;
            let stored: BTreeMap<_, _> = stored.iter().map(|operation| (&*operation.id, operation)).collect();
            let is_other =
                |operation: &Operation| stored.get(&*operation.id).is_some_and(|one| !operation.is_batch_of(one));
            if operations.iter().any(is_other) {
                return Err(conflict("an earlier process has left this id in the journal: call reconcile"));
            }
            operations.retain(|operation| !stored.contains_key(&*operation.id));
        }
        self.with_journal(move |journal| journal.put(&operations)).await
    }

    /// Notes that a task works on operations in the journal, until what this returns is dropped.
    pub(crate) fn run(&self) -> watch::Receiver<()> {
        self.running.subscribe()
    }

    /// Takes ids that this process does not have in the journal.
    async fn take(self: &Arc<Self>, ids: &[String]) -> Result<(), Error> {
        self.closing.check()?;
        self.forget_told(ids).await;
        let mut active = self.active.lock().expect("no holder panics");
        let fresh: BTreeSet<_> = ids.iter().filter(|id| !active.contains(*id)).cloned().collect();
        if fresh.len() < ids.len() {
            return Err(conflict("a payment with this id is not settled yet: wait for its outcome"));
        }
        active.extend(fresh);
        Ok(())
    }

    /// Takes what is in the journal and no payment of this process. Returns groups of orders by themselves.
    pub(super) async fn take_left(&self) -> Result<(Group, Vec<OrderGroup>), Error> {
        self.left().await?;
        let mut left = self.with_journal(|journal| journal.list()).await?;
        left.retain(|operation| self.ledger.is_own(operation));
        drop(self.leave_active(&mut left));
        if !left.is_empty() {
            // A payment that ended while the journal was read is not there any more.
            let present = self.with_journal(|journal| journal.list()).await?;
            let present: BTreeSet<_> = present.into_iter().map(|operation| operation.id).collect();
            left.retain(|operation| present.contains(&operation.id));
        }
        let mut active = self.leave_active(&mut left);
        let (batches, left): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|operation| operation.kind == OperationKind::Batch);
        // Before any is taken: nobody could tell the outcomes of a group that cannot be read.
        let batches: Vec<_> = batches.into_iter().map(OrderGroup::left).collect::<Result<_, _>>()?;
        let ids: Vec<_> = left.iter().map(|operation| operation.id.clone()).collect();
        active.extend(batches.iter().map(|group| group.operation.id.clone()).chain(ids.iter().cloned()));
        let exchanges = left.into_iter().filter(|operation| operation.kind == OperationKind::Exchange);
        let exchanges = exchanges.map(|operation| (operation.id, Exchange::new(operation.order))).collect();
        Ok((Group::new(ids, exchanges), batches))
    }

    /// Leaves out what is a payment of this process.
    fn leave_active(&self, operations: &mut Vec<Operation>) -> MutexGuard<'_, BTreeSet<String>> {
        let active = self.active.lock().expect("no holder panics");
        operations.retain(|operation| !active.contains(&operation.id));
        active
    }

    /// Returns what earlier processes have left: what is in the journal before this one stores anything.
    async fn left(&self) -> Result<&Mutex<BTreeSet<String>>, Error> {
        let list = || async {
            let left = self.with_journal(|journal| journal.list()).await?;
            Ok(Mutex::new(left.into_iter().map(|operation| operation.id).collect()))
        };
        self.left.get_or_try_init(list).await
    }

    /// Leaves what is in the journal to whoever reconciles it.
    pub(crate) fn leave(&self, ids: &[String]) {
        if let Some(left) = self.left.get() {
            left.lock().expect("no holder panics").extend(ids.iter().cloned());
        }
        self.release(ids);
    }

    /// Forgets ids that are not in the journal.
    pub(super) fn release(&self, ids: &[String]) {
        let mut active = self.active.lock().expect("no holder panics");
        for id in ids {
            active.remove(id);
        }
    }

    /// Uses the journal, on a thread that may block if the journal does.
    pub(super) async fn with_journal<T: Send + 'static>(
        &self,
        used: impl FnOnce(&dyn Journal) -> io::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let journal = self.journal.clone();
        let result = if journal.is_blocking() {
            spawn_blocking(move || used(&*journal)).await.map_err(io::Error::other)
        } else {
            // A journal that panics fails, as it does on a thread of its own.
            let result = catch_unwind(AssertUnwindSafe(|| used(&*journal)));
            result.map_err(|_| io::Error::other("the journal panicked"))
        };
        if self.closing.is_closed() {
            // It was used after it was closed.
            self.journal.close();
        }
        result.and_then(|result| result).map_err(journal_error)
    }

    /// Tells a listener of an error of the journal that nobody else is told of.
    pub(super) fn trouble(&self, error: &Error) {
        #[cfg(feature = "tracing")]
        tracing::warn!(%error, "a settled payment stays in the journal");
        if let Some(listener) = &self.listeners.trouble {
            let _ = catch_unwind(AssertUnwindSafe(|| listener(error)));
        }
    }
}

fn conflict(text: &str) -> Error {
    Error::new(Reason::ResourceConflict, text).with_parameter("id")
}

pub(super) fn journal_error(error: io::Error) -> Error {
    let text = error.to_string();
    match error.kind() {
        io::ErrorKind::AlreadyExists => Error::new(Reason::ResourceConflict, text).with_parameter("id"),
        _ => Error::new(Reason::StateInvalid, text),
    }
    .with_source(error)
}
