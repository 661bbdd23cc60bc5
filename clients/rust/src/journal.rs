//! Journals of what was signed and is not settled.

mod folder;
mod lock;
mod operations;
mod processes;

use std::collections::BTreeMap;
use std::io;
use std::sync::Mutex;

pub use folder::FolderJournal;
#[cfg(test)]
pub(crate) use {folder::give_name, lock::file as lock_file};

/// A payment, a group of payments or an exchange that may have been sent, with what resolves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Id of the transaction, or of the first one of a group: a UUID in lower case.
    pub id: String,
    /// Bytes that were signed, or the request of an exchange.
    pub order: Vec<u8>,
    /// Id of the key that signed them.
    pub key_id: String,
    /// Signature, of this order alone or of all orders that were sent with it. Empty for an exchange, which nobody signs.
    pub signature: Vec<u8>,
    /// Kind of its bytes.
    pub kind: OperationKind,
}

/// Kind of the bytes of an operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperationKind {
    /// An order to transfer money, or to capture or release a hold.
    #[default]
    Payment,
    /// The request of an exchange.
    Exchange,
    /// A group of orders: a `wallet.v1.TransferOrders`.
    Batch,
}

impl Operation {
    /// Whether both are the same group of orders, whoever has signed it.
    pub(crate) fn is_batch_of(&self, other: &Self) -> bool {
        self.kind == OperationKind::Batch && other.kind == self.kind && other.order == self.order
    }
}

/// Store of what was signed and is not settled. A wallet stores each operation before it sends anything, and deletes it some
/// seconds after its outcome was told.
///
/// Functions may block: a wallet calls them on threads for that.
pub trait Journal: Send + Sync + 'static {
    /// Stores operations, all or none. They must be as durable as the journal can make them when it returns. It replaces
    /// nothing.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if the journal has one of the ids already. Nothing is sent after an error.
    fn put(&self, operations: &[Operation]) -> io::Result<()>;

    /// Deletes an operation that is settled, if it is there.
    ///
    /// # Errors
    ///
    /// It is asked again some seconds later. What stays is resolved again by a later process, with the same outcome.
    fn delete(&self, id: &str) -> io::Result<()>;

    /// Returns all operations.
    ///
    /// # Errors
    ///
    /// Fails if an operation cannot be read; none is left out.
    fn list(&self) -> io::Result<Vec<Operation>>;

    /// Whether its methods may block, as those of files do. They are called on threads of their own then.
    fn is_blocking(&self) -> bool {
        true
    }

    /// Gives up what only one process at a time may hold. A wallet calls it when it is closed; a journal that is used again
    /// afterwards takes it again.
    fn close(&self) {}
}

/// A journal in memory, which ends with the process.
#[derive(Debug, Default)]
pub struct MemoryJournal(Mutex<BTreeMap<String, Operation>>);

impl Journal for MemoryJournal {
    fn put(&self, operations: &[Operation]) -> io::Result<()> {
        let mut stored = self.0.lock().expect("no holder panics");
        if let Some(known) = operations.iter().find(|operation| stored.contains_key(&operation.id)) {
            return Err(exists(&known.id));
        }
        stored.extend(operations.iter().map(|operation| (operation.id.clone(), operation.clone())));
        Ok(())
    }

    fn delete(&self, id: &str) -> io::Result<()> {
        self.0.lock().expect("no holder panics").remove(id);
        Ok(())
    }

    fn list(&self) -> io::Result<Vec<Operation>> {
        Ok(self.0.lock().expect("no holder panics").values().cloned().collect())
    }

    fn is_blocking(&self) -> bool {
        false
    }
}

/// Returns the error for an operation that a journal has already.
fn exists(id: &str) -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, format!("the journal has {id} already: call reconcile"))
}
