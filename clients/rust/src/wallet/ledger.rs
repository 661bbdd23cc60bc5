//! Calls of payments to the service, each sent once.

use std::sync::Arc;
use std::time::Duration;

use buffa::Message as _;
use futures_util::future::BoxFuture;

use crate::payments::{Exchange, Ledger};
use crate::proto::wallet::v1::{
    CaptureHoldRequest, ExchangeErrorCode, ExchangeRequest, ExchangeResult, ReleaseHoldRequest,
    ResolveTransactionRequest, TransactionErrorCode, TransactionResult, TransactionStatus, TransferBatchRequest,
    TransferLinkedRequest, TransferOrder, TransferOrders, TransferRequest,
};
use crate::trace::Trace;
use crate::{Client, Error, Operation, OperationKind, Reason};

/// Request for operations that were signed together.
pub(crate) enum Sent {
    Transfer(TransferRequest),
    Batch(TransferBatchRequest),
    Linked(TransferLinkedRequest),
    Capture(CaptureHoldRequest),
    Release(ReleaseHoldRequest),
    Exchange(ExchangeRequest, Arc<Exchange>),
}

/// The ledger behind a client, for the wallet of one identity.
pub(crate) struct ServiceLedger {
    pub client: Client,
    pub identity_id: String,
}

impl Ledger for ServiceLedger {
    type Sent = Sent;

    fn trace(&self) -> Trace {
        self.client.trace()
    }

    fn send<'a>(&'a self, sent: &'a Sent, time: Duration) -> BoxFuture<'a, Result<Vec<TransactionResult>, Error>> {
        Box::pin(async move {
            let (transactions, holds) = (self.client.transaction_service(), self.client.hold_service());
            let result = match sent {
                Sent::Batch(request) => {
                    return Ok(transactions.transfer_batch(request.clone()).deadline(time).once().await?.results);
                }
                Sent::Linked(request) => {
                    return Ok(transactions.transfer_linked(request.clone()).deadline(time).once().await?.results);
                }
                Sent::Transfer(request) => transactions.transfer(request.clone()).deadline(time).once().await?.result,
                Sent::Capture(request) => holds.capture_hold(request.clone()).deadline(time).once().await?.result,
                Sent::Exchange(request, exchange) => {
                    let result = self.exchange(request, time).await?;
                    return Ok(vec![learned(exchange, result)]);
                }
                Sent::Release(request) => holds.release_hold(request.clone()).deadline(time).once().await?.result,
            };
            Ok(vec![result.into_option().ok_or_else(missing)?])
        })
    }

    fn batch(&self, operation: &Operation) -> Sent {
        let Operation { order, key_id, signature, .. } = operation.clone();
        let sender = Some(self.identity_id.clone());
        let (orders, key_id, signature) = (Some(order), Some(key_id), Some(signature));
        Sent::Batch(TransferBatchRequest { sender, orders, key_id, signature })
    }

    fn is_own(&self, operation: &Operation) -> bool {
        let Operation { order, kind, .. } = operation;
        let signer = match kind {
            OperationKind::Exchange => ExchangeRequest::decode_from_slice(order).map(|request| request.identity_id),
            OperationKind::Batch => TransferOrders::decode_from_slice(order)
                .map(|message| message.orders.into_iter().next().and_then(|order| order.sender)),
            // Captures and releases have their signer in the same field, and fields of other types count as unknown.
            OperationKind::Payment => TransferOrder::decode_from_slice(order).map(|order| order.sender),
        };
        signer.map_or(true, |signer| signer.is_none_or(|signer| signer == self.identity_id))
    }

    fn void<'a>(
        &'a self,
        id: &'a str,
        exchange: Option<&'a Exchange>,
        time: Duration,
    ) -> BoxFuture<'a, Result<TransactionResult, Error>> {
        Box::pin(async move {
            let Some(exchange) = exchange else { return self.void_transaction(id, time).await };
            let unreadable = |error| Error::new(Reason::Unknown, "the journal has no exchange").with_source(error);
            let request = ExchangeRequest::decode_from_slice(&exchange.request).map_err(unreadable)?;
            Ok(learned(exchange, self.void_exchange(&request, id, time).await?))
        })
    }
}

impl ServiceLedger {
    async fn void_transaction(&self, id: &str, time: Duration) -> Result<TransactionResult, Error> {
        let request = ResolveTransactionRequest {
            sender: Some(self.identity_id.clone()),
            transaction_id: Some(id.to_owned()),
            seal: Some(true),
        };
        let answer = self.client.transaction_service().resolve_transaction(request).deadline(time).once().await?;
        answer.result.into_option().ok_or_else(missing)
    }

    /// Makes an exchange, once.
    async fn exchange(&self, request: &ExchangeRequest, time: Duration) -> Result<ExchangeResult, Error> {
        let answer = self.client.exchange_service().exchange(request.clone()).deadline(time).once().await?;
        answer.result.into_option().ok_or_else(missing)
    }

    /// Voids the id of an exchange, once: the ledger has made the exchange, or will never make it.
    async fn void_exchange(
        &self,
        request: &ExchangeRequest,
        id: &str,
        time: Duration,
    ) -> Result<ExchangeResult, Error> {
        let is_conflict = |error: &Error| error.reason() == Reason::ResourceConflict;
        match self.void_transaction(id, time).await {
            // A transaction of this wallet has the id, so that no exchange will ever have it.
            Ok(_) => Ok(never_made()),
            // The ledger knows the id otherwise: the same request gets the result of the exchange that has it.
            Err(error) if is_conflict(&error) => match self.exchange(request, time).await {
                Err(error) if is_conflict(&error) => Ok(never_made()),
                answer => answer,
            },
            Err(error) => Err(error),
        }
    }
}

/// Keeps the result of an exchange, and returns it as that of a transaction.
fn learned(exchange: &Exchange, result: ExchangeResult) -> TransactionResult {
    let (status, error_code) = match result.success {
        true => (TransactionStatus::TRANSACTION_STATUS_COMPLETED, None),
        false => {
            let code = TransactionErrorCode::InvalidTransaction.into();
            (TransactionStatus::TRANSACTION_STATUS_FAILED, Some(code))
        }
    };
    exchange.learn(result);
    TransactionResult { status: status.into(), error_code, ..TransactionResult::default() }
}

/// Returns the result of an exchange that the ledger will never make.
pub(super) fn never_made() -> ExchangeResult {
    ExchangeResult { error_code: Some(ExchangeErrorCode::ExecutionFailed.into()), ..ExchangeResult::default() }
}

fn missing() -> Error {
    Error::new(Reason::Unknown, "the service returned no result")
}
