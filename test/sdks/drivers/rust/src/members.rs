//! Members of commands.

use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use platonic_client::{Asset, Capture, EventOptions, Order};
use serde_json::Value;

use crate::results::Failure;

/// A command, or an object in it.
#[derive(Clone)]
pub struct Members(Value);

impl Members {
    pub fn read(line: &str) -> io::Result<Self> {
        Ok(Self(serde_json::from_str(line)?))
    }

    pub fn id(&self) -> Value {
        self.value("id")
    }

    /// Returns a member, or null.
    pub fn value(&self, name: &str) -> Value {
        self.0[name].clone()
    }

    pub fn optional_text(&self, name: &str) -> Option<&str> {
        self.0[name].as_str()
    }

    pub fn text(&self, name: &str) -> Result<&str, Failure> {
        self.optional_text(name).ok_or_else(|| Failure::invalid(format!("the member {name} is missing")))
    }

    pub fn number(&self, name: &str) -> Option<u64> {
        self.0[name].as_u64()
    }

    pub fn signed(&self, name: &str) -> Option<i64> {
        self.0[name].as_i64()
    }

    /// Returns a time, which is never less than nothing in Rust.
    pub fn duration(&self, name: &str) -> Option<Duration> {
        self.signed(name).map(|ms| Duration::from_millis(ms.max(0).unsigned_abs()))
    }

    pub fn time(&self, name: &str) -> Result<SystemTime, Failure> {
        let missing = || Failure::invalid(format!("the member {name} is missing"));
        Ok(UNIX_EPOCH + self.duration(name).ok_or_else(missing)?)
    }

    pub fn texts(&self, name: &str) -> Vec<String> {
        let texts = self.0[name].as_array().into_iter().flatten();
        texts.filter_map(|text| text.as_str().map(str::to_owned)).collect()
    }

    pub fn pairs(&self, name: &str) -> Vec<(String, String)> {
        let pairs = self.0[name].as_object().into_iter().flatten();
        pairs.filter_map(|(key, value)| Some((key.clone(), value.as_str()?.to_owned()))).collect()
    }

    pub fn message<M: platonic_client::Contract>(&self, name: &str) -> Result<M, Failure> {
        serde_json::from_value(self.value(name)).map_err(Failure::invalid)
    }

    /// Returns an asset: a kind of token, or the code of a currency.
    pub fn asset(&self, name: &str) -> Result<Asset, Failure> {
        Ok(match self.text(name)? {
            "TOKEN_STANDARD" | "TOKEN_TYPE_STANDARD" => Asset::Standard,
            "TOKEN_MICRO" | "TOKEN_TYPE_MICRO" => Asset::Micro,
            "TOKEN_EXTERNAL" | "TOKEN_TYPE_EXTERNAL" => Asset::Currency(self.text("currencyCode")?.to_owned()),
            code => Asset::Currency(code.to_owned()),
        })
    }

    pub fn order(&self, name: &str) -> Result<Order, Failure> {
        let members = Self(self.value(name));
        let order = Order::new(members.text("recipient")?, members.asset("tokenType")?, members.text("amount")?);
        let order = members.optional_text("id").map_or(order.clone(), |id| order.id(id));
        let order = members.time("createdAtMs").map_or(order.clone(), |time| order.created_at(time));
        Ok(members.optional_text("description").map_or(order.clone(), |text| order.description(text)))
    }

    pub fn orders(&self) -> Result<Vec<Order>, Failure> {
        let orders = self.0["orders"].as_array().into_iter().flatten();
        orders.map(|order| Self(serde_json::json!({"order": order})).order("order")).collect()
    }

    pub fn capture(&self) -> Result<Capture, Failure> {
        let capture = Capture::new(self.text("holdId")?, self.asset("tokenType")?, self.text("amount")?);
        Ok(if self.0["keepRest"] == true { capture.keep_rest() } else { capture })
    }

    pub fn events(&self) -> EventOptions {
        let cursor = self.optional_text("cursor").map(str::to_owned);
        EventOptions { cursor, from_start: self.0["fromStart"] == true, ..EventOptions::default() }
    }
}
