//! The wallet of an identity.

mod builder;
mod exchange;
mod ledger;
mod signing;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::SystemTime;

pub use builder::WalletBuilder;
use ledger::{Sent, ServiceLedger};
#[cfg(test)]
pub(crate) use signing::asset_of;

use crate::clock::millis;
use crate::order::id_or_new;
use crate::payments::{Groups, Payments};
use crate::proto::wallet::v1::{
    CreateWalletRequest, GetBalancesAtRequest, GetReceiptRequest, GetTransactionRequest, LedgerEntry,
    ListLedgerEntriesRequest, Receipt, TokenType, Transaction, WalletBalance,
};
use crate::{
    AnswerStream, Asset, Client, Credentials, Error, EventOptions, Order, Outcome, Reason, WalletEvent, events,
};

/// Most orders under one signature, and most that are linked.
const ORDERS_MAX: usize = 1_000;
const LINKED_MAX: usize = 100;

/// The wallet of an identity, whose payments end with definite outcomes. Clones share everything.
#[derive(Clone)]
pub struct Wallet {
    client: Client,
    pub(crate) credentials: Credentials,
    payments: Arc<Payments<ServiceLedger>>,
}

/// Money of one asset, in decimals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// Money that can be spent.
    pub free: String,
    /// Money that is set aside for recipients of holds.
    pub held: String,
}

/// A part of a hold that its recipient takes.
#[derive(Clone, Debug)]
#[must_use = "a capture is made by Wallet::capture"]
pub struct Capture {
    hold_id: String,
    asset: Asset,
    amount: String,
    keep_rest: bool,
    id: Option<String>,
}

impl Capture {
    /// Begins to take an amount, a decimal, of a hold. The rest goes back to the sender.
    pub fn new(hold_id: impl Into<String>, asset: Asset, amount: impl Into<String>) -> Self {
        Self { hold_id: hold_id.into(), asset, amount: amount.into(), keep_rest: false, id: None }
    }

    /// Keeps the rest held, for further captures.
    pub fn keep_rest(mut self) -> Self {
        self.keep_rest = true;
        self
    }

    /// Sets the id of the transaction, a UUID in lower case.
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }
}

impl Wallet {
    /// Begins the wallet of an identity on the service at an endpoint, such as `https://wallet.example`;
    /// [`Client::wallet`] does so on the terms of a client.
    pub fn builder(endpoint: impl Into<String>, credentials: Credentials) -> WalletBuilder {
        WalletBuilder::new(Client::builder(endpoint).credentials(credentials.clone()), credentials)
    }

    /// Returns the client of calls with the session of the identity.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the id of the identity.
    pub fn identity_id(&self) -> &str {
        self.credentials.identity_id()
    }

    /// Closes this wallet and its clones. Payments, holds and exchanges under way that may have been sent are unresolved, and the
    /// journal keeps them for the next process; everything else fails with `STATE_INVALID` at once, as does what is called
    /// afterwards.
    ///
    /// Wait for the future that it returns, for at most a second: outcomes that were told have left the journal then, and its
    /// folder is free for another process. A wallet that is dropped without it, as by a panic, leaves the outcomes of its last 5
    /// seconds, which the next process tells again.
    pub fn close(&self) -> impl Future<Output = ()> + Send + use<> {
        self.client.close()
    }

    /// Makes the wallet on the service.
    ///
    /// # Errors
    ///
    /// `RESOURCE_CONFLICT` if there is one, and what calls fail with otherwise.
    pub async fn create(&self) -> Result<(), Error> {
        let request = CreateWalletRequest::default().with_identity_id(self.identity_id());
        self.client.wallet_service().create_wallet(request).await.map(drop)
    }

    /// Pays. Dropped before its end, the payment goes on.
    ///
    /// # Errors
    ///
    /// Fails if nothing was sent, or if the order was refused: nothing is in the ledger then.
    pub async fn pay(&self, order: Order) -> Result<Outcome, Error> {
        self.check_open()?;
        let message = order.message(self.identity_id(), self.now_ms())?;
        let (operation, request) = self.signed_transfer(message);
        self.settle(operation, Sent::Transfer(request)).await
    }

    /// Pays up to 1,000 orders under one signature. Each has its own outcome, in their sequence.
    ///
    /// # Errors
    ///
    /// Fails if none of the orders is in the ledger.
    pub async fn pay_many(&self, orders: impl IntoIterator<Item = Order>) -> Result<Vec<Outcome>, Error> {
        self.check_open()?;
        let messages = self.messages(orders, 1, ORDERS_MAX)?;
        let (operations, request) = self.signed_batch(messages);
        self.payments.pay(operations, Sent::Batch(request)).await
    }

    /// Pays any number of orders, and yields the outcome of each in their sequence. Reads them as it goes, on threads that may block,
    /// and has at most 4,000 under way: a program can pay a file of millions. Every order has an id, best a UUID of version 7, whose
    /// time becomes that of the order; others need [`Order::created_at`]. The same orders get their first outcomes when they are sent
    /// again, so that a program which was cut off pays the file once more, or what follows the last outcome that it has written down.
    ///
    /// Groups of up to 1,000 orders have one signature. Without an answer for `confirm_timeout` the stream fails as calls do, after
    /// the outcomes of the groups before, and the journal keeps the group; so it does when the stream is dropped. An order without
    /// an id or a time is `PARAMETER_REQUIRED`, and nothing of its group is paid, as of a group with an order that the service
    /// refuses. An error in the place of an order ends the stream, too. An iterator that waits keeps the runtime from ending.
    pub fn pay_all<Orders>(&self, orders: Orders) -> AnswerStream<Outcome>
    where
        Orders: IntoIterator<Item: Into<Result<Order, Error>>, IntoIter: Send + 'static>,
    {
        self.payments.pay_all(Groups::new(orders.into_iter(), self.credentials.clone()))
    }

    /// Pays 2 to 100 orders, all or none.
    ///
    /// # Errors
    ///
    /// Fails if none of the orders is in the ledger.
    pub async fn pay_linked(&self, orders: impl IntoIterator<Item = Order>) -> Result<Vec<Outcome>, Error> {
        self.check_open()?;
        let messages = self.messages(orders, 2, LINKED_MAX)?;
        let (operations, request) = self.signed_linked(messages);
        self.payments.pay(operations, Sent::Linked(request)).await
    }

    /// Sets money aside for the recipient of an order, who may capture it before a time, at most 31 days ahead.
    ///
    /// # Errors
    ///
    /// As [`Wallet::pay`].
    pub async fn hold(&self, mut order: Order, capture_before: SystemTime) -> Result<Outcome, Error> {
        order.capture_before_ms = Some(millis(capture_before));
        self.pay(order).await
    }

    /// Takes money of a hold for this wallet.
    ///
    /// # Errors
    ///
    /// As [`Wallet::pay`].
    pub async fn capture(&self, capture: Capture) -> Result<Outcome, Error> {
        self.check_open()?;
        let Capture { hold_id, asset, amount, keep_rest, id } = capture;
        let id = id_or_new(id, self.now_ms())?;
        let (operation, request) = self.signed_capture(id, hold_id, &asset, amount, keep_rest);
        self.settle(operation, Sent::Capture(request)).await
    }

    /// Gives all that is left of a hold for this wallet back to its sender.
    ///
    /// # Errors
    ///
    /// As [`Wallet::pay`].
    pub async fn release(&self, hold_id: impl Into<String>) -> Result<Outcome, Error> {
        self.check_open()?;
        let id = id_or_new(None, self.now_ms())?;
        let (operation, request) = self.signed_release(id, hold_id.into());
        self.settle(operation, Sent::Release(request)).await
    }

    /// Gives a transaction that this wallet has received back to its sender: an amount, or all that is left of it.
    ///
    /// # Errors
    ///
    /// `PARAMETER_INVALID` for an amount that is zero or empty, `RESOURCE_NOT_FOUND` if the wallet has not received it,
    /// `STATE_INVALID` if nothing is left of it, and as [`Wallet::pay`].
    pub async fn reverse(&self, transaction_id: impl Into<String>, amount: Option<&str>) -> Result<Outcome, Error> {
        self.check_open()?;
        if amount.is_some_and(|amount| amount.trim_matches(['0', '.']).is_empty()) {
            let text = "an amount to give back is more than 0; give none to give back all that is left";
            return Err(Error::new(Reason::ParameterInvalid, text).with_parameter("amount"));
        }
        let id = transaction_id.into();
        let request = GetTransactionRequest::default().with_identity_id(self.identity_id()).with_transaction_id(&*id);
        let received = self.client.transaction_service().get_transaction(request).await?.transaction;
        let is_own = received.recipient.as_deref() == Some(self.identity_id());
        let received = received.into_option().filter(|_| is_own).ok_or_else(|| {
            Error::new(Reason::ResourceNotFound, "the wallet has not received it").with_parameter("transaction_id")
        })?;
        let amount = amount.map_or_else(|| left_of(&received), |amount| Ok(amount.to_owned()))?;
        let asset = signing::asset_of(received.token_type, received.currency_code.clone())?;
        let mut order = Order::new(received.sender.unwrap_or_default(), asset, amount);
        order.reverses = Some(id);
        self.pay(order).await
    }

    /// Returns the balances by `TOKEN_STANDARD`, `TOKEN_MICRO` and the codes of currencies.
    ///
    /// # Errors
    ///
    /// Fails as calls do.
    pub async fn balances(&self) -> Result<BTreeMap<String, Balance>, Error> {
        let request = GetBalancesAtRequest::default().with_identity_id(self.identity_id());
        let answer = self.client.wallet_service().get_balances_at(request).await?;
        Ok(answer.balances.into_iter().map(|balance| (name_of(&balance), balance_of(balance))).collect())
    }

    /// Yields the entries of the ledger that concern this wallet, the latest first, in pages of up to 500 items.
    pub fn history(&self, page_size: Option<u32>) -> AnswerStream<LedgerEntry> {
        let mut request = ListLedgerEntriesRequest::default().with_identity_id(self.identity_id());
        request.page_size = page_size.map(|size| i32::try_from(size).unwrap_or(i32::MAX));
        self.client.items(request)
    }

    /// Fetches the receipt of a transaction. [`verify_receipt`](crate::verify_receipt) checks it.
    ///
    /// # Errors
    ///
    /// Fails as calls do.
    pub async fn receipt(&self, transaction_id: &str) -> Result<Receipt, Error> {
        let request = GetReceiptRequest::default().with_identity_id(self.identity_id());
        let answer = self.client.transaction_service().get_receipt(request.with_transaction_id(transaction_id)).await?;
        answer.receipt.into_option().ok_or_else(|| Error::new(Reason::Unknown, "the service returned no receipt"))
    }

    /// Yields the events of this wallet, each once and in order, across breaks. Ends with an error for final reasons, such
    /// as the cursor of a ledger that was replaced.
    pub fn events(&self, options: EventOptions) -> AnswerStream<WalletEvent> {
        events::events(self.client.clone(), self.identity_id().to_owned(), options)
    }

    /// Voids what earlier processes have left in the journal, and returns the outcomes: what was executed stays so. Groups of
    /// [`Wallet::pay_all`] are sent again in place of that. Payments of this process and of other identities are left alone. The outcome of an exchange has its id and what became of it; the history has its amounts.
    ///
    /// # Errors
    ///
    /// Fails if the journal cannot be read.
    pub async fn reconcile(&self) -> Result<Vec<Outcome>, Error> {
        self.payments.reconcile().await
    }

    /// Removes the payments and exchanges whose outcomes were told from the journal now, for a program that has written the
    /// outcomes down. Otherwise they leave it 5 seconds after they were told, so that the next process tells what this one may
    /// not have written down.
    pub async fn acknowledge(&self) {
        self.payments.acknowledge().await;
    }

    async fn settle(&self, operation: crate::Operation, sent: Sent) -> Result<Outcome, Error> {
        let outcomes = self.payments.pay(vec![operation], sent).await?;
        outcomes.into_iter().next().ok_or_else(|| Error::new(Reason::Unknown, "a payment has no outcome"))
    }

    #[cfg(test)]
    pub(crate) fn payments(&self) -> &Arc<Payments<ServiceLedger>> {
        &self.payments
    }

    fn check_open(&self) -> Result<(), Error> {
        self.payments.closing.check()
    }

    fn now_ms(&self) -> u64 {
        self.client.0.clock.now_ms()
    }
}

impl fmt::Debug for Wallet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wallet").field("identity_id", &self.identity_id()).finish_non_exhaustive()
    }
}

/// Returns the word of a token, the code of a currency, or the number of a token that only a newer service knows.
fn name_of(balance: &WalletBalance) -> String {
    match balance.token_type.unwrap_or_default().as_known() {
        Some(TokenType::TOKEN_TYPE_STANDARD) => "TOKEN_STANDARD".to_owned(),
        Some(TokenType::TOKEN_TYPE_MICRO) => "TOKEN_MICRO".to_owned(),
        Some(_) => balance.currency_code.clone().unwrap_or_default(),
        None => balance.token_type.unwrap_or_default().to_string(),
    }
}

fn balance_of(balance: WalletBalance) -> Balance {
    let free = balance.exact_amount.unwrap_or_else(|| balance.amount.to_string());
    Balance { free, held: balance.exact_held.unwrap_or_else(|| balance.held.to_string()) }
}

/// Decimal places of the finest asset.
const PLACES: usize = 12;

/// Returns what is left of a transaction of which parts were given back before.
fn left_of(transaction: &Transaction) -> Result<String, Error> {
    let whole = units(transaction.exact_amount.as_deref())?;
    let left = whole.saturating_sub(units(transaction.exact_reversed.as_deref())?);
    if left == 0 {
        return Err(Error::new(Reason::StateInvalid, "nothing is left of it").with_parameter("transaction_id"));
    }
    let digits = format!("{left:0>width$}", width = PLACES + 1);
    let (whole, fraction) = digits.split_at(digits.len() - PLACES);
    let fraction = fraction.trim_end_matches('0');
    Ok(if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") })
}

fn units(decimal: Option<&str>) -> Result<u128, Error> {
    let (whole, fraction) = decimal.map_or(("0", ""), |text| text.split_once('.').unwrap_or((text, "")));
    let unreadable = |error| {
        Error::new(Reason::Unknown, format!("the service returned an unreadable amount {decimal:?}")).with_source(error)
    };
    format!("{whole}{fraction:0<PLACES$}").parse().map_err(|error: std::num::ParseIntError| unreadable(error))
}
