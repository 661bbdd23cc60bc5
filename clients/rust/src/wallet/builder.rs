//! Settings of a wallet.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::Wallet;
use super::ledger::ServiceLedger;
use crate::closing::Close;
use crate::payments::{Listeners, PaymentTerms, Payments};
use crate::repetition::check_time;
use crate::{Attempt, ClientBuilder, Credentials, Error, Journal, MemoryJournal, Outcome};

/// Settings of a [`Wallet`] before it is built.
#[must_use = "a wallet is made by build"]
pub struct WalletBuilder {
    client: ClientBuilder,
    credentials: Credentials,
    journal: Arc<dyn Journal>,
    terms: PaymentTerms,
    listeners: Listeners,
}

impl WalletBuilder {
    pub(crate) fn new(client: ClientBuilder, credentials: Credentials) -> Self {
        Self {
            client,
            credentials,
            journal: Arc::new(MemoryJournal::default()),
            terms: PaymentTerms { confirm_timeout: Duration::from_secs(30), retry_count: 3 },
            listeners: Listeners::default(),
        }
    }

    /// Sets the journal. By default it is in memory, and a payment that was not settled when the process ended is lost sight
    /// of.
    pub fn journal(mut self, journal: impl Journal) -> Self {
        self.journal = Arc::new(journal);
        self
    }

    /// Sets the time within which a payment is sent; it is voided then. 30 seconds by default. What is beyond 24 days
    /// counts as 24 days.
    pub fn confirm_timeout(mut self, time: Duration) -> Self {
        self.terms.confirm_timeout = time;
        self
    }

    /// Sets how often a payment is sent again while its result is not known. 3 by default.
    pub fn retry_count(mut self, count: u32) -> Self {
        self.terms.retry_count = count;
        self
    }

    /// Sets a function that is told of each payment that is settled after its caller was told that it is unresolved.
    pub fn on_settled(mut self, listener: impl Fn(&Outcome) + Send + Sync + 'static) -> Self {
        self.listeners.settled = Some(Arc::new(listener));
        self
    }

    /// Sets a function that is told of errors of the journal after a payment is settled. The payment is removed later, or
    /// resolved again by a later process, with the same outcome.
    pub fn on_trouble(mut self, listener: impl Fn(&Error) + Send + Sync + 'static) -> Self {
        self.listeners.trouble = Some(Arc::new(listener));
        self
    }

    /// Adds a function that observes each attempt of a call.
    pub fn on_attempt(mut self, hook: impl Fn(&Attempt<'_>) + Send + Sync + 'static) -> Self {
        self.client = self.client.on_attempt(hook);
        self
    }

    /// Has each request carry the trace of its caller, as [`ClientBuilder::trace_context`].
    pub fn trace_context<Headers: IntoIterator<Item = (String, String)>>(
        mut self,
        headers: impl Fn() -> Headers + Send + Sync + 'static,
    ) -> Self {
        self.client = self.client.trace_context(headers);
        self
    }

    /// Names your own product in requests, as [`ClientBuilder::user_agent`].
    pub fn user_agent(mut self, product: impl Into<String>) -> Self {
        self.client = self.client.user_agent(product);
        self
    }

    /// Sets a function that is told that the service is older or newer, as [`ClientBuilder::on_warning`].
    pub fn on_warning(mut self, warned: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.client = self.client.on_warning(warned);
        self
    }

    /// Sets the id of this client, as [`ClientBuilder::client_id`].
    pub fn client_id(mut self, id: impl Into<String>) -> Self {
        self.client = self.client.client_id(id);
        self
    }

    /// Sets the audience of tokens, as [`ClientBuilder::audience`].
    pub fn audience(mut self, audience: impl Into<String>) -> Self {
        self.client = self.client.audience(audience);
        self
    }

    /// Sends credentials without TLS to other machines, as [`ClientBuilder::allow_plain_http`].
    pub fn allow_plain_http(mut self) -> Self {
        self.client = self.client.allow_plain_http();
        self
    }

    /// Replaces the clock of this machine, for tests.
    pub fn clock(mut self, now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        self.client = self.client.clock(now);
        self
    }

    /// Makes the wallet. Nothing is sent yet.
    ///
    /// # Errors
    ///
    /// As [`ClientBuilder::build`], `PARAMETER_INVALID` for a `confirm_timeout` of zero, and `STATE_INVALID` if the client is
    /// closed.
    pub fn build(self) -> Result<Wallet, Error> {
        let Self { client, credentials, journal, terms, listeners } = self;
        check_time(terms.confirm_timeout, "confirm_timeout")?;
        let client = client.build()?;
        let ledger = ServiceLedger { client: client.clone(), identity_id: credentials.identity_id().to_owned() };
        let payments = Arc::new(Payments::new(ledger, journal, terms, listeners, client.0.closing.clone()));
        let journal: Arc<dyn Close> = payments.clone();
        client.0.closing.add(Arc::downgrade(&journal))?;
        Ok(Wallet { client, credentials, payments })
    }
}

impl fmt::Debug for WalletBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WalletBuilder")
            .field("client", &self.client)
            .field("terms", &self.terms)
            .finish_non_exhaustive()
    }
}
