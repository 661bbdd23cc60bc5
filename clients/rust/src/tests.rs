//! Tests of the crate: vectors, state machines with a fake ledger and clock, and a service of development.

mod answers;
mod benchmark;
mod bulk;
mod closing;
mod first_steps;
mod introduction;
mod journal;
mod lock;
mod network;
mod payment_journals;
mod payments;
mod repetition;
mod service;
mod times;
mod told;
mod trace;
mod vectors;
