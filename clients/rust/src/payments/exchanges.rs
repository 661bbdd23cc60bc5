//! Exchanges, which go the way of all operations.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::{Answer, Ledger, Payments};
use crate::Operation;
use crate::proto::wallet::v1::ExchangeResult;

/// The request of an exchange, and its result once the ledger has told it.
pub(crate) struct Exchange {
    /// As the journal has it.
    pub request: Vec<u8>,
    result: Mutex<Option<ExchangeResult>>,
}

impl Exchange {
    pub(crate) fn new(request: Vec<u8>) -> Arc<Self> {
        Arc::new(Self { request, result: Mutex::default() })
    }

    /// Keeps the result for the caller, who gets its amounts.
    pub(crate) fn learn(&self, result: ExchangeResult) {
        *self.result.lock().expect("no holder panics") = Some(result);
    }

    pub(crate) fn result(&self) -> Option<ExchangeResult> {
        self.result.lock().expect("no holder panics").clone()
    }
}

/// Exchanges among operations, by their ids.
pub(super) type Exchanges = BTreeMap<String, Arc<Exchange>>;

impl<L: Ledger> Payments<L> {
    /// Stores an exchange in the journal, sends it, and returns its outcome. Fails if nothing was exchanged.
    pub(crate) async fn exchange(self: &Arc<Self>, operation: Operation, of: Arc<Exchange>, sent: L::Sent) -> Answer {
        let exchanges = BTreeMap::from([(operation.id.clone(), of)]);
        self.bring(vec![operation], exchanges, sent).await
    }
}
