//! Operations whose outcomes were told.

use std::collections::{BTreeSet, VecDeque};
use std::mem::{replace, take};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::journaled::journal_error;
use super::{Ledger, Payments};

/// Time for which an outcome stays in the journal after it was told.
const TOLD_TIME: Duration = Duration::from_secs(5);

/// Operations whose outcomes were told. They stay in the journal for a while: a process that ends meanwhile may have written
/// nothing down, so that the next one tells the outcome again.
#[derive(Default)]
pub(super) struct Told {
    /// Times at which they are removed, the earliest first, and their ids.
    due: VecDeque<(Instant, String)>,
    has_timer: bool,
}

impl Told {
    fn add(&mut self, ids: Vec<String>) {
        let at = Instant::now() + TOLD_TIME;
        self.due.extend(ids.into_iter().map(|id| (at, id)));
    }

    fn take_all(&mut self) -> Vec<String> {
        self.due.drain(..).map(|(_, id)| id).collect()
    }

    fn take_due(&mut self) -> Vec<String> {
        let now = Instant::now();
        let count = self.due.partition_point(|(at, _)| *at <= now);
        self.due.drain(..count).map(|(_, id)| id).collect()
    }

    fn take(&mut self, ids: &[String]) -> Vec<String> {
        let (taken, others) = take(&mut self.due).into_iter().partition::<VecDeque<_>, _>(|(_, id)| ids.contains(id));
        self.due = others;
        taken.into_iter().map(|(_, id)| id).collect()
    }

    /// Returns when the timer has to look again; it ends if there is nothing to wait for.
    fn next(&mut self) -> Option<Instant> {
        let next = self.due.front().map(|(at, _)| *at);
        self.has_timer = next.is_some();
        next
    }
}

impl<L: Ledger> Payments<L> {
    /// Removes the operations whose outcomes were told from the journal now.
    pub(crate) async fn acknowledge(self: &Arc<Self>) {
        let payments = self.clone();
        // As a task of its own, so that a caller who gives up leaves none that is taken and not removed.
        let _ = tokio::spawn(async move { payments.remove_told(Told::take_all).await }).await;
    }

    /// Tells outcomes, and notes that they were told if they were. Whoever is told finds them noted.
    pub(crate) fn tell_and_note(self: &Arc<Self>, ids: Vec<String>, tell: impl FnOnce() -> bool) -> bool {
        let mut told = self.told.lock().expect("no holder panics");
        let is_told = tell();
        if is_told && !ids.is_empty() {
            told.add(ids);
            if !replace(&mut told.has_timer, true) {
                tokio::spawn(remove_in_time(Arc::downgrade(self)));
            }
        }
        is_told
    }

    /// Removes those of the ids whose outcomes were told, so that they can be asked for again.
    pub(super) async fn forget_told(self: &Arc<Self>, ids: &[String]) {
        let is_known = {
            let active = self.active.lock().expect("no holder panics");
            ids.iter().any(|id| active.contains(id))
        };
        if is_known {
            self.remove_told(|told| told.take(ids)).await;
        }
    }

    async fn remove_told(self: &Arc<Self>, take: impl FnOnce(&mut Told) -> Vec<String>) {
        // Whoever waits for a removal waits for those under way, too.
        let _turn = self.removing.lock().await;
        let ids = take(&mut self.told.lock().expect("no holder panics"));
        self.remove(ids).await;
    }

    /// Removes operations from the journal. Those that stay are tried again later; a later process resolves them again, with the
    /// same outcome.
    pub(crate) async fn remove(self: &Arc<Self>, mut ids: Vec<String>) {
        if ids.is_empty() {
            return;
        }
        let all = ids.clone();
        let removed = self.with_journal(move |journal| {
            let failure = |id: String| journal.delete(&id).err().map(|error| (id, journal_error(error)));
            Ok(all.into_iter().filter_map(failure).collect::<Vec<_>>())
        });
        let failed: BTreeSet<_> = match removed.await {
            Ok(failed) => {
                failed.iter().for_each(|(_, error)| self.trouble(error));
                failed.into_iter().map(|(id, _)| id).collect()
            }
            Err(error) => {
                self.trouble(&error);
                ids.iter().cloned().collect()
            }
        };
        ids.retain(|id| !failed.contains(id));
        if let Some(left) = self.left.get() {
            let mut left = left.lock().expect("no holder panics");
            for id in &ids {
                left.remove(id);
            }
        }
        self.release(&ids);
        self.tell_and_note(failed.into_iter().collect(), || true);
    }
}

/// Removes each operation when its time has come, until there is none. Keeps neither the wallet nor its journal.
async fn remove_in_time<L: Ledger>(payments: Weak<Payments<L>>) {
    let next = || payments.upgrade()?.told.lock().expect("no holder panics").next();
    while let Some(at) = next() {
        sleep_until(at).await;
        match payments.upgrade() {
            Some(payments) if !payments.closing.is_closed() => payments.remove_told(Told::take_due).await,
            // The journal may be another process's by now.
            _ => return,
        }
    }
}
