//! Outcomes of payments.

use buffa::EnumValue;

use crate::proto::wallet::v1::{ExchangeResult, TransactionErrorCode, TransactionResult, TransactionStatus};

/// Outcome of a payment. All but the last are the ledger's own words and never change.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a payment that did not raise an error may still have failed"]
pub enum Outcome {
    /// The money was moved.
    Completed(TransactionResult),
    /// The money is set aside for the recipient of a hold, who has not got it.
    Held(TransactionResult),
    /// Nothing was moved, and nothing will be: its error code says why.
    Failed(TransactionResult),
    /// The ledger has not answered yet, for the transaction with this id. The wallet goes on asking in the background, and
    /// the journal keeps the operation for [`Wallet::reconcile`](crate::Wallet::reconcile).
    Unresolved(String),
}

impl Outcome {
    /// Returns the id of the transaction.
    pub fn id(&self) -> &str {
        match self {
            Self::Completed(result) | Self::Held(result) | Self::Failed(result) => &result.transaction_id,
            Self::Unresolved(id) => id,
        }
    }

    /// Returns the result of the ledger; `None` while it is not resolved.
    pub fn result(&self) -> Option<&TransactionResult> {
        match self {
            Self::Completed(result) | Self::Held(result) | Self::Failed(result) => Some(result),
            Self::Unresolved(_) => None,
        }
    }

    /// Returns why a payment failed: a code of the contract, or the number of one that only a newer service knows.
    pub fn error_code(&self) -> Option<EnumValue<TransactionErrorCode>> {
        match self {
            Self::Failed(result) => result.error_code,
            _ => None,
        }
    }

    /// Whether the ledger has said what became of it.
    pub fn is_settled(&self) -> bool {
        self.result().is_some()
    }

    /// Returns the outcome of a result; `None` while it is not final. The result has the id of the payment.
    pub(crate) fn of(id: &str, mut result: TransactionResult) -> Option<Self> {
        result.transaction_id = id.to_owned();
        match result.status.as_known()? {
            TransactionStatus::TRANSACTION_STATUS_COMPLETED => Some(Self::Completed(result)),
            TransactionStatus::TRANSACTION_STATUS_HELD => Some(Self::Held(result)),
            TransactionStatus::TRANSACTION_STATUS_FAILED => Some(Self::Failed(result)),
            _ => None,
        }
    }
}

/// Outcome of an exchange.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "an exchange that did not raise an error may still have failed"]
pub enum ExchangeOutcome {
    /// The money was exchanged.
    Completed(ExchangeResult),
    /// Nothing was exchanged: its error code says why.
    Failed(ExchangeResult),
    /// The ledger has not answered yet, for the exchange with this id. The wallet goes on asking in the background and tells
    /// [`on_settled`](crate::WalletBuilder::on_settled), and the journal keeps it for
    /// [`Wallet::reconcile`](crate::Wallet::reconcile).
    Unresolved(String),
}

impl ExchangeOutcome {
    /// Returns the id of the exchange.
    pub fn id(&self) -> &str {
        match self {
            Self::Completed(result) | Self::Failed(result) => result.exchange_id.as_deref().unwrap_or_default(),
            Self::Unresolved(id) => id,
        }
    }

    pub(crate) fn of(id: &str, mut result: ExchangeResult) -> Self {
        result.exchange_id = Some(id.to_owned());
        if result.success { Self::Completed(result) } else { Self::Failed(result) }
    }
}
