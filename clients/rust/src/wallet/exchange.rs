//! Exchanges.

use buffa::Message as _;

use super::Wallet;
use super::ledger::{Sent, never_made};
use crate::order::id_or_new;
use crate::payments::Exchange;
use crate::proto::wallet::v1::{Amount, ExchangeRequest, amount};
use crate::{Asset, Error, ExchangeOutcome, Operation, OperationKind};

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
        let exchange = Exchange::new(request.encode_to_vec());
        let operation = Operation {
            id: id.clone(),
            order: exchange.request.clone(),
            key_id: self.credentials.key_id().to_owned(),
            signature: Vec::new(),
            kind: OperationKind::Exchange,
        };
        let sent = Sent::Exchange(request, exchange.clone());
        let outcome = self.payments.exchange(operation, exchange.clone(), sent).await?.pop();
        Ok(match outcome {
            Some(outcome) if outcome.is_settled() => {
                ExchangeOutcome::of(&id, exchange.result().unwrap_or_else(never_made))
            }
            _ => ExchangeOutcome::Unresolved(id),
        })
    }
}
