//! Files of operations, in the form that all languages share.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use buffa::Message as _;
use serde::{Deserialize, Serialize};

use super::{Operation, OperationKind};
use crate::bytes::{base64url, from_base64url, is_id};
use crate::proto::wallet::v1::{ExchangeRequest, TransferOrders};

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

/// Kinds of operations that are not payments, as files have them.
const KINDS: [(&str, OperationKind); 2] = [("exchange", OperationKind::Exchange), ("batch", OperationKind::Batch)];

/// Writes an operation to a file that is new, and syncs it.
pub(super) fn write(path: &Path, operation: &Operation) -> io::Result<()> {
    let form = Form {
        id: operation.id.clone(),
        order: base64url(&operation.order),
        key_id: operation.key_id.clone(),
        signature: base64url(&operation.signature),
        kind: KINDS.iter().find(|(_, kind)| *kind == operation.kind).map(|(name, _)| (*name).to_owned()),
    };
    write_new(path, &serde_json::to_vec(&form)?)
}

/// Writes a file that is new and that only its owner reads, and syncs it. No part of it stays after an error.
pub(super) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

/// Reads the operation in a file, whose name begins with its id.
pub(super) fn read(path: &Path) -> io::Result<Operation> {
    let invalid = |text: String| io::Error::new(io::ErrorKind::InvalidData, text);
    let form: Form = serde_json::from_slice(&fs::read(path)?)?;
    if path.file_stem().and_then(|stem| stem.to_str()) != Some(&form.id) || !is_id(&form.id) {
        return Err(invalid("its id is not that of its name".to_owned()));
    }
    let bytes = |text: &str, what: &str| from_base64url(text, what).map_err(|error| invalid(error.to_string()));
    let (order, signature) = (bytes(&form.order, "order")?, bytes(&form.signature, "signature")?);
    let kind = match form.kind {
        None => OperationKind::Payment,
        Some(name) => match KINDS.iter().find(|(known, _)| *known == name) {
            Some((_, kind)) => *kind,
            None => return Err(invalid(format!("this version does not know its kind {name:?}"))),
        },
    };
    if signature.is_empty() != (kind == OperationKind::Exchange) {
        return Err(invalid("exchanges have no signature, and everything else has one".to_owned()));
    }
    let decoded = match kind {
        OperationKind::Payment => Ok(()),
        OperationKind::Exchange => ExchangeRequest::decode_from_slice(&order).map(drop),
        OperationKind::Batch => TransferOrders::decode_from_slice(&order).map(drop),
    };
    decoded.map_err(|error| invalid(format!("its order cannot be read: {error}")))?;
    Ok(Operation { id: form.id, order, key_id: form.key_id, signature, kind })
}
