//! Journals of what was signed and is not settled.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use buffa::Message as _;
use serde::{Deserialize, Serialize};

use crate::bytes::{base64url, from_base64url, hex, is_id, random};
use crate::proto::wallet::v1::ExchangeRequest;

/// A payment or an exchange that may have been sent, with what resolves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Id of the transaction: a UUID in lower case.
    pub id: String,
    /// Bytes that were signed, or the request of an exchange.
    pub order: Vec<u8>,
    /// Id of the key that signed them.
    pub key_id: String,
    /// Signature, of this order alone or of all orders that were sent with it. Empty for an exchange, which nobody signs.
    pub signature: Vec<u8>,
}

impl Operation {
    /// Whether it is an exchange.
    pub fn is_exchange(&self) -> bool {
        self.signature.is_empty()
    }
}

/// Store of what was signed and is not settled. A wallet stores each operation before it sends anything.
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

/// A journal in a folder of its own, with a file `ID.operation` for each operation, for the wallet of one identity in one process.
#[derive(Debug)]
pub struct FolderJournal(PathBuf);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Form {
    id: String,
    order: String,
    #[serde(default)]
    key_id: String,
    #[serde(default)]
    signature: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
}

const EXCHANGE: &str = "exchange";
/// Ends of names: of files, and of those of earlier versions.
const EXTENSIONS: [&str; 2] = ["operation", "json"];

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

    /// Returns where an operation is, or was in earlier versions.
    fn paths(&self, id: &str) -> io::Result<[PathBuf; 2]> {
        if is_id(id) {
            return Ok(EXTENSIONS.map(|extension| self.0.join(format!("{id}.{extension}"))));
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{id:?} is no UUID in lower case")))
    }

    /// Writes a file under another name, syncs it, and gives it its name, which no file may have. Returns its path.
    fn write(&self, operation: &Operation) -> io::Result<PathBuf> {
        let [path, earlier] = self.paths(&operation.id)?;
        if earlier.try_exists()? {
            return Err(exists(&operation.id));
        }
        let form = Form {
            id: operation.id.clone(),
            order: base64url(&operation.order),
            key_id: operation.key_id.clone(),
            signature: base64url(&operation.signature),
            kind: operation.is_exchange().then(|| EXCHANGE.to_owned()),
        };
        let unique = hex(&random::<8>().map_err(io::Error::other)?);
        let unfinished = path.with_extension(format!("{unique}.new"));
        let written = write_synced(&unfinished, &serde_json::to_vec(&form)?).and_then(|()| name(&unfinished, &path));
        // A file that is not there is removed as well.
        let _ = fs::remove_file(&unfinished);
        match written {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&operation.id)),
            written => written.map(|()| path),
        }
    }

    /// Syncs the names in the folder.
    fn sync(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.0)?.sync_all() } else { Ok(()) }
    }
}

impl Journal for FolderJournal {
    fn put(&self, operations: &[Operation]) -> io::Result<()> {
        let mut paths = Vec::new();
        let mut write = |operation| {
            paths.push(self.write(operation)?);
            Ok(())
        };
        let written = operations.iter().try_for_each(&mut write).and_then(|()| self.sync());
        if written.is_err() {
            for path in paths {
                fs::remove_file(&path).map_err(|error| at(&path, &error))?;
            }
        }
        written.map_err(|error| at(&self.0, &error))
    }

    fn delete(&self, id: &str) -> io::Result<()> {
        for path in self.paths(id)? {
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(at(&path, &error)),
                _ => {}
            }
        }
        Ok(())
    }

    fn list(&self) -> io::Result<Vec<Operation>> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.0).map_err(|error| at(&self.0, &error))? {
            paths.push(entry?.path());
        }
        // An unfinished file was never sent.
        paths.retain(|path| {
            EXTENSIONS.iter().any(|known| path.extension().is_some_and(|extension| extension == *known))
        });
        paths.sort();
        let read = |path: &PathBuf| match read(path) {
            // A payment was settled in the meantime.
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            read => Some(read.map_err(|error| at(path, &error))),
        };
        paths.iter().filter_map(read).collect()
    }
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Gives a file a name that no file may have.
fn name(unfinished: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(unfinished, path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            // This file system has no links.
            File::create_new(path)?;
            fs::rename(unfinished, path)
        }
        linked => linked,
    }
}

fn read(path: &Path) -> io::Result<Operation> {
    let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidData, text);
    let form: Form = serde_json::from_slice(&fs::read(path)?)?;
    if path.file_stem().and_then(|stem| stem.to_str()) != Some(&form.id) || !is_id(&form.id) {
        return Err(invalid("its id is not that of its name".to_owned()));
    }
    let bytes = |text: &str, what: &str| from_base64url(text, what).map_err(|error| invalid(error.to_string()));
    let (order, signature) = (bytes(&form.order, "order")?, bytes(&form.signature, "signature")?);
    let operation = Operation { id: form.id, order, key_id: form.key_id, signature };
    match form.kind.as_deref() {
        None if operation.is_exchange() => Err(invalid("it has no signature".to_owned())),
        None => Ok(operation),
        Some(EXCHANGE) if operation.is_exchange() => match ExchangeRequest::decode_from_slice(&operation.order) {
            Ok(_) => Ok(operation),
            Err(error) => Err(invalid(format!("its order is no exchange: {error}"))),
        },
        Some(kind) => Err(invalid(format!("this version does not know its kind {kind:?}"))),
    }
}

fn exists(id: &str) -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, format!("it has {id} already: call reconcile"))
}

/// Adds to an error which file it is about.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the journal at {}: {error}", path.display()))
}
