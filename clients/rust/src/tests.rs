//! Tests of the crate: vectors, state machines with a fake ledger and clock, and a service of development.

mod benchmark;
mod first_steps;
mod journal;
mod payments;
mod repetition;
mod service;
mod vectors;
