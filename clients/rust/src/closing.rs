//! The end of a client, and of what is under way with it.

use std::pin::pin;
use std::sync::{Arc, Mutex, Weak};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Either, join_all, select};
use tokio::sync::watch;

use crate::{Error, Reason};

/// A part of a client, which is closed with it.
pub(crate) trait Close: Send + Sync {
    /// Ends what is under way at once. Returns what ends later.
    fn close(self: Arc<Self>) -> BoxFuture<'static, ()>;
}

/// Whether a client is closed. Everything that waits ends when it is.
pub(crate) struct Closing {
    is_closed: watch::Sender<bool>,
    dependents: Mutex<Vec<Weak<dyn Close>>>,
}

impl Closing {
    pub(crate) fn new() -> Self {
        Self { is_closed: watch::Sender::new(false), dependents: Mutex::default() }
    }

    /// Ends what is under way at once. Returns what ends later.
    pub(crate) fn close(&self) -> BoxFuture<'static, ()> {
        self.is_closed.send_replace(true);
        let dependents = std::mem::take(&mut *self.dependents.lock().expect("no holder panics"));
        let closed = dependents.iter().filter_map(Weak::upgrade).map(Close::close);
        Box::pin(join_all(closed.collect::<Vec<_>>()).map(drop))
    }

    pub(crate) fn is_closed(&self) -> bool {
        *self.is_closed.borrow()
    }

    /// Has something closed when this is closed. Fails if it is closed already.
    pub(crate) fn add(&self, dependent: Weak<dyn Close>) -> Result<(), Error> {
        let mut dependents = self.dependents.lock().expect("no holder panics");
        self.check()?;
        if dependents.len() == dependents.capacity() {
            dependents.retain(|dependent| dependent.strong_count() > 0);
        }
        dependents.push(dependent);
        Ok(())
    }

    /// Fails if the client is closed.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.is_closed() { Err(closed()) } else { Ok(()) }
    }

    /// Does work, which is given up when the client is closed.
    pub(crate) async fn during<T>(&self, work: impl Future<Output = T>) -> Result<T, Error> {
        self.check()?;
        let mut seen = self.is_closed.subscribe();
        match select(pin!(work), pin!(seen.wait_for(|is_closed| *is_closed))).await {
            Either::Left((done, _)) => Ok(done),
            Either::Right(_) => Err(closed()),
        }
    }
}

fn closed() -> Error {
    Error::new(Reason::StateInvalid, "it is closed: build another one")
}
