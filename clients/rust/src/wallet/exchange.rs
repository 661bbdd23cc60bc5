//! Exchanges.

use std::time::Duration;

use buffa::Message as _;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use super::Wallet;
use crate::order::id_or_new;
use crate::payments::told_by;
use crate::proto::wallet::v1::{Amount, ExchangeRequest, amount};
use crate::repetition::{after, back_off};
use crate::{Asset, Error, ExchangeOutcome, Operation, OperationKind, Reason};

impl Wallet {
    /// Exchanges an amount, a decimal of the first asset, to another asset. Dropped before its end, the exchange goes on.
    ///
    /// # Errors
    ///
    /// Fails if the exchange was refused: nothing was exchanged then.
    pub async fn exchange(&self, from: Asset, to: Asset, amount: impl Into<String>) -> Result<ExchangeOutcome, Error> {
        let request = ExchangeRequest {
            identity_id: Some(self.identity_id().to_owned()),
            source_type: Some(from.token_type().into()),
            source_currency_code: from.currency_code(),
            source_amount: Amount { form: Some(amount::Form::Decimal(amount.into())) }.into(),
            target_type: Some(to.token_type().into()),
            target_currency_code: to.currency_code(),
            exchange_id: Some(id_or_new(None, self.now_ms())?),
            ..ExchangeRequest::default()
        };
        self.exchange_as(request).await
    }

    /// Makes an exchange with further terms, such as a quote. Its id, a UUID, makes it once however often it is sent.
    ///
    /// # Errors
    ///
    /// As [`Wallet::exchange`].
    pub async fn exchange_as(&self, mut request: ExchangeRequest) -> Result<ExchangeOutcome, Error> {
        self.check_open()?;
        let id = id_or_new(request.exchange_id.take(), self.now_ms())?;
        request.exchange_id = Some(id.clone());
        let wallet = self.clone();
        told_by(self.client.trace(), async move |tell| wallet.make(&request, id, tell).await).await
    }

    /// Makes an exchange that the journal keeps until its outcome is known and told.
    async fn make(&self, request: &ExchangeRequest, id: String, tell: oneshot::Sender<Result<ExchangeOutcome, Error>>) {
        let payments = &self.payments;
        let (order, key_id) = (request.encode_to_vec(), self.credentials.key_id().to_owned());
        let operation =
            Operation { id: id.clone(), order, key_id, signature: Vec::new(), kind: OperationKind::Exchange };
        if let Err(error) = payments.keep(vec![operation]).await {
            let _ = tell.send(Err(error));
            return;
        }
        let _running = payments.run();
        match self.made(request, &id).await {
            Err(refusal) => {
                payments.remove(vec![id]).await;
                let _ = tell.send(Err(refusal));
            }
            Ok(unresolved @ ExchangeOutcome::Unresolved(_)) => {
                payments.leave(&[id]);
                let _ = tell.send(Ok(unresolved));
            }
            Ok(settled) => {
                if !payments.tell_and_note(vec![id.clone()], || tell.send(Ok(settled)).is_ok()) {
                    payments.leave(&[id]);
                }
            }
        }
    }

    async fn made(&self, request: &ExchangeRequest, id: &str) -> Result<ExchangeOutcome, Error> {
        let deadline = after(self.terms.confirm_timeout);
        let mut may_be_made = false;
        for failures in 0.. {
            let error = match self.payments.ledger.exchange(request, self.time_until(deadline)).await {
                Ok(result) => return Ok(ExchangeOutcome::of(id, result)),
                Err(error) => error,
            };
            let closing = &self.payments.closing;
            if closing.is_closed() && (may_be_made || !error.is_unsent()) {
                return Ok(ExchangeOutcome::Unresolved(id.to_owned()));
            }
            may_be_made |= may_have_made(&error);
            let wait = back_off(failures).max(error.retry_after().unwrap_or_default());
            let is_last = failures >= self.terms.retry_count || Instant::now() + wait >= deadline;
            if !may_be_made && (is_last || !is_passing(&error)) {
                return Err(error);
            }
            if is_last {
                break;
            }
            if let Err(closed) = closing.during(sleep(wait)).await {
                return if may_be_made { Ok(ExchangeOutcome::Unresolved(id.to_owned())) } else { Err(closed) };
            }
        }
        Ok(self.voided(request, id).await)
    }

    /// Voids the id of an exchange, again and again until the ledger has answered, the time is over, or the wallet is closed.
    async fn voided(&self, request: &ExchangeRequest, id: &str) -> ExchangeOutcome {
        let deadline = after(self.terms.confirm_timeout);
        for failures in 0.. {
            let wait = match self.payments.ledger.void_exchange(request, id, self.time_until(deadline)).await {
                Ok(result) => return ExchangeOutcome::of(id, result),
                Err(error) => back_off(failures).max(error.retry_after().unwrap_or_default()),
            };
            if Instant::now() + wait >= deadline || self.payments.closing.during(sleep(wait)).await.is_err() {
                break;
            }
        }
        ExchangeOutcome::Unresolved(id.to_owned())
    }

    /// Returns the time of one attempt.
    fn time_until(&self, deadline: Instant) -> Duration {
        let left = deadline.saturating_duration_since(Instant::now());
        self.terms.part().min(left).max(Duration::from_millis(1))
    }
}

/// Whether an exchange that failed this way may succeed when it is sent again.
fn is_passing(error: &Error) -> bool {
    error.reason() == Reason::RateLimitExceeded || error.reason().is_uncertain()
}

/// Whether an exchange that failed this way may have been made all the same.
fn may_have_made(error: &Error) -> bool {
    !error.is_unsent() && error.reason().is_uncertain()
}
