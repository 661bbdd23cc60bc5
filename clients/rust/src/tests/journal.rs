//! The journal in a folder.

use std::path::PathBuf;
use std::{fs, io};

use crate::bytes::base64url;
use crate::{FolderJournal, Journal, MemoryJournal, Operation, OperationKind};

pub(super) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("platonic-journal-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

pub(super) fn operation(digit: char) -> Operation {
    let id = format!("01920000-0000-7000-8000-00000000000{digit}");
    Operation {
        id,
        order: vec![1, 2, 255],
        key_id: "key".to_owned(),
        signature: vec![9; 64],
        kind: OperationKind::Payment,
    }
}

#[test]
fn keeps_operations_until_they_are_deleted() {
    let folder = folder("keeps");
    let journal = FolderJournal::open(&folder).unwrap();
    journal.put(&[operation('1'), operation('2')]).unwrap();
    fs::write(folder.join("01920000-0000-7000-8000-000000000003.operation.new"), "{").unwrap();
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
    let path = folder.join("01920000-0000-7000-8000-000000000002.operation");
    let other = r#"{"id":"01920000-0000-7000-8000-000000000001","order":"","keyId":"","signature":"CQ"}"#;
    let newer = r#"{"id":"01920000-0000-7000-8000-000000000002","order":"","keyId":"","signature":"","kind":"loan"}"#;
    let unsigned = r#"{"id":"01920000-0000-7000-8000-000000000002","order":"","keyId":"","signature":""}"#;
    for damaged in ["", "{}", other, newer, unsigned] {
        fs::write(&path, damaged).unwrap();
        let error = journal.list().unwrap_err().to_string();
        assert!(error.contains("000000000002.operation"), "{error}");
    }
}

#[test]
fn refuses_ids_that_are_no_names_of_files() {
    let journal = FolderJournal::open(folder("refuses")).unwrap();
    let outside = Operation { id: "../outside".to_owned(), ..operation('1') };
    assert!(journal.put(&[outside]).unwrap_err().to_string().contains("no UUID"));
    assert!(journal.delete("../outside").is_err());
}

#[test]
fn refuses_an_id_that_it_has_and_stores_none_of_those_with_it() {
    let folder = folder("has");
    let journals: [Box<dyn Journal>; 2] =
        [Box::new(FolderJournal::open(&folder).unwrap()), Box::new(MemoryJournal::default())];
    for journal in journals {
        journal.put(&[operation('2')]).unwrap();
        let other = Operation { order: vec![7], ..operation('2') };
        let error = journal.put(&[operation('1'), other, operation('3')]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert!(error.to_string().contains("call reconcile"), "{error}");
        assert_eq!(journal.list().unwrap(), [operation('2')]);
    }
    // Nothing unfinished stays, either.
    assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
}

#[test]
fn stores_an_id_once_however_many_ask_at_once() {
    let journal = FolderJournal::open(folder("once")).unwrap();
    let stored = std::thread::scope(|scope| {
        let put = |_| scope.spawn(|| journal.put(&[operation('1')]).is_ok());
        let threads: Vec<_> = (0..8).map(put).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).filter(|is_stored| *is_stored).count()
    });
    assert_eq!(stored, 1);
}

#[test]
fn has_files_in_the_form_of_every_language() {
    let folder = folder("form");
    let journal = FolderJournal::open(&folder).unwrap();
    let exchange =
        Operation { order: Vec::new(), signature: Vec::new(), kind: OperationKind::Exchange, ..operation('2') };
    let batch = Operation { order: vec![10, 0], kind: OperationKind::Batch, ..operation('3') };
    journal.put(&[operation('1'), exchange.clone(), batch.clone()]).unwrap();
    let read = |digit| fs::read_to_string(folder.join(format!("{}.operation", operation(digit).id))).unwrap();
    let members = |digit| serde_json::from_str::<serde_json::Value>(&read(digit)).unwrap();
    let (order, signature) = ("AQL_", base64url(&[9; 64]));
    assert_eq!(
        members('1'),
        serde_json::json!({"id": operation('1').id, "order": order, "keyId": "key", "signature": signature})
    );
    assert_eq!(
        members('2'),
        serde_json::json!({"id": exchange.id, "order": "", "keyId": "key", "signature": "", "kind": "exchange"})
    );
    assert_eq!(
        members('3'),
        serde_json::json!({"id": batch.id, "order": "CgA", "keyId": "key", "signature": signature, "kind": "batch"})
    );
    assert_eq!(journal.list().unwrap(), [operation('1'), exchange, batch]);
}

#[test]
fn reads_refuses_and_deletes_files_of_earlier_versions() {
    let folder = folder("earlier");
    let journal = FolderJournal::open(&folder).unwrap();
    journal.put(&[operation('1')]).unwrap();
    let id = operation('1').id;
    let earlier = folder.join(format!("{id}.json"));
    fs::rename(folder.join(format!("{id}.operation")), &earlier).unwrap();
    assert_eq!(journal.list().unwrap(), [operation('1')]);
    assert_eq!(journal.put(&[operation('1')]).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    journal.delete(&id).unwrap();
    assert!(!earlier.exists());
}

#[test]
fn can_be_listed_while_operations_are_deleted() {
    let journal = FolderJournal::open(folder("beside")).unwrap();
    std::thread::scope(|scope| {
        let deleting = scope.spawn(|| {
            for _ in 0..100 {
                journal.put(&[operation('1')]).unwrap();
                journal.delete(&operation('1').id).unwrap();
            }
        });
        while !deleting.is_finished() {
            journal.list().unwrap();
        }
    });
}
