//! Locks that journals of one process share.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};

use super::file::Hold;
use super::{LOOK, closed};

/// Folders that journals of this process use, by their real paths.
static PLACES: Mutex<BTreeMap<PathBuf, Arc<Place>>> = Mutex::new(BTreeMap::new());

#[derive(Debug, Default)]
struct Place {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Free,
    /// A thread of this process tries to take the lock.
    Wanted,
    Held {
        count: usize,
        hold: Hold,
    },
}

/// One of the shares of a lock. When the last one is dropped, the lock is given up.
#[derive(Debug)]
pub(super) struct Share {
    path: PathBuf,
    place: Arc<Place>,
}

impl Share {
    /// Takes a share of the lock of a folder with a real path, which is taken first if this process does not have it.
    pub(super) fn take(folder: &Path, path: PathBuf, is_closed: &dyn Fn() -> bool) -> io::Result<Self> {
        let place = PLACES.lock().expect("no holder panics").entry(path.clone()).or_default().clone();
        let mut state = place.state.lock().expect("no holder panics");
        loop {
            match &mut *state {
                State::Held { count, .. } => {
                    *count += 1;
                    drop(state);
                    return Ok(Self { path, place });
                }
                State::Wanted => {
                    state = place.changed.wait_timeout(state, LOOK).expect("no holder panics").0;
                    if is_closed() {
                        return Err(closed());
                    }
                }
                State::Free => {
                    *state = State::Wanted;
                    drop(state);
                    let taken = Hold::take(folder, &path, is_closed);
                    state = place.state.lock().expect("no holder panics");
                    place.changed.notify_all();
                    *state = State::Free;
                    *state = State::Held { count: 0, hold: taken? };
                }
            }
        }
    }

    /// Fails if another process has taken the lock over.
    pub(super) fn check(&self, folder: &Path) -> io::Result<()> {
        match &*self.place.state.lock().expect("no holder panics") {
            State::Held { hold, .. } => hold.check(folder),
            State::Free | State::Wanted => Ok(()),
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut state = self.place.state.lock().expect("no holder panics");
        if let State::Held { count, .. } = &mut *state {
            *count -= 1;
            if *count == 0 {
                *state = State::Free;
            }
        }
        drop(state);
        let mut places = PLACES.lock().expect("no holder panics");
        // This share and the list have the last ones.
        if Arc::strong_count(&self.place) == 2 {
            places.remove(&self.path);
        }
    }
}
