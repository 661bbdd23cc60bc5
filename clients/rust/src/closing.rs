//! The end of a client, and of what is under way with it.

use std::pin::pin;

use futures_util::future::{Either, select};
use tokio::sync::watch;

use crate::{Error, Reason};

/// Whether a client is closed. Everything that waits ends when it is.
#[derive(Debug)]
pub(crate) struct Closing(watch::Sender<bool>);

impl Closing {
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    pub(crate) fn close(&self) {
        self.0.send_replace(true);
    }

    pub(crate) fn is_closed(&self) -> bool {
        *self.0.borrow()
    }

    /// Fails if the client is closed.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.is_closed() { Err(closed()) } else { Ok(()) }
    }

    /// Does work, which is given up when the client is closed.
    pub(crate) async fn during<T>(&self, work: impl Future<Output = T>) -> Result<T, Error> {
        self.check()?;
        let mut seen = self.0.subscribe();
        match select(pin!(work), pin!(seen.wait_for(|is_closed| *is_closed))).await {
            Either::Left((done, _)) => Ok(done),
            Either::Right(_) => Err(closed()),
        }
    }
}

fn closed() -> Error {
    Error::new(Reason::StateInvalid, "it is closed: build another one")
}
