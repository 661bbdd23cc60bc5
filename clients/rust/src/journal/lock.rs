//! The lock of a folder, which one process at a time uses.

pub(crate) mod file;
mod shared;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{fs, io};

use shared::Share;

use super::folder::{make, within};

/// Time after which the holder shows that it lives.
const BEAT: Duration = Duration::from_secs(2);
/// Time without a beat after which another process takes a lock over.
const LEFT: Duration = Duration::from_secs(10);
/// Time between two looks at the lock of another process.
const LOOK: Duration = Duration::from_millis(200);

/// The part of one journal in the lock of its folder. Dropped, it is given up.
#[derive(Debug)]
pub(super) struct FolderLock {
    folder: PathBuf,
    held: Mutex<Option<Share>>,
    closings: AtomicU64,
}

impl FolderLock {
    pub(super) fn new(folder: PathBuf) -> Self {
        Self { folder, held: Mutex::default(), closings: AtomicU64::default() }
    }

    /// Takes the lock, unless this journal has it. Waits while it is not clear whether another process lives.
    pub(super) fn take(&self) -> io::Result<()> {
        let closings = self.closings.load(Ordering::SeqCst);
        if let Some(share) = &*self.held.lock().expect("no holder panics") {
            return share.check(&self.folder);
        }
        let is_closed = || self.closings.load(Ordering::SeqCst) != closings;
        make(&self.folder)?;
        let place = fs::canonicalize(&self.folder).map_err(|error| within(&self.folder, "cannot be found", &error))?;
        let share = Share::take(&self.folder, place, &is_closed)?;
        share.check(&self.folder)?;
        let mut held = self.held.lock().expect("no holder panics");
        if is_closed() {
            return Err(closed());
        }
        *held = Some(share);
        Ok(())
    }

    /// Gives the lock up. Whoever waits for it meanwhile fails.
    pub(super) fn close(&self) {
        self.closings.fetch_add(1, Ordering::SeqCst);
        drop(self.held.lock().expect("no holder panics").take());
    }
}

fn closed() -> io::Error {
    io::Error::other("the journal was closed while it waited for its folder")
}
