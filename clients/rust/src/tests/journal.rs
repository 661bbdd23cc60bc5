//! The journal in a folder.

use std::fs;
use std::path::PathBuf;

use crate::{FolderJournal, Journal, Operation};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("platonic-journal-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn operation(digit: char) -> Operation {
    let id = format!("01920000-0000-7000-8000-00000000000{digit}");
    Operation { id, order: vec![1, 2, 255], key_id: "key".to_owned(), signature: vec![9; 64] }
}

#[test]
fn keeps_operations_until_they_are_deleted() {
    let folder = folder("keeps");
    let journal = FolderJournal::open(&folder).unwrap();
    journal.put(&[operation('1'), operation('2')]).unwrap();
    fs::write(folder.join("01920000-0000-7000-8000-000000000003.unfinished"), "{").unwrap();
    let again = FolderJournal::open(&folder).unwrap();
    assert_eq!(again.list().unwrap(), [operation('1'), operation('2')]);
    again.delete(&operation('1').id).unwrap();
    again.delete(&operation('1').id).unwrap();
    assert_eq!(journal.list().unwrap(), [operation('2')]);
}

#[test]
fn names_the_file_that_cannot_be_read_and_leaves_none_out() {
    let folder = folder("names");
    let journal = FolderJournal::open(&folder).unwrap();
    journal.put(&[operation('1')]).unwrap();
    let path = folder.join("01920000-0000-7000-8000-000000000002.json");
    for damaged in ["", "{}", r#"{"id":"01920000-0000-7000-8000-000000000001","order":"","keyId":"","signature":""}"#] {
        fs::write(&path, damaged).unwrap();
        let error = journal.list().unwrap_err().to_string();
        assert!(error.contains("000000000002.json"), "{error}");
    }
}

#[test]
fn refuses_ids_that_are_no_names_of_files() {
    let journal = FolderJournal::open(folder("refuses")).unwrap();
    let outside = Operation { id: "../outside".to_owned(), ..operation('1') };
    assert!(journal.put(&[outside]).unwrap_err().to_string().contains("no UUID"));
    assert!(journal.delete("../outside").is_err());
}
