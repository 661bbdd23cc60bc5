//! Outcomes of any number of orders, which are read, sent and told in groups.

use std::collections::VecDeque;
use std::future::pending;
use std::panic::resume_unwind;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::vec::IntoIter;

use futures_util::future::{Either, select};
use futures_util::stream::try_unfold;
use tokio::sync::oneshot;
use tokio::task::{JoinError, JoinHandle, spawn_blocking};

use super::bulk::{Answered, GROUPS_MAX, Kept};
use super::groups::{Groups, OrderGroup};
use super::{Ledger, Payments, ended};
use crate::trace::Trace;
use crate::{AnswerStream, Error, Order, Outcome};

/// A group that was read, and what is behind it.
type Read<Orders> = (Groups<Orders>, Result<Option<OrderGroup>, Error>);

struct Outcomes<L: Ledger, Orders> {
    payments: Arc<Payments<L>>,
    /// Orders that are not read yet; `None` while some are read, and behind the last ones.
    groups: Option<Groups<Orders>>,
    reading: Option<JoinHandle<Read<Orders>>>,
    begun: VecDeque<oneshot::Receiver<Answered<L>>>,
    telling: Option<(Kept<L>, IntoIter<Outcome>)>,
    /// That of the caller.
    trace: Trace,
    failure: Option<Error>,
    /// Whether a group has failed, or nobody wants outcomes any more: nothing is read or begun then.
    is_over: Arc<AtomicBool>,
}

impl<L: Ledger> Payments<L> {
    /// Pays orders, and yields their outcomes in the same sequence. A group leaves the journal when what follows its last outcome
    /// is asked for. Fails after the outcomes of the groups before the one that failed.
    pub(crate) fn pay_all<Orders>(self: &Arc<Self>, groups: Groups<Orders>) -> AnswerStream<Outcome>
    where
        Orders: Iterator<Item: Into<Result<Order, Error>>> + Send + 'static,
    {
        let (reading, begun, telling, failure, is_over) = Default::default();
        let (payments, groups, trace) = (self.clone(), Some(groups), self.ledger.trace());
        let outcomes = Outcomes { payments, groups, reading, begun, telling, trace, failure, is_over };
        AnswerStream::new(try_unfold(outcomes, |mut outcomes| async move {
            Ok(outcomes.next().await?.map(|outcome| (outcome, outcomes)))
        }))
    }
}

impl<L: Ledger, Orders: Iterator<Item: Into<Result<Order, Error>>> + Send + 'static> Outcomes<L, Orders> {
    async fn next(&mut self) -> Result<Option<Outcome>, Error> {
        loop {
            self.payments.closing.check()?;
            self.read_ahead().await?;
            if let Some((_, outcomes)) = &mut self.telling
                && let Some(outcome) = outcomes.next()
            {
                return Ok(Some(outcome));
            }
            if let Some((told, _)) = self.telling.take() {
                told.remove().await;
            } else if self.begun.is_empty() && self.reading.is_none() {
                return self.failure.take().map_or(Ok(None), Err);
            } else {
                self.progress().await?;
            }
        }
    }

    /// Begins what was read, and reads the next group if there may be another one.
    async fn read_ahead(&mut self) -> Result<(), Error> {
        if let Some(reading) = self.reading.take_if(|reading| reading.is_finished()) {
            self.begin(reading.await)?;
        }
        if self.begun.len() + usize::from(self.telling.is_some()) < GROUPS_MAX
            && !self.is_over.load(Ordering::SeqCst)
            && let Some(mut groups) = self.groups.take()
        {
            let is_over = self.is_over.clone();
            self.reading = Some(spawn_blocking(move || {
                let group = groups.next(|| !is_over.load(Ordering::SeqCst));
                (groups, group)
            }));
        }
        Ok(())
    }

    fn begin(&mut self, read: Result<Read<Orders>, JoinError>) -> Result<(), Error> {
        match read {
            Ok((groups, Ok(Some(group)))) if !self.is_over.load(Ordering::SeqCst) => {
                self.groups = Some(groups);
                self.begun.push_back(self.payments.begin(group, &self.is_over, self.trace.clone()));
            }
            Ok((_, Ok(_))) => {}
            Ok((_, Err(error))) => self.failure = Some(error),
            Err(error) => resume_unwind(error.try_into_panic().map_err(|_| ended())?),
        }
        Ok(())
    }

    /// Waits until the first group is answered, or another one is read.
    async fn progress(&mut self) -> Result<(), Error> {
        let answered = async {
            match self.begun.front_mut() {
                Some(answer) => answer.await,
                None => pending().await,
            }
        };
        let read = async {
            match &mut self.reading {
                Some(reading) => reading.await,
                None => pending().await,
            }
        };
        match self.payments.closing.during(select(pin!(answered), pin!(read))).await? {
            Either::Left((answer, _)) => {
                self.begun.pop_front();
                let (kept, outcomes) = answer.map_err(|_| ended())??;
                self.telling = Some((kept, outcomes.into_iter()));
            }
            Either::Right((read, _)) => {
                self.reading = None;
                self.begin(read)?;
            }
        }
        Ok(())
    }
}

impl<L: Ledger, Orders> Drop for Outcomes<L, Orders> {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
    }
}
