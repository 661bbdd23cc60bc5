//! Translates commands of the behaviour suite into calls of the client for Rust (test/sdks/README.md).

mod files;
mod members;
mod results;
mod spans;
mod state;

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, stdin, stdout};
use tokio::sync::mpsc;
use tracing::Instrument;

use members::Members;
use results::{Failure, outcome_json, outcomes_json};
use state::State;

type Answer = Result<Value, Failure>;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    spans::set_up();
    let (answers, mut answered) = mpsc::unbounded_channel::<String>();
    let writer = tokio::spawn(async move {
        let mut output = stdout();
        while let Some(line) = answered.recv().await {
            output.write_all(line.as_bytes()).await?;
            output.flush().await?;
        }
        std::io::Result::Ok(())
    });
    let state = Arc::new(State::default());
    let mut commands = BufReader::new(stdin()).lines();
    let mut running = tokio::task::JoinSet::new();
    while let Some(line) = commands.next_line().await? {
        let command = Members::read(&line)?;
        let (state, answers) = (state.clone(), answers.clone());
        running.spawn(async move {
            let id = command.id();
            let span = spans::begin(&command.pairs("trace").into_iter().collect());
            let mut answer = match run(&state, &command).instrument(span.clone()).await {
                Ok(result) => json!({"id": id, "result": result}),
                Err(failure) => json!({"id": id, "error": failure.json()}),
            };
            if !span.is_none() {
                answer["span"] = json!(spans::id_of(&span));
            }
            // Nobody reads when the driver ends.
            let _ = answers.send(format!("{answer}\n"));
        });
    }
    running.join_all().await;
    drop(answers);
    writer.await?
}

async fn run(state: &State, command: &Members) -> Answer {
    match command.text("do")? {
        "open" => state.open(command),
        "call" => {
            let (service, method) = (command.text("service")?, command.text("method")?);
            let key = command.optional_text("idempotencyKey").map(str::to_owned);
            Ok(state.client()?.call_by_name(service, method, command.value("request"), key).await?)
        }
        "pages" => {
            let (service, method) = (command.text("service")?, command.text("method")?);
            let items = state.client()?.items_by_name(service, method, command.value("request")).await?;
            Ok(json!({"items": items}))
        }
        "register" => {
            let credentials = state.client()?.register(command.text("username")?).await?;
            let credentials: Value = serde_json::from_str(&credentials.to_json()).map_err(Failure::invalid)?;
            Ok(json!({"credentials": credentials}))
        }
        "wallet" => state.open_wallet(command),
        "close" => state.close(command).await,
        "settled" => Ok(json!({"outcomes": state.take_settled()})),
        "warnings" => Ok(json!({"warnings": state.take_warnings()})),
        "attempts" => Ok(json!({"attempts": state.take_attempts()})),
        "verifyReceipt" => results::verified(&command.message("receipt")?, &command.value("keySet")),
        "verifyWebhook" => results::webhook(command),
        _ => with_wallet(state, command).await,
    }
}

async fn with_wallet(state: &State, command: &Members) -> Answer {
    let wallet = state.wallet()?;
    match command.text("do")? {
        "create" => wallet.create().await.map(|()| json!({})).map_err(Failure::from),
        "pay" => Ok(outcome_json(&wallet.pay(command.order("order")?).await?)),
        "payMany" => Ok(outcomes_json(&wallet.pay_many(command.orders()?).await?)),
        "payAll" => {
            let mut outcomes = Vec::new();
            let mut paid = wallet.pay_all(command.orders()?);
            while let Some(outcome) = paid.try_next().await? {
                outcomes.push(outcome);
            }
            Ok(outcomes_json(&outcomes))
        }
        "payFile" => files::pay(&wallet, command.text("orders")?, command.text("outcomes")?).await,
        "payLinked" => Ok(outcomes_json(&wallet.pay_linked(command.orders()?).await?)),
        "hold" => {
            let until = command.time("captureBeforeMs")?;
            Ok(outcome_json(&wallet.hold(command.order("order")?, until).await?))
        }
        "capture" => Ok(outcome_json(&wallet.capture(command.capture()?).await?)),
        "release" => Ok(outcome_json(&wallet.release(command.text("holdId")?).await?)),
        "reverse" => {
            let id = command.text("transactionId")?;
            Ok(outcome_json(&wallet.reverse(id, command.optional_text("amount")).await?))
        }
        "exchange" => {
            let (from, to) = (command.asset("fromTokenType")?, command.asset("toTokenType")?);
            Ok(results::exchange_json(&wallet.exchange(from, to, command.text("amount")?).await?))
        }
        "reconcile" => Ok(outcomes_json(&wallet.reconcile().await?)),
        _ => read_wallet(&wallet, command).await,
    }
}

async fn read_wallet(wallet: &platonic_client::Wallet, command: &Members) -> Answer {
    match command.text("do")? {
        "balances" => {
            let balances = wallet.balances().await?;
            Ok(balances.into_iter().map(|(asset, balance)| (asset, Value::String(balance.free))).collect())
        }
        "history" => {
            let mut entries = wallet.history(command.number("pageSize").and_then(|size| u32::try_from(size).ok()));
            let mut ids = Vec::new();
            while let Some(entry) = entries.try_next().await? {
                ids.push(results::id_of(&entry).unwrap_or_default());
            }
            Ok(json!({"ids": ids}))
        }
        "events" => {
            let mut events = wallet.events(command.events());
            let mut taken = Vec::new();
            for _ in 0..command.number("count").unwrap_or(1) {
                let Some(event) = events.try_next().await? else { break };
                let sequence = event.entry.sequence.unwrap_or_default().to_string();
                taken.push(json!({"id": results::id_of(&event.entry), "sequence": sequence, "cursor": event.cursor}));
            }
            Ok(json!({"events": taken}))
        }
        "receipt" => {
            let receipt = wallet.receipt(command.text("transactionId")?).await?;
            results::verified(&receipt, &command.value("keySet"))
        }
        unknown => Err(Failure::invalid(format!("there is no command {unknown}"))),
    }
}
