//! The client and the wallet of a driver.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use platonic_client::{Attempt, Client, Credentials, FolderJournal, Wallet};
use serde_json::{Value, json};

use crate::Answer;
use crate::members::Members;
use crate::results::{Failure, outcome_json};
use crate::spans;

type List = Arc<Mutex<Vec<Value>>>;

/// Client and wallet that were opened, and what was told since it was asked last.
#[derive(Default)]
pub struct State {
    client: Mutex<Option<Client>>,
    wallet: Mutex<Option<Wallet>>,
    settled: List,
    attempts: List,
    warnings: List,
}

impl State {
    pub fn open(&self, command: &Members) -> Answer {
        let mut client = Client::builder(command.text("endpoint")?)
            .on_attempt(self.hook())
            .on_warning(self.warned())
            .trace_context(spans::headers);
        if let Some(key) = command.optional_text("apiKey") {
            client = client.api_key(key);
        }
        if let Some(deadline) = command.duration("deadlineMs") {
            client = client.deadline(deadline);
        }
        *locked(&self.client) = Some(client.build()?);
        Ok(json!({}))
    }

    pub fn open_wallet(&self, command: &Members) -> Answer {
        let credentials = Credentials::from_json(&command.value("credentials").to_string())?;
        let settled = self.settled.clone();
        let mut wallet = Wallet::builder(command.text("endpoint")?, credentials)
            .on_attempt(self.hook())
            .on_warning(self.warned())
            .trace_context(spans::headers)
            .on_settled(move |outcome| locked(&settled).push(outcome_json(outcome)))
            .on_trouble(|error| eprintln!("{error}"));
        if let Some(folder) = command.optional_text("journal") {
            wallet = wallet.journal(FolderJournal::open(folder)?);
        }
        if let Some(timeout) = command.duration("confirmTimeoutMs") {
            wallet = wallet.confirm_timeout(timeout);
        }
        if let Some(count) = command.number("retryCount").and_then(|count| u32::try_from(count).ok()) {
            wallet = wallet.retry_count(count);
        }
        if let Some(id) = command.optional_text("clientId") {
            wallet = wallet.client_id(id);
        }
        if let Some(offset) = command.signed("clockOffsetMs") {
            wallet = wallet.clock(move || moved(offset));
        }
        *locked(&self.wallet) = Some(wallet.build()?);
        Ok(json!({}))
    }

    pub async fn close(&self, command: &Members) -> Answer {
        match command.text("what")? {
            "client" => self.client()?.close().await,
            "wallet" => self.wallet()?.close().await,
            unknown => return Err(Failure::invalid(format!("there is no {unknown} to close"))),
        }
        Ok(json!({}))
    }

    pub fn client(&self) -> Result<Client, Failure> {
        locked(&self.client).clone().ok_or_else(|| Failure::invalid("there is no client: open one"))
    }

    pub fn wallet(&self) -> Result<Wallet, Failure> {
        locked(&self.wallet).clone().ok_or_else(|| Failure::invalid("there is no wallet: open one"))
    }

    pub fn take_settled(&self) -> Vec<Value> {
        std::mem::take(&mut locked(&self.settled))
    }

    pub fn take_attempts(&self) -> Vec<Value> {
        std::mem::take(&mut locked(&self.attempts))
    }

    pub fn take_warnings(&self) -> Vec<Value> {
        std::mem::take(&mut locked(&self.warnings))
    }

    fn warned(&self) -> impl Fn(&str) + Send + Sync + 'static {
        let warnings = self.warnings.clone();
        move |text| locked(&warnings).push(json!(text))
    }

    fn hook(&self) -> impl Fn(&Attempt<'_>) + Send + Sync + 'static {
        let attempts = self.attempts.clone();
        move |attempt| {
            let method = attempt.method.trim_start_matches('/');
            let mut told = json!({"method": method, "attempt": attempt.number});
            if let Some(reason) = attempt.reason {
                told["reason"] = json!(reason.as_str());
            }
            locked(&attempts).push(told);
        }
    }
}

fn moved(offset_ms: i64) -> SystemTime {
    let offset = Duration::from_millis(offset_ms.unsigned_abs());
    if offset_ms < 0 { SystemTime::now() - offset } else { SystemTime::now() + offset }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no holder panics")
}
