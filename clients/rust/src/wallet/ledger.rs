//! Calls of payments to the service, each sent once.

use std::time::Duration;

use futures_util::future::BoxFuture;

use crate::payments::Ledger;
use crate::proto::wallet::v1::{
    CaptureHoldRequest, ReleaseHoldRequest, ResolveTransactionRequest, TransactionResult, TransferBatchRequest,
    TransferLinkedRequest, TransferRequest,
};
use crate::{Client, Error, Reason};

/// Request for operations that were signed together.
pub(crate) enum Sent {
    Transfer(TransferRequest),
    Batch(TransferBatchRequest),
    Linked(TransferLinkedRequest),
    Capture(CaptureHoldRequest),
    Release(ReleaseHoldRequest),
}

/// The ledger behind a client, for the wallet of one identity.
pub(crate) struct ServiceLedger {
    pub client: Client,
    pub identity_id: String,
}

impl Ledger for ServiceLedger {
    type Sent = Sent;

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
                Sent::Release(request) => holds.release_hold(request.clone()).deadline(time).once().await?.result,
            };
            Ok(vec![result.into_option().ok_or_else(missing)?])
        })
    }

    fn void<'a>(&'a self, id: &'a str, time: Duration) -> BoxFuture<'a, Result<TransactionResult, Error>> {
        let request = ResolveTransactionRequest {
            sender: Some(self.identity_id.clone()),
            transaction_id: Some(id.to_owned()),
            seal: Some(true),
        };
        Box::pin(async move {
            let answer = self.client.transaction_service().resolve_transaction(request).deadline(time).once().await?;
            answer.result.into_option().ok_or_else(missing)
        })
    }
}

fn missing() -> Error {
    Error::new(Reason::Unknown, "the service returned no result")
}
