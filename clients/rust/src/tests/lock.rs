//! The lock of a journal's folder.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};
use std::{io, thread};

use serde_json::{Value, json};

use super::journal::{folder, operation};
use crate::journal::{give_name, lock_file};
use crate::{FolderJournal, Journal, Reason};

fn new_folder(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn host() -> String {
    hostname::get().unwrap().into_string().unwrap()
}

/// Returns what a lock says of this system, as it is documented; `None` on other systems than Linux.
fn system() -> Option<String> {
    let start = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
    Some(format!("{} {}", start.trim(), namespace.display()))
}

/// Writes the lock of a process, of this system if it has a name.
fn lock(folder: &Path, host: &str, process: u32) -> PathBuf {
    let mut holder = json!({"host": host, "process": process, "token": "theirs"});
    if let Some(system) = system() {
        holder["system"] = json!(system);
    }
    write(folder, &holder)
}

fn write(folder: &Path, holder: &Value) -> PathBuf {
    let file = folder.join("lock");
    fs::write(&file, holder.to_string()).unwrap();
    file
}

/// Whether the lock would be taken over at once.
fn is_left_over(file: &Path) -> bool {
    lock_file::Seen::at(file).unwrap().unwrap().is_left_over(&host(), system().as_deref())
}

fn read(file: &Path) -> Value {
    serde_json::from_slice(&fs::read(file).unwrap()).unwrap()
}

/// Returns the id of a process that has ended.
fn ended() -> u32 {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .arg("--list")
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    child.wait().unwrap();
    child.id()
}

#[test]
fn names_its_process_and_goes_with_the_last_journal_of_the_folder() {
    let place = new_folder("shared");
    let file = place.join("lock");
    let [one, other] = [place.clone(), place.join("../").join(place.file_name().unwrap())]
        .map(|folder| FolderJournal::open(folder).unwrap());
    assert!(!file.exists());
    one.put(&[operation('1')]).unwrap();
    let held = read(&file);
    let system = system().map_or_else(String::new, |system| format!(r#""system":{},"#, json!(system)));
    let text =
        format!(r#"{{"host":{},{system}"process":{},"token":{}}}"#, json!(host()), std::process::id(), held["token"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text + "\n");
    assert_eq!(other.list().unwrap(), [operation('1')]);
    assert_eq!(read(&file), held);
    one.close();
    one.close();
    assert_eq!(read(&file), held);
    drop(other);
    assert!(!file.exists());
    // Whoever uses it again takes it again.
    one.delete(&operation('1').id).unwrap();
    assert!(!file.exists());
    one.list().unwrap();
    assert_ne!(read(&file)["token"], held["token"]);
    drop(one);
    assert!(!file.exists());
}

#[cfg(unix)]
#[test]
fn is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = folder("owner");
    let journal = FolderJournal::open(&place).unwrap();
    journal.put(&[operation('1')]).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&place), 0o700);
    for entry in fs::read_dir(&place).unwrap() {
        assert_eq!(mode(&entry.unwrap().path()), 0o600);
    }
}

#[test]
fn is_taken_over_at_once_if_its_process_has_ended() {
    let place = new_folder("ended");
    let unfinished = place.join(format!("{}.operation.5.new", operation('1').id));
    for process in [ended(), 0, u32::MAX] {
        let file = lock(&place, &host(), process);
        assert!(is_left_over(&file));
        fs::write(&unfinished, "{").unwrap();
        let journal = FolderJournal::open(&place).unwrap();
        journal.list().unwrap();
        assert_eq!(read(&file)["process"], json!(std::process::id()));
        assert_eq!(fs::read_dir(&place).unwrap().count(), 1);
    }
}

#[cfg(unix)]
#[test]
fn of_a_process_that_lives_is_left_to_it() {
    let place = new_folder("lives");
    let journal = FolderJournal::open(&place).unwrap();
    let (here, elsewhere) = (host(), "elsewhere.example".to_owned());
    let parent = std::os::unix::process::parent_id();
    for (host, process) in [(elsewhere, 4711), (here.clone(), parent), (here, std::process::id())] {
        let file = lock(&place, &host, process);
        assert!(!is_left_over(&file));
        let error = thread::scope(|scope| {
            let using = scope.spawn(|| journal.put(&[operation('1')]).unwrap_err());
            let mut beat = SystemTime::UNIX_EPOCH;
            while !using.is_finished() {
                beat += Duration::from_secs(1);
                File::options().write(true).open(&file).unwrap().set_modified(beat).unwrap();
            }
            using.join().unwrap()
        });
        let text = error.to_string();
        assert!(
            text.contains(place.to_str().unwrap()) && text.contains(&format!("process {process} on host {host}")),
            "{text}"
        );
        assert_eq!(read(&file)["token"], "theirs");
        assert_eq!(fs::read_dir(&place).unwrap().count(), 1);
    }
}

#[test]
fn of_another_system_is_watched_like_that_of_another_host() {
    let place = new_folder("system");
    let process = ended();
    for system in [json!("1 pid:[1]"), json!(""), Value::Null, json!(5), json!({"pid": 1})] {
        let file = write(&place, &json!({"host": host(), "system": system, "process": process, "token": "theirs"}));
        // An empty one counts as none.
        let is_nameless = system.as_str().is_none_or(str::is_empty);
        let seen = lock_file::Seen::at(&file).unwrap().unwrap();
        assert!(!seen.is_left_over(&host(), Some("2 pid:[1]")), "{system}");
        assert_eq!(seen.is_left_over(&host(), None), is_nameless, "{system}");
        assert_eq!(lock_file::beat(&file, "theirs"), Ok(()));
    }
    let file = write(&place, &json!({"host": host(), "process": process, "token": "theirs"}));
    let seen = lock_file::Seen::at(&file).unwrap().unwrap();
    assert!(!seen.is_left_over(&host(), Some("2 pid:[1]")) && seen.is_left_over(&host(), None));
}

#[test]
fn is_not_waited_for_once_the_journal_is_closed() {
    let place = new_folder("closed");
    lock(&place, "elsewhere.example", 1);
    let [one, other] = [(); 2].map(|()| FolderJournal::open(&place).unwrap());
    thread::scope(|scope| {
        let using = [&one, &other].map(|journal| scope.spawn(|| journal.list().unwrap_err().to_string()));
        while using.iter().any(|thread| !thread.is_finished()) {
            one.close();
            other.close();
        }
        for error in using.map(|thread| thread.join().unwrap()) {
            assert!(error.contains("closed"), "{error}");
        }
    });
}

#[test]
fn a_beat_keeps_what_is_ours_and_sees_what_is_not() {
    let place = new_folder("beat");
    let file = lock(&place, "elsewhere.example", 4711);
    let set = |time| File::options().write(true).open(&file).unwrap().set_modified(time).unwrap();
    set(SystemTime::UNIX_EPOCH);
    assert_eq!(lock_file::beat(&file, "ours"), Err("process 4711 on host elsewhere.example".to_owned()));
    assert_eq!(fs::metadata(&file).unwrap().modified().unwrap(), SystemTime::UNIX_EPOCH);
    assert_eq!(lock_file::beat(&file, "theirs"), Ok(()));
    assert_ne!(fs::metadata(&file).unwrap().modified().unwrap(), SystemTime::UNIX_EPOCH);
    fs::write(&file, "").unwrap();
    assert!(lock_file::beat(&file, "theirs").is_err());
    fs::remove_file(&file).unwrap();
    assert!(lock_file::beat(&file, "theirs").is_err());
    assert!(!file.exists());
}

#[test]
fn another_one_than_was_judged_is_put_back() {
    let place = new_folder("judged");
    let file = lock(&place, &host(), ended());
    let judged = lock_file::Seen::at(&file).unwrap().unwrap();
    fs::write(&file, json!({"host": host(), "process": 1, "token": "newer"}).to_string()).unwrap();
    lock_file::take_over(&file, &judged, "ours").unwrap();
    assert_eq!(read(&file)["token"], "newer");
    let newer = lock_file::Seen::at(&file).unwrap().unwrap();
    lock_file::take_over(&file, &newer, "ours").unwrap();
    lock_file::take_over(&file, &newer, "ours").unwrap();
    assert_eq!(fs::read_dir(&place).unwrap().count(), 0);
}

#[test]
fn files_get_their_names_without_links_too() {
    let place = new_folder("links");
    let [unfinished, path] = ["a.new", "a"].map(|name| place.join(name));
    let failing = |kind: io::ErrorKind| move |_: &Path, _: &Path| Err(io::Error::from(kind));
    for kind in [io::ErrorKind::PermissionDenied, io::ErrorKind::Unsupported] {
        fs::write(&unfinished, "1").unwrap();
        give_name(&unfinished, &path, failing(kind)).unwrap();
        assert!(path.exists() && !unfinished.exists());
        fs::write(&unfinished, "2").unwrap();
        assert_eq!(give_name(&unfinished, &path, failing(kind)).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"1");
        fs::remove_file(&path).unwrap();
    }
    // Any other failure leaves nothing that is half stored.
    give_name(&unfinished, &path, failing(io::ErrorKind::StorageFull)).unwrap_err();
    assert!(!path.exists());
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let file = new_folder("file").join("file");
    fs::write(&file, "").unwrap();
    for folder in [file.join("journal"), file.clone()] {
        let error = FolderJournal::open(&folder).unwrap_err();
        assert_eq!(error.reason(), Reason::StateInvalid);
        assert!(error.message().contains(folder.to_str().unwrap()), "{error}");
    }
}

#[test]
fn a_folder_that_is_gone_is_made_again() {
    let place = new_folder("gone");
    let journal = FolderJournal::open(&place).unwrap();
    fs::remove_dir(&place).unwrap();
    journal.put(&[operation('1')]).unwrap();
    fs::remove_dir_all(&place).unwrap();
    let error = journal.put(&[operation('1')]).unwrap_err();
    assert!(
        error.kind() != io::ErrorKind::AlreadyExists && error.to_string().contains(place.to_str().unwrap()),
        "{error}"
    );
}
