//! The file of a lock.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Instant, SystemTime};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::{BEAT, LEFT, LOOK, closed};
use crate::bytes::random_id;
use crate::journal::folder::within;
use crate::journal::operations::write_new;
use crate::journal::processes::{host, runs, system};

const NAME: &str = "lock";

/// Who holds a lock.
#[derive(Debug, Serialize, Deserialize)]
struct Holder {
    host: String,
    #[serde(default, deserialize_with = "string_if_any", skip_serializing_if = "Option::is_none")]
    system: Option<String>,
    process: u32,
    token: String,
}

/// A lock that this process holds. Dropped, it is given up.
#[derive(Debug)]
pub(super) struct Hold {
    file: PathBuf,
    token: String,
    /// Who has taken it over.
    lost: Arc<OnceLock<String>>,
    /// Ends the beats when it is dropped.
    _beats: Sender<()>,
}

impl Hold {
    /// Takes the lock of a folder with a real path.
    pub(super) fn take(folder: &Path, path: &Path, is_closed: &dyn Fn() -> bool) -> io::Result<Self> {
        let token = random_id().map_err(io::Error::other)?;
        let file = path.join(NAME);
        let own = system().map(str::to_owned);
        let holder = Holder { host: host(), system: own, process: std::process::id(), token: token.clone() };
        let line = format!("{}\n", serde_json::to_string(&holder)?);
        let unusable = |error| within(folder, "cannot be used", &error);
        loop {
            match write_new(&file, line.as_bytes()) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                written => break written.map_err(unusable)?,
            }
            let Some(seen) = Seen::at(&file).map_err(unusable)? else { continue };
            if seen.is_left_over(&holder.host, holder.system.as_deref()) || watch(folder, &file, &seen, is_closed)? {
                take_over(&file, &seen, &token).map_err(unusable)?;
            }
        }
        remove_unfinished(path);
        let lost = Arc::new(OnceLock::new());
        let (beats, ended) = channel();
        let hold = Self { file: file.clone(), token: token.clone(), lost: lost.clone(), _beats: beats };
        let beating = move || {
            while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                if let Err(holder) = beat(&file, &token) {
                    let _ = lost.set(holder);
                    break;
                }
            }
        };
        thread::Builder::new().name("journal-lock".to_owned()).spawn(beating).map_err(unusable)?;
        Ok(hold)
    }

    /// Fails if another process has taken the lock over.
    pub(super) fn check(&self, folder: &Path) -> io::Result<()> {
        let Some(holder) = self.lost.get() else { return Ok(()) };
        let text = format!(
            "the journal's folder {} was taken over by {holder}: give each process a folder of its own, and build another wallet",
            folder.display()
        );
        Err(io::Error::new(io::ErrorKind::ResourceBusy, text))
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if Seen::at(&self.file).is_ok_and(|seen| seen.is_some_and(|seen| seen.has(&self.token))) {
            let _ = fs::remove_file(&self.file);
        }
    }
}

/// Shows that the holder lives. Fails with who holds the lock in its place.
pub(crate) fn beat(file: &Path, token: &str) -> Result<(), String> {
    let nobody = "another process".to_owned();
    let mut open = match OpenOptions::new().read(true).write(true).open(file) {
        Ok(open) => open,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied) => {
            return Err(nobody);
        }
        // The disk may be read-only for a while.
        Err(_) => return Ok(()),
    };
    let mut content = Vec::new();
    if open.read_to_end(&mut content).is_err() {
        return Ok(());
    }
    match read(&content) {
        Some(holder) if holder.token == token => {
            // Without it, another process takes the lock over, which a later beat sees.
            let _ = open.set_modified(SystemTime::now());
            Ok(())
        }
        Some(holder) => Err(holder.name()),
        None => Err(nobody),
    }
}

impl Holder {
    fn name(&self) -> String {
        format!("process {} on host {}", self.process, self.host)
    }
}

/// Reads a member that is ignored if it is not a string.
fn string_if_any<'de, D: Deserializer<'de>>(member: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(member)? {
        Value::String(text) if !text.is_empty() => Some(text),
        _ => None,
    })
}

fn read(content: &[u8]) -> Option<Holder> {
    serde_json::from_slice(content).ok()
}

/// A lock as it was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Empty if it cannot be read.
    content: Vec<u8>,
    modified: SystemTime,
}

impl Seen {
    /// Looks at a lock; `None` if there is none.
    pub(crate) fn at(file: &Path) -> io::Result<Option<Self>> {
        let seen = || match File::open(file) {
            Ok(mut open) => {
                let mut content = Vec::new();
                open.read_to_end(&mut content)?;
                Ok(Self { content, modified: open.metadata()?.modified()? })
            }
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                Ok(Self { content: Vec::new(), modified: fs::metadata(file)?.modified()? })
            }
            Err(error) => Err(error),
        };
        match seen() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            seen => seen.map(Some),
        }
    }

    fn has(&self, token: &str) -> bool {
        read(&self.content).is_some_and(|holder| holder.token == token)
    }

    /// Whether its process was one of this host and system, and has ended. One with the id of this process may be another copy of
    /// this crate in it.
    pub(crate) fn is_left_over(&self, host: &str, system: Option<&str>) -> bool {
        let is_here = |holder: &Holder| holder.host == host && holder.system.as_deref() == system;
        read(&self.content).is_some_and(|holder| is_here(&holder) && !runs(holder.process))
    }
}

/// Watches the lock of another process. Returns whether it is left over or, if not, gone; fails if the process lives.
fn watch(folder: &Path, file: &Path, first: &Seen, is_closed: &dyn Fn() -> bool) -> io::Result<bool> {
    let begun = Instant::now();
    loop {
        thread::sleep(LOOK);
        if is_closed() {
            return Err(closed());
        }
        match Seen::at(file).map_err(|error| within(folder, "cannot be used", &error))? {
            None => return Ok(false),
            Some(seen) if seen != *first => return Err(used(folder, &seen)),
            Some(_) if begun.elapsed() >= LEFT => return Ok(true),
            Some(_) => {}
        }
    }
}

fn used(folder: &Path, seen: &Seen) -> io::Error {
    let holder = read(&seen.content).map_or_else(|| "another process".to_owned(), |holder| holder.name());
    let advice = "give each process a folder of its own, or end that one";
    let text = format!("the journal's folder {} is used by {holder}: {advice}", folder.display());
    io::Error::new(io::ErrorKind::ResourceBusy, text)
}

/// Removes a lock that is left over, unless it is another one by now.
pub(crate) fn take_over(file: &Path, left: &Seen, token: &str) -> io::Result<()> {
    let aside = file.with_extension(token);
    match fs::rename(file, &aside) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        renamed => renamed?,
    }
    let is_another = Seen::at(&aside)?.is_some_and(|found| found != *left);
    if is_another && fs::hard_link(&aside, file).is_err() && !file.try_exists()? {
        // This file system has no links.
        return fs::rename(&aside, file);
    }
    match fs::remove_file(&aside) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Removes files that an earlier process has begun; nobody else can be writing now.
fn remove_unfinished(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "new")) {
        // One that stays does no harm.
        let _ = fs::remove_file(path);
    }
}
