//! Orders and their signatures.

use std::time::SystemTime;

use crate::bytes::{is_id, time_of};
use crate::clock::millis;
use crate::proto::wallet::v1::{TokenType, TransferOrder};
use crate::tree::{leaf, root_by};
use crate::{Error, Reason};

/// Token or currency of a payment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Asset {
    /// The standard token, with 8 decimal places.
    Standard,
    /// The micro token, with 12 decimal places.
    Micro,
    /// A currency, by its code, such as `EUR`.
    Currency(String),
}

impl Asset {
    pub(crate) fn token_type(&self) -> TokenType {
        match self {
            Self::Standard => TokenType::Standard,
            Self::Micro => TokenType::Micro,
            Self::Currency(_) => TokenType::External,
        }
    }

    pub(crate) fn currency_code(&self) -> Option<String> {
        match self {
            Self::Currency(code) => Some(code.clone()),
            _ => None,
        }
    }
}

/// A payment that is not signed yet.
#[derive(Clone, Debug)]
#[must_use = "an order is paid by Wallet::pay"]
pub struct Order {
    recipient: String,
    asset: Asset,
    amount: String,
    id: Option<String>,
    description: Option<String>,
    fee_max: Option<String>,
    created_at: Option<SystemTime>,
    expires_at: Option<SystemTime>,
    pub(crate) capture_before_ms: Option<u64>,
    pub(crate) reverses: Option<String>,
}

impl Order {
    /// Begins an order to pay an amount, a decimal such as `12.5`, to another identity.
    pub fn new(recipient: impl Into<String>, asset: Asset, amount: impl Into<String>) -> Self {
        Self {
            recipient: recipient.into(),
            asset,
            amount: amount.into(),
            id: None,
            description: None,
            fee_max: None,
            created_at: None,
            expires_at: None,
            capture_before_ms: None,
            reverses: None,
        }
    }

    /// Sets the id of the transaction, a UUID in lower case: however often an order is sent, it is executed once.
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets a text for the recipient, of at most 256 characters.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the highest fee to pay, a decimal.
    pub fn fee_max(mut self, fee: impl Into<String>) -> Self {
        self.fee_max = Some(fee.into());
        self
    }

    /// Sets the time at which the order was made; by default that of paying, and by [`Wallet::pay_all`](crate::Wallet::pay_all) that
    /// of its id.
    pub fn created_at(mut self, time: SystemTime) -> Self {
        self.created_at = Some(time);
        self
    }

    /// Sets the time from which on the order is not valid.
    pub fn expires_at(mut self, time: SystemTime) -> Self {
        self.expires_at = Some(time);
        self
    }

    /// Returns the message that is signed.
    pub(crate) fn message(self, sender: &str, now_ms: u64) -> Result<TransferOrder, Error> {
        let id = id_or_new(self.id, now_ms)?;
        Ok(TransferOrder {
            id: Some(id),
            sender: Some(sender.to_owned()),
            recipient: Some(self.recipient),
            token_type: Some(self.asset.token_type().into()),
            currency_code: self.asset.currency_code(),
            amount: Some(self.amount),
            description: self.description,
            created_at: Some(signed(self.created_at.map_or(now_ms, millis))),
            fee_max: self.fee_max,
            expires_at: self.expires_at.map(|time| signed(millis(time))),
            capture_before: self.capture_before_ms.map(signed),
            reverses: self.reverses,
        })
    }

    /// Returns the message of an order in a sequence, which is the same whenever it is made.
    pub(crate) fn message_in_sequence(self, sender: &str, index: usize) -> Result<TransferOrder, Error> {
        let fault = |reason, name: &str, text: &str| {
            let parameter = format!("orders[{index}].{name}");
            Error::new(reason, format!("{parameter} {text}")).with_parameter(&parameter)
        };
        let Some(id) = &self.id else {
            let text = "is missing: with it, orders that are sent again are not paid again";
            return Err(fault(Reason::ParameterRequired, "id", text));
        };
        if !is_id(id) {
            return Err(fault(Reason::ParameterInvalid, "id", &format!("must be a UUID in lower case, not {id:?}")));
        }
        let Some(created_at) = self.created_at.map(millis).or_else(|| time_of(id)) else {
            let text = "is missing: only ids of UUID version 7 have a time themselves";
            return Err(fault(Reason::ParameterRequired, "createdAt", text));
        };
        self.message(sender, created_at)
    }
}

/// Lets orders that may be unreadable be paid as those that are not.
impl From<Order> for Result<Order, Error> {
    fn from(order: Order) -> Self {
        Ok(order)
    }
}

/// Returns a checked id of the caller, or a new one.
pub(crate) fn id_or_new(id: Option<String>, now_ms: u64) -> Result<String, Error> {
    match id {
        None => crate::bytes::new_id(now_ms),
        Some(id) if is_id(&id) => Ok(id),
        Some(id) => {
            let text = format!("the id {id:?} is no UUID in lower case");
            Err(Error::new(Reason::ParameterInvalid, text).with_parameter("id"))
        }
    }
}

/// Returns milliseconds as orders have them.
pub(crate) fn signed(ms: u64) -> i64 {
    i64::try_from(ms).unwrap_or(i64::MAX)
}

/// Purposes of signatures. One for another is never valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Transfer,
    Transfers,
    LinkedTransfers,
    Capture,
    Release,
}

impl Purpose {
    /// Returns what is signed: a line that names the purpose, and the bytes.
    pub(crate) fn bytes(self, bytes: &[u8]) -> Vec<u8> {
        let line: &[u8] = match self {
            Self::Transfer => b"platonic transfer v1\n",
            Self::Transfers => b"platonic transfers v1\n",
            Self::LinkedTransfers => b"platonic linked transfers v1\n",
            Self::Capture => b"platonic capture v1\n",
            Self::Release => b"platonic release v1\n",
        };
        [line, bytes].concat()
    }
}

const SIGNATURE: usize = 64;
const HEAD: usize = 72;

/// Recomputes the root from one order and what the ledger keeps with it: the signature of the root, the index, the number of
/// orders, and the sibling hashes. Returns the root and the signature; `None` if it is malformed.
pub(crate) fn root_of(order: &[u8], stored: &[u8]) -> Option<([u8; 32], [u8; SIGNATURE])> {
    let number = |place: usize| Some(u32::from_be_bytes(stored.get(place..place + 4)?.try_into().ok()?));
    let (index, count) = (number(SIGNATURE)?, number(SIGNATURE + 4)?);
    let root = root_by(leaf(order), index.into(), count.into(), &stored[HEAD..])?;
    let signature = stored[..SIGNATURE].try_into().ok()?;
    Some((root, signature))
}
