//! Client for platonic: geometric encoding, wallets and identities.
//!
//! A [`Client`] makes calls on the terms of the contract: deadlines, repetitions and idempotency keys. A [`Wallet`] pays, and
//! ends with a definite [`Outcome`], whatever happens to the network. [`verify_receipt`] and [`verify_webhook`] check offline
//! what the service claims.
//!
//! ```no_run
//! use platonic_client::{Asset, Client, FolderJournal, Order, Outcome};
//!
//! # async fn example(bob: &str) -> Result<(), Box<dyn std::error::Error>> {
//! let client = Client::new("https://wallet.example")?;
//! let credentials = client.register("ada").await?;
//! let wallet = client.wallet(credentials).journal(FolderJournal::open("journal")?).build()?;
//! match wallet.pay(Order::new(bob, Asset::Standard, "12.5")).await? {
//!     Outcome::Completed(result) => println!("paid: {}", result.transaction_id),
//!     Outcome::Held(_) => unreachable!("this order is no hold"),
//!     Outcome::Failed(result) => println!("not paid: {:?}", result.error_code),
//!     Outcome::Unresolved(id) => println!("{id} goes on in the background, and in the journal"),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Everything runs on tokio. The feature `tracing` tells each attempt of a call as an event; `by-name` has calls by the names
//! of their methods, in JSON.
#![deny(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "by-name")]
mod by_name;
mod bytes;
mod calls;
mod client;
mod clock;
mod closing;
mod credentials;
mod cryptography;
mod deposit;
mod error;
mod events;
mod introduction;
mod journal;
mod key_set;
mod order;
mod outcome;
mod payments;
mod receipt;
mod registration;
mod repetition;
mod session;
#[cfg(test)]
mod tests;
mod token;
mod trace;
mod transport;
mod tree;
mod wallet;
mod webhook;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Messages of the contract, generated from it.
#[allow(missing_docs, rustdoc::all, clippy::all)]
pub mod proto {
    include!(concat!(env!("PLATONIC_MESSAGES"), "/messages.rs"));
}
pub mod services;

use std::time::Duration;

pub use buffa::EnumValue;
pub use calls::{AnswerStream, Call, Contract, Method, Paged};
pub use client::{Client, ClientBuilder};
pub use credentials::Credentials;
pub use error::{Error, Reason};
pub use events::{EventOptions, WalletEvent};
pub use journal::{FolderJournal, Journal, MemoryJournal, Operation, OperationKind};
pub use order::{Asset, Order};
pub use outcome::{ExchangeOutcome, Outcome};
pub use receipt::{BadReceipt, OrderKind, ProvenOrder, ProvenReceipt, verify_receipt};
pub use tree::{TreeHead, is_consistent};
pub use wallet::{Balance, Capture, Wallet, WalletBuilder};
pub use webhook::{BadWebhook, verify_webhook};

/// One attempt of a call, as hooks observe it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// Path of the method, such as `/wallet.v1.WalletService/GetWallet`.
    pub method: &'a str,
    /// Number of the attempt, from 1.
    pub number: u32,
    /// Why it failed; `None` if it succeeded.
    pub reason: Option<Reason>,
    /// How long it took.
    pub duration: Duration,
}
