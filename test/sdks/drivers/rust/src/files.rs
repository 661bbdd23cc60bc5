//! Orders in a file of lines, and their outcomes in another one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};

use platonic_client::{Error, Order, Reason, Wallet};
use serde_json::json;

use crate::Answer;
use crate::members::Members;
use crate::results::{Failure, outcome_json};

/// Most bytes of outcomes that are not written yet.
const WAITING_MAX: usize = 65_536;

/// Pays the orders that have no whole line of an outcome yet, and adds those.
pub async fn pay(wallet: &Wallet, orders: &str, outcomes: &str) -> Answer {
    let lines = cut_to_lines(outcomes).map_err(Failure::invalid)?;
    let added = OpenOptions::new().create(true).append(true).open(outcomes).map_err(Failure::invalid)?;
    let mut added = BufWriter::with_capacity(WAITING_MAX, added);
    let orders = BufReader::new(File::open(orders).map_err(Failure::invalid)?).lines().skip(lines);
    let mut paid = wallet.pay_all(orders.map(order_in));
    let mut count = 0;
    while let Some(outcome) = paid.try_next().await? {
        writeln!(added, "{}", outcome_json(&outcome)).map_err(Failure::invalid)?;
        count += 1;
    }
    added.flush().map_err(Failure::invalid)?;
    Ok(json!({"count": count}))
}

fn order_in(line: io::Result<String>) -> Result<Order, Error> {
    let members = line.and_then(|line| Members::read(&format!(r#"{{"order":{line}}}"#)));
    let order = members.map_err(Failure::invalid).and_then(|members| members.order("order"));
    order.map_err(|failure| Error::new(Reason::ParameterInvalid, failure.json().to_string()))
}

/// Removes a last line that was cut off. Returns the number of lines.
fn cut_to_lines(path: &str) -> io::Result<usize> {
    if !fs::exists(path)? {
        return Ok(0);
    }
    let found = fs::read(path)?;
    let whole = found.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    OpenOptions::new().write(true).open(path)?.set_len(whole as u64)?;
    Ok(found.iter().filter(|byte| **byte == b'\n').count())
}
