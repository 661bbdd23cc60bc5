//! Journals of what was signed and is not settled.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use crate::bytes::{base64url, from_base64url, is_id};

/// A payment that may have been sent, with what resolves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Id of the transaction: a UUID in lower case.
    pub id: String,
    /// Bytes that were signed.
    pub order: Vec<u8>,
    /// Id of the key that signed them.
    pub key_id: String,
    /// Signature, of this order alone or of all orders that were sent with it.
    pub signature: Vec<u8>,
}

/// Store of what was signed and is not settled. A wallet stores each operation before it sends anything.
///
/// Functions may block: a wallet calls them on threads for that.
pub trait Journal: Send + Sync + 'static {
    /// Stores operations. They must be as durable as the journal can make them when it returns.
    ///
    /// # Errors
    ///
    /// Nothing is sent then.
    fn put(&self, operations: &[Operation]) -> io::Result<()>;

    /// Deletes an operation that is settled, if it is there.
    ///
    /// # Errors
    ///
    /// The operation is resolved again by a later process, with the same outcome.
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
}

/// A journal in memory, which ends with the process.
#[derive(Debug, Default)]
pub struct MemoryJournal(Mutex<BTreeMap<String, Operation>>);

impl Journal for MemoryJournal {
    fn put(&self, operations: &[Operation]) -> io::Result<()> {
        let stored = operations.iter().map(|operation| (operation.id.clone(), operation.clone()));
        self.0.lock().expect("no holder panics").extend(stored);
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

/// A journal in a folder of its own, with a file for each operation, for the wallet of one identity.
#[derive(Debug)]
pub struct FolderJournal(PathBuf);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Form {
    id: String,
    order: String,
    key_id: String,
    signature: String,
}

impl FolderJournal {
    /// Opens the journal in a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be made.
    pub fn open(folder: impl Into<PathBuf>) -> io::Result<Self> {
        let folder = folder.into();
        fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
        Ok(Self(folder))
    }

    fn path(&self, id: &str) -> io::Result<PathBuf> {
        if is_id(id) {
            return Ok(self.0.join(format!("{id}.json")));
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{id:?} is no UUID in lower case")))
    }

    /// Writes a file under another name, syncs it, and gives it its name.
    fn write(&self, operation: &Operation) -> io::Result<()> {
        let path = self.path(&operation.id)?;
        let form = Form {
            id: operation.id.clone(),
            order: base64url(&operation.order),
            key_id: operation.key_id.clone(),
            signature: base64url(&operation.signature),
        };
        let unfinished = path.with_extension("unfinished");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&unfinished)?;
        file.write_all(&serde_json::to_vec(&form)?)?;
        file.sync_all()?;
        fs::rename(&unfinished, &path)
    }

    /// Syncs the names in the folder.
    fn sync(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.0)?.sync_all() } else { Ok(()) }
    }
}

impl Journal for FolderJournal {
    fn put(&self, operations: &[Operation]) -> io::Result<()> {
        let written = operations.iter().try_for_each(|operation| self.write(operation)).and_then(|()| self.sync());
        written.map_err(|error| at(&self.0, &error))
    }

    fn delete(&self, id: &str) -> io::Result<()> {
        let path = self.path(id)?;
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(&path, &error)),
            _ => Ok(()),
        }
    }

    fn list(&self) -> io::Result<Vec<Operation>> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(|error| at(&self.0, &error))? {
            paths.push(entry?.path());
        }
        // An unfinished file was never sent.
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
        paths.sort();
        paths.iter().map(|path| read(path).map_err(|error| at(path, &error))).collect()
    }
}

fn read(path: &Path) -> io::Result<Operation> {
    let form: Form = serde_json::from_slice(&fs::read(path)?)?;
    if path.file_stem().and_then(|stem| stem.to_str()) != Some(&form.id) || !is_id(&form.id) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "its id is not that of its name"));
    }
    let bytes = |text: &str, what: &str| from_base64url(text, what).map_err(io::Error::other);
    let (order, signature) = (bytes(&form.order, "order")?, bytes(&form.signature, "signature")?);
    Ok(Operation { id: form.id, order, key_id: form.key_id, signature })
}

/// Adds to an error which file it is about.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the journal at {}: {error}", path.display()))
}
