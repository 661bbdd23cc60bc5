//! Results and errors as the protocol has them.

use std::fmt::Display;
use std::time::Duration;

use platonic_client::proto::wallet::v1::{LedgerEntry, Receipt};
use platonic_client::{Error, ExchangeOutcome, Outcome, verify_receipt, verify_webhook};
use serde_json::{Value, json};

use crate::Answer;
use crate::members::Members;

/// An error of a command.
pub struct Failure {
    reason: String,
    parameter: Option<String>,
    retry_after: Option<Duration>,
    message: String,
}

impl Failure {
    pub fn new(reason: &str, message: impl Display) -> Self {
        Self { reason: reason.to_owned(), parameter: None, retry_after: None, message: message.to_string() }
    }

    pub fn invalid(message: impl Display) -> Self {
        Self::new("PARAMETER_INVALID", message)
    }

    pub fn json(&self) -> Value {
        let mut error = json!({"reason": self.reason, "message": self.message});
        if let Some(parameter) = &self.parameter {
            error["parameter"] = json!(parameter);
        }
        if let Some(wait) = self.retry_after {
            error["retryAfter"] = json!(wait.as_secs_f64());
        }
        error
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self {
            reason: error.reason().as_str().to_owned(),
            parameter: error.parameter().map(str::to_owned),
            retry_after: error.retry_after(),
            message: error.message().to_owned(),
        }
    }
}

pub fn outcome_json(outcome: &Outcome) -> Value {
    let kind = match outcome {
        Outcome::Completed(_) => "completed",
        Outcome::Held(_) => "held",
        Outcome::Failed(_) => "failed",
        Outcome::Unresolved(_) => "unresolved",
    };
    let mut json = json!({"kind": kind, "id": outcome.id()});
    if let Outcome::Failed(result) = outcome {
        json["errorCode"] = json!(result.error_code.map(|code| word(code, "TRANSACTION_ERROR_CODE_")));
    }
    if outcome.result().is_some_and(|result| result.is_of_another_order == Some(true)) {
        json["isOfAnotherOrder"] = json!(true);
    }
    json
}

pub fn outcomes_json(outcomes: &[Outcome]) -> Value {
    json!({"outcomes": outcomes.iter().map(outcome_json).collect::<Vec<_>>()})
}

pub fn exchange_json(outcome: &ExchangeOutcome) -> Value {
    let id = outcome.id();
    match outcome {
        ExchangeOutcome::Completed(result) => {
            json!({"kind": "completed", "id": id, "received": result.exact_target_amount})
        }
        ExchangeOutcome::Failed(result) => {
            let code = result.error_code.map(|code| word(code, "EXCHANGE_ERROR_CODE_"));
            json!({"kind": "failed", "id": id, "errorCode": code})
        }
        ExchangeOutcome::Unresolved(_) => json!({"kind": "unresolved", "id": id}),
    }
}

/// Returns a value of an enum as the contract calls it, without what all values begin with, or its number if it is not in the
/// contract.
fn word(value: impl Display, prefix: &str) -> String {
    let name = value.to_string();
    name.strip_prefix(prefix).unwrap_or(&name).to_owned()
}

/// Returns the id of what an entry is about.
pub fn id_of(entry: &LedgerEntry) -> Option<String> {
    let transaction = entry.transaction.as_option().and_then(|one| one.id.clone());
    let exchange = || entry.exchange.as_option().and_then(|one| one.id.clone());
    let issuance = || entry.issuance.as_option().and_then(|one| one.id.clone());
    let change = || entry.hold_change.as_option().and_then(|one| one.id.clone());
    let reversal = || entry.reversal.as_option().and_then(|one| one.id.clone());
    transaction.or_else(exchange).or_else(issuance).or_else(change).or_else(reversal)
}

pub fn verified(receipt: &Receipt, key_set: &Value) -> Answer {
    let proven = verify_receipt(receipt, &key_set.to_string()).map_err(|bad| Failure::new("BAD_RECEIPT", bad))?;
    Ok(json!({"confirmationCode": proven.confirmation_code, "sequence": proven.sequence.to_string()}))
}

pub fn webhook(command: &Members) -> Answer {
    let (secrets, headers) = (command.texts("secrets"), command.pairs("headers"));
    let secrets = secrets.iter().map(String::as_str);
    let headers = headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let body = command.text("body")?.as_bytes();
    verify_webhook(secrets, headers, body, command.time("nowMs")?).map_err(|bad| Failure::new("BAD_WEBHOOK", bad))?;
    Ok(json!({}))
}
