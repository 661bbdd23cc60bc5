//! Exchanges.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::Wallet;
use crate::order::id_or_new;
use crate::payments::Ledger as _;
use crate::proto::wallet::v1::{Amount, ExchangeErrorCode, ExchangeRequest, ExchangeResult, amount};
use crate::repetition::back_off;
use crate::{Asset, Error, ExchangeOutcome, Reason};

impl Wallet {
    /// Exchanges an amount, a decimal of the first asset, to another asset.
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
        let id = id_or_new(request.exchange_id.take(), self.now_ms())?;
        request.exchange_id = Some(id.clone());
        let deadline = Instant::now() + self.terms.confirm_timeout;
        let mut may_be_made = false;
        for failures in 0.. {
            let left = deadline.saturating_duration_since(Instant::now());
            let answer = self.client.exchange_service().exchange(request.clone()).deadline(left).once().await;
            let error = match answer.map(|answer| answer.result.into_option()) {
                Ok(Some(result)) => return Ok(ExchangeOutcome::of(&id, result)),
                Ok(None) => missing(),
                Err(error) => error,
            };
            may_be_made |= may_have_made(&error);
            let wait = back_off(failures).max(error.retry_after().unwrap_or_default());
            let is_last = failures >= self.terms.retry_count || Instant::now() + wait >= deadline;
            if !may_be_made && (is_last || !is_passing(&error)) {
                return Err(error);
            }
            if is_last {
                break;
            }
            sleep(wait).await;
        }
        Ok(self.voided(request, &id).await)
    }

    /// Voids the id of an exchange, again and again until the ledger has answered or the time is over: it has made the exchange,
    /// or will never make it.
    async fn voided(&self, request: ExchangeRequest, id: &str) -> ExchangeOutcome {
        let deadline = Instant::now() + self.terms.confirm_timeout;
        for failures in 0.. {
            let left = deadline.saturating_duration_since(Instant::now());
            let wait = match self.void_once(&request, id, left).await {
                Ok(result) => return ExchangeOutcome::of(id, result),
                Err(error) => back_off(failures).max(error.retry_after().unwrap_or_default()),
            };
            if Instant::now() + wait >= deadline {
                break;
            }
            sleep(wait).await;
        }
        ExchangeOutcome::Unresolved(id.to_owned())
    }

    async fn void_once(&self, request: &ExchangeRequest, id: &str, left: Duration) -> Result<ExchangeResult, Error> {
        match self.payments.ledger.void(id, left).await {
            // A transaction of this wallet has the id, so that no exchange will ever have it.
            Ok(_) => Ok(never_made()),
            Err(error) if error.reason() == Reason::ResourceConflict => {
                // The ledger knows the id otherwise: the same request gets the result of the exchange that has it.
                match self.client.exchange_service().exchange(request.clone()).deadline(left).once().await {
                    Ok(answer) => answer.result.into_option().ok_or_else(missing),
                    Err(error) if error.reason() == Reason::ResourceConflict => Ok(never_made()),
                    Err(error) => Err(error),
                }
            }
            Err(error) => Err(error),
        }
    }
}

/// Returns the result of an exchange whose id is used by something else, or was voided.
fn never_made() -> ExchangeResult {
    ExchangeResult { error_code: Some(ExchangeErrorCode::ExecutionFailed.into()), ..ExchangeResult::default() }
}

fn missing() -> Error {
    Error::new(Reason::Unknown, "the service returned no result")
}

/// Whether an exchange that failed this way may succeed when it is sent again.
fn is_passing(error: &Error) -> bool {
    error.reason() == Reason::RateLimitExceeded || is_uncertain(error.reason())
}

/// Whether an exchange that failed this way may have been made all the same.
fn may_have_made(error: &Error) -> bool {
    !error.is_unsent() && is_uncertain(error.reason())
}

fn is_uncertain(reason: Reason) -> bool {
    use Reason::{DeadlineExceeded, Internal, TimedOut, Unavailable, Unknown, Unreachable};
    matches!(reason, Unreachable | TimedOut | Unavailable | Internal | DeadlineExceeded | Unknown)
}
