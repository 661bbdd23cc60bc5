//! The journal in a folder.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::lock::FolderLock;
use super::operations::{read, write};
use super::{Journal, Operation, exists};
use crate::bytes::{hex, is_id};
use crate::cryptography::random;
use crate::{Error, Reason};

/// Ends of names: of files, and of those of earlier versions.
const EXTENSIONS: [&str; 2] = ["operation", "json"];

/// A journal in a folder, with a file `ID.operation` for each operation, the same in every language.
///
/// One process at a time uses the folder: the file `lock` names it. The lock is taken at the first use and given up when the
/// wallet is closed or dropped. In another process payments and [`reconcile`](crate::Wallet::reconcile) fail with
/// [`Reason::StateInvalid`] meanwhile. A lock whose process has ended is taken over, after 10 seconds if that was on another host.
#[derive(Debug)]
pub struct FolderJournal {
    folder: PathBuf,
    lock: FolderLock,
}

impl FolderJournal {
    /// Opens the journal in a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// [`Reason::StateInvalid`] if the folder cannot be made.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self, Error> {
        let folder = folder.into();
        make(&folder).map_err(|error| Error::new(Reason::StateInvalid, error.to_string()).with_source(error))?;
        let lock = FolderLock::new(folder.clone());
        Ok(Self { folder, lock })
    }

    /// Returns where an operation is, or was in earlier versions.
    fn paths(&self, id: &str) -> io::Result<[PathBuf; 2]> {
        if is_id(id) {
            return Ok(EXTENSIONS.map(|extension| self.folder.join(format!("{id}.{extension}"))));
        }
        Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{id:?} is no UUID in lower case")))
    }

    /// Writes a file under another name, syncs it, and gives it its name, which no file may have. Returns its path.
    fn write(&self, operation: &Operation) -> io::Result<PathBuf> {
        let [path, earlier] = self.paths(&operation.id)?;
        if earlier.try_exists()? {
            return Err(exists(&operation.id));
        }
        let unique = hex(&random::<8>().map_err(io::Error::other)?);
        let unfinished = path.with_extension(format!("operation.{unique}.new"));
        let written = write(&unfinished, operation)
            .and_then(|()| give_name(&unfinished, &path, |from, to| fs::hard_link(from, to)));
        // A file that is not there is removed as well.
        let _ = fs::remove_file(&unfinished);
        match written {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&operation.id)),
            written => written.map(|()| path),
        }
    }

    /// Syncs the names in the folder.
    fn sync(&self) -> io::Result<()> {
        if cfg!(unix) { File::open(&self.folder)?.sync_all() } else { Ok(()) }
    }
}

impl Journal for FolderJournal {
    fn put(&self, operations: &[Operation]) -> io::Result<()> {
        self.lock.take()?;
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
        written.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => error,
            _ => within(&self.folder, "cannot be written", &error),
        })
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
        self.lock.take()?;
        let unreadable = |error| within(&self.folder, "cannot be read", &error);
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(unreadable)? {
            paths.push(entry.map_err(unreadable)?.path());
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

    fn close(&self) {
        self.lock.close();
    }
}

/// Makes a folder that only its owner uses, and those above it.
pub(super) fn make(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| within(folder, "cannot be made", &error))
}

/// Held while files get their names on a file system without links.
static NAMING: Mutex<()> = Mutex::new(());

/// Gives a file a name that no file may have, by a link if the file system has links.
pub(crate) fn give_name(
    unfinished: &Path,
    path: &Path,
    link: impl FnOnce(&Path, &Path) -> io::Result<()>,
) -> io::Result<()> {
    use io::ErrorKind::{AlreadyExists, PermissionDenied, Unsupported};
    match link(unfinished, path) {
        Err(error) if matches!(error.kind(), PermissionDenied | Unsupported) => {
            let _turn = NAMING.lock().expect("no holder panics");
            if path.try_exists()? { Err(AlreadyExists.into()) } else { fs::rename(unfinished, path) }
        }
        linked => linked,
    }
}

/// Says of the folder of a journal what cannot be done with it.
pub(super) fn within(folder: &Path, what: &str, error: &io::Error) -> io::Error {
    let kind = match error.kind() {
        // That would be an operation.
        io::ErrorKind::AlreadyExists => io::ErrorKind::NotADirectory,
        kind => kind,
    };
    io::Error::new(kind, format!("the journal's folder {} {what}: {error}", folder.display()))
}

/// Adds to an error which file it is about.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the journal's file {}: {error}", path.display()))
}
