//! Events of a wallet.

use std::time::Duration;

use futures_util::stream::try_unfold;
use tokio::time::{sleep, timeout};

use crate::proto::wallet::v1::{LedgerEntry, WatchRequest, WatchResponse};
use crate::repetition::back_off;
use crate::trace::{Trace, carrying_now};
use crate::transport::SILENCE_AFTER_PING;
use crate::{AnswerStream, Client, Error, Reason};

/// Refusals of the credentials in succession, after which new ones would not help.
const REFUSALS_MAX: u32 = 2;

/// Where events begin.
#[derive(Clone, Debug)]
pub struct EventOptions {
    /// Cursor of the last event that was dealt with; `None` for what happens from now on.
    pub cursor: Option<String>,
    /// Whether to begin with the first entry of the wallet if there is no cursor.
    pub from_start: bool,
    /// Longest silence of the service in seconds, from 1 to 60. After 5 seconds more the stream is opened again.
    pub heartbeat_seconds: u32,
}

impl Default for EventOptions {
    fn default() -> Self {
        Self { cursor: None, from_start: false, heartbeat_seconds: 15 }
    }
}

/// An entry of the ledger that moved money into a wallet or out of it.
#[derive(Clone, Debug, PartialEq)]
pub struct WalletEvent {
    /// The entry.
    pub entry: LedgerEntry,
    /// Place of the event: keep it once the event is dealt with, and begin with it after a restart.
    pub cursor: String,
}

/// A stream of events, which may be broken.
struct Watch {
    client: Client,
    identity_id: String,
    options: EventOptions,
    /// Cursor of the event that the caller has, and deals with until it asks for the next one.
    in_hand: Option<String>,
    answers: Option<AnswerStream<WatchResponse>>,
    trace: Trace,
    failures: u32,
    refusals: u32,
}

/// Yields the events of a wallet, each once and in order, across breaks.
pub(crate) fn events(client: Client, identity_id: String, options: EventOptions) -> AnswerStream<WalletEvent> {
    let (in_hand, answers) = (None, None);
    let trace = client.trace();
    let watch = Watch { client, identity_id, options, in_hand, answers, trace, failures: 0, refusals: 0 };
    AnswerStream::new(try_unfold(watch, |mut watch| async move {
        watch.check()?;
        let event = watch.next().await?;
        Ok(Some((event, watch)))
    }))
}

impl Watch {
    fn check(&self) -> Result<(), Error> {
        if (1..=60).contains(&self.options.heartbeat_seconds) {
            return Ok(());
        }
        let text = format!("heartbeat_seconds is {}: give 1 to 60", self.options.heartbeat_seconds);
        Err(Error::new(Reason::ParameterInvalid, text).with_parameter("heartbeat_seconds"))
    }

    async fn next(&mut self) -> Result<WalletEvent, Error> {
        if let Some(cursor) = self.in_hand.take() {
            self.options.cursor = Some(cursor);
        }
        loop {
            let Some(WatchResponse { cursor, entry }) = self.answer().await? else { continue };
            let cursor = cursor.unwrap_or_default();
            match entry.into_option() {
                Some(entry) => {
                    self.in_hand = Some(cursor.clone());
                    return Ok(WalletEvent { entry, cursor });
                }
                None => self.options.cursor = Some(cursor),
            }
        }
    }

    /// Returns the next answer; `None` after a break, when it has waited to open the stream again.
    async fn answer(&mut self) -> Result<Option<WatchResponse>, Error> {
        let silence = Duration::from_secs(u64::from(self.options.heartbeat_seconds)) + SILENCE_AFTER_PING;
        let request = self.request();
        let (client, trace) = (&self.client, &self.trace);
        let watch = || carrying_now(trace.clone(), || client.event_service().watch(request));
        let answers = self.answers.get_or_insert_with(watch);
        let error = match timeout(silence, answers.try_next()).await {
            Ok(Ok(Some(answer))) => {
                (self.failures, self.refusals) = (0, 0);
                return Ok(Some(answer));
            }
            Ok(Err(error)) => error,
            Ok(Ok(None)) => Error::new(Reason::Unreachable, "the stream has ended"),
            Err(_) => Error::new(Reason::Unreachable, "the stream is silent"),
        };
        self.answers = None;
        self.refusals = if error.reason() == Reason::InvalidApiKey { self.refusals + 1 } else { 0 };
        if is_final(error.reason()) || self.refusals >= REFUSALS_MAX {
            return Err(error);
        }
        let wait = back_off(self.failures).max(error.retry_after().unwrap_or_default());
        self.client.0.closing.during(sleep(wait)).await?;
        self.failures += 1;
        Ok(None)
    }

    fn request(&self) -> WatchRequest {
        let EventOptions { cursor, from_start, heartbeat_seconds } = &self.options;
        WatchRequest {
            identity_id: Some(self.identity_id.clone()),
            cursor: cursor.clone(),
            from_start: Some(*from_start),
            heartbeat_seconds: Some(i32::try_from(*heartbeat_seconds).unwrap_or(i32::MAX)),
            ..WatchRequest::default()
        }
    }
}

/// Whether a stream that is opened again would be refused again.
fn is_final(reason: Reason) -> bool {
    matches!(
        reason,
        Reason::ParameterRequired
            | Reason::ParameterInvalid
            | Reason::ResourceNotFound
            | Reason::ResourceConflict
            | Reason::StateInvalid
            | Reason::AuthenticationRequired
    )
}
