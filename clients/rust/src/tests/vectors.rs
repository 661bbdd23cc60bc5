//! The vectors of the project are the oracle for everything that is signed.

use std::time::{Duration, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use buffa::Message as _;
use serde_json::{Value, json};

use crate::bytes::{base64url, from_base64url, hex};
use crate::cryptography::{SigningKey, is_signed_by};
use crate::order::{Purpose, root_of};
use crate::proto::wallet::v1::{CaptureOrder, Receipt, ReleaseOrder, TransferOrder};
use crate::token::{TokenTerms, mint};
use crate::tree::root;
use crate::{Credentials, TreeHead, is_consistent, verify_receipt, verify_webhook};

fn vectors(name: &str) -> Value {
    let path = format!("{}/../../test/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap()
}

fn list(name: &str) -> Vec<Value> {
    vectors(&format!("steps/{name}"))["vectors"].as_array().unwrap().clone()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|place| u8::from_str_radix(&text[place..place + 2], 16).unwrap()).collect()
}

fn step<'a>(vector: &'a Value, name: &str) -> &'a Value {
    vector["steps"].as_array().unwrap().iter().find(|step| step["name"] == name).unwrap()
}

fn bytes(vector: &Value, name: &str) -> Vec<u8> {
    unhex(step(vector, name)["bytes"].as_str().unwrap())
}

fn key(seed: &Value) -> SigningKey {
    SigningKey::new(unhex(seed.as_str().unwrap()).try_into().unwrap())
}

#[test]
fn mints_the_tokens_of_the_vectors() {
    for vector in list("tokens") {
        let (header, claims) = (&vector["input"]["header"], &vector["input"]["payload"]);
        let text = |name: &str| claims[name].as_str().unwrap_or_default();
        let number = |value: &Value| value.as_u64().unwrap();
        let credentials = Credentials {
            identity_id: text("sub").to_owned(),
            key_id: header["kid"].as_str().unwrap().to_owned(),
            key: key(&step(&vector, "signature")["seed"]),
            rotation_version: claims["rot"]["kid"].as_str().unwrap()[1..].parse().unwrap(),
            rotation_secret: bytes(&vector, "rotation key"),
        };
        let binding: Option<[u8; 32]> =
            claims["cb"].as_str().map(|text| from_base64url(text, "cb").unwrap().try_into().unwrap());
        let window = [30, 60, 300, 900].into_iter().find(|w| number(&claims["iat"]) / w == number(&claims["rot"]["w"]));
        let terms = TokenTerms {
            audience: text("aud"),
            client_id: text("client_id"),
            scope: text("scope"),
            counter: number(&claims["rot"]["n"]),
            window: window.unwrap(),
            lifetime: number(&claims["exp"]) - number(&claims["iat"]),
            issued_at: number(&claims["iat"]),
            token_id: from_base64url(text("jti"), "jti").unwrap().try_into().unwrap(),
            challenge: claims["chal"].as_str(),
            channel_binding: binding.as_ref(),
        };
        let token = String::from_utf8(bytes(&vector, "token")).unwrap();
        assert_eq!(mint(&credentials, &terms), token, "{}", vector["name"]);
    }
}

#[test]
fn writes_and_signs_the_orders_of_the_vectors() {
    for vector in list("orders").into_iter().chain(list("holds")).filter(|vector| vector["input"].is_object()) {
        let input = vector["input"].clone();
        let (purpose, order) = match vector["purpose"].as_str().unwrap() {
            "transfer" => (Purpose::Transfer, read::<TransferOrder>(input).encode_to_vec()),
            "capture" => (Purpose::Capture, read::<CaptureOrder>(input).encode_to_vec()),
            "release" => (Purpose::Release, read::<ReleaseOrder>(input).encode_to_vec()),
            other => panic!("the vectors have orders of the purpose {other}"),
        };
        assert_eq!(hex(&order), hex(&bytes(&vector, "order")), "{}", vector["name"]);
        if vector.get("refused").is_some() {
            let found = step(&vector, "the service finds");
            let public = unhex(found["publicKey"].as_str().unwrap());
            let refused = bytes(&vector, "refused signature");
            assert!(!is_signed_by(&public, &purpose.bytes(&order), &refused), "{}", vector["name"]);
            continue;
        }
        let signature = key(&step(&vector, "signature")["seed"]).sign(&purpose.bytes(&order));
        assert_eq!(hex(&signature), hex(&bytes(&vector, "signature")), "{}", vector["name"]);
    }
}

fn read<M: serde::de::DeserializeOwned>(input: Value) -> M {
    serde_json::from_value(input).unwrap()
}

#[test]
fn signs_many_orders_at_once_as_the_vectors_do() {
    let many: Vec<_> = list("orders").into_iter().filter(|vector| vector["input"].is_array()).collect();
    assert!(many.len() >= 7);
    for vector in many {
        let purpose = match vector["purpose"].as_str().unwrap() {
            "transfers" => Purpose::Transfers,
            _ => Purpose::LinkedTransfers,
        };
        let orders: Vec<Vec<u8>> =
            read::<Vec<TransferOrder>>(vector["input"].clone()).iter().map(|order| order.encode_to_vec()).collect();
        let top = root(orders.iter().map(Vec::as_slice));
        let signature = key(&step(&vector, "signature")["seed"]).sign(&purpose.bytes(&top));
        assert_eq!(hex(&signature), hex(&bytes(&vector, "signature")), "{}", vector["name"]);
        for (place, order) in orders.iter().enumerate() {
            let kept = bytes(&vector, &format!("kept with order {place}"));
            assert_eq!(root_of(order, &kept), Some((top, signature)));
            assert_eq!(root_of(order, &kept[..kept.len() - 1]), None);
            assert_ne!(root_of(&order[1..], &kept), Some((top, signature)));
        }
    }
}

fn key_set(key: &Value) -> String {
    let x = base64url(&unhex(key["publicKey"].as_str().unwrap()));
    json!({"keys": [{"kid": key["id"], "kty": "OKP", "crv": "Ed25519", "x": x}]}).to_string()
}

fn receipt(vector: &Value) -> Receipt {
    Receipt::decode_from_slice(&unhex(vector["message"].as_str().unwrap())).unwrap()
}

fn receipts() -> (String, Vec<Receipt>) {
    let all = vectors("receipts");
    (key_set(&all["key"]), all["receipts"].as_array().unwrap().iter().map(receipt).collect())
}

#[test]
fn verifies_the_receipts_of_the_vectors() {
    let (keys, receipts) = receipts();
    assert!(receipts.len() >= 3);
    for receipt in &receipts {
        let proven = verify_receipt(receipt, &keys).unwrap();
        assert_eq!(Some(proven.transaction_id), receipt.transaction_id);
        assert_eq!(Some(proven.sequence), receipt.sequence);
        assert_eq!(proven.order.is_some(), receipt.sender_key.is_some());
        assert_eq!(proven.head, None);
    }
}

/// Changes one bit of each byte, and expects that the receipt is refused then.
pub(super) fn expect_refused_when_changed(receipt: &Receipt, keys: &str) {
    let bytes = receipt.encode_to_vec();
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1;
        let Ok(changed) = Receipt::decode_from_slice(&changed) else { continue };
        assert!(changed == *receipt || verify_receipt(&changed, keys).is_err(), "byte {place}: {changed:?}");
    }
}

#[test]
fn refuses_receipts_of_which_anything_was_changed() {
    let (keys, receipts) = receipts();
    receipts.iter().for_each(|receipt| expect_refused_when_changed(receipt, &keys));
    let other = keys.replace("\"x\":\"F", "\"x\":\"G");
    assert_ne!(other, keys);
    assert!(verify_receipt(&receipts[0], &other).is_err());
    assert!(verify_receipt(&receipts[0], "{}").unwrap_err().to_string().contains("the key set cannot be read"));
    assert!(verify_receipt(&receipts[0], "{\"keys\": []}").unwrap_err().to_string().contains("no key with this id"));
}

fn head(vector: &Value) -> TreeHead {
    TreeHead { size: vector["size"].as_i64().unwrap(), root: unhex(vector["root"].as_str().unwrap()) }
}

#[test]
fn computes_the_heads_of_the_vectors() {
    for vector in vectors("tree")["heads"].as_array().unwrap() {
        let head = head(vector);
        let leaves: Vec<String> = (0..head.size).map(|place| place.to_string()).collect();
        assert_eq!(root(leaves.iter().map(String::as_bytes)), *head.root);
    }
}

#[test]
fn tells_which_heads_are_consistent() {
    let all = vectors("tree");
    let all = all["consistency"].as_array().unwrap();
    assert!(all.len() > 100);
    for vector in all {
        let proof = unhex(vector["proof"].as_str().unwrap());
        let found = is_consistent(&head(&vector["earlier"]), &head(&vector["later"]), &proof);
        assert_eq!(found, vector["valid"], "{}", vector["name"]);
    }
}

#[test]
fn tells_which_receipts_are_in_the_tree() {
    let all = vectors("tree");
    let keys = key_set(&all["key"]);
    let (refused, valid): (Vec<_>, Vec<_>) =
        all["inclusion"].as_array().unwrap().iter().partition(|vector| vector["refused"].is_string());
    assert!(refused.len() > 30 && valid.len() > 20);
    for vector in valid {
        let proven = verify_receipt(&receipt(vector), &keys).unwrap();
        assert_eq!(proven.head, Some(head(&vector["head"])), "{}", vector["name"]);
    }
    for vector in refused {
        let mut receipt = receipt(vector);
        let error = verify_receipt(&receipt, &keys).unwrap_err().to_string();
        assert_eq!(error.strip_prefix("bad receipt: "), vector["refused"].as_str(), "{}", vector["name"]);
        receipt.inclusion.take().unwrap();
        assert_eq!(verify_receipt(&receipt, &keys).unwrap().head, None);
    }
}

#[test]
fn verifies_the_webhook_of_the_vectors_and_refuses_others() {
    let vector = list("others").into_iter().find(|vector| vector["purpose"] == "webhook").unwrap();
    let payload = vector["input"]["payload"].as_str().unwrap();
    let secret = format!("whsec_{}", STANDARD.encode(bytes(&vector, "secret")));
    let signature = format!("v1,AAAA v1,{}", STANDARD.encode(bytes(&vector, "signature")));
    let verify = |secret: &str, signature: &str, body: &str, seconds: u64| {
        let headers = [("Webhook-ID", "msg_1"), ("webhook-timestamp", "1800000000"), ("webhook-signature", signature)];
        verify_webhook([secret], headers, body.as_bytes(), UNIX_EPOCH + Duration::from_secs(seconds))
    };
    assert_eq!(verify(&secret, &signature, payload, 1_800_000_299).unwrap(), "msg_1");
    assert!(verify(&secret, &signature, payload, 1_800_000_301).is_err());
    assert!(verify(&secret, &signature, payload, 1_799_999_699).is_err());
    assert!(verify(&secret, &signature, "{}", 1_800_000_000).is_err());
    assert!(verify(&secret, "v1,AAAA", payload, 1_800_000_000).is_err());
    assert!(verify("whsec_AAAA", &signature, payload, 1_800_000_000).is_err());
    assert!(verify("whsec_", &signature, payload, 1_800_000_000).is_err());
    let both = ["whsec_AAAA", &secret];
    let headers = [("webhook-id", "msg_1"), ("webhook-timestamp", "1800000000"), ("webhook-signature", &*signature)];
    let now = UNIX_EPOCH + Duration::from_secs(1_800_000_000);
    assert!(verify_webhook(both, headers, payload.as_bytes(), now).is_ok());
    assert!(verify_webhook(both, headers.into_iter().skip(1), payload.as_bytes(), now).is_err());
}

#[test]
fn credentials_are_the_same_after_writing_and_reading() {
    let secret = base64url(&[7; 32]);
    let text = format!(
        r#"{{"identityId":"i","keyId":"k","privateKey":"{secret}","rotationKey":{{"version":3,"secret":"{secret}"}}}}"#
    );
    let credentials = Credentials::from_json(&text).unwrap();
    assert_eq!(credentials.to_json(), text);
    assert!(!format!("{credentials:?}").contains(&secret));
    let error = Credentials::from_json(&text.replace(&secret, "BwcH")).unwrap_err();
    assert_eq!(error.to_string(), "PARAMETER_INVALID: privateKey does not have 32 bytes");
    assert!(!Credentials::from_json(&text[..80]).unwrap_err().to_string().contains("BwcH"));
}

#[test]
fn keys_of_small_order_and_those_that_are_not_encoded_as_they_must_be_sign_nothing() {
    // The neutral element as key and as R, with s = 0, signs every message by the equation alone.
    let mut neutral = [0; 32];
    neutral[0] = 1;
    let signature = [neutral, [0; 32]].concat();
    let mut minus_one = [0xff; 32];
    (minus_one[0], minus_one[31]) = (0xec, 0x7f);
    let mut not_reduced = minus_one;
    not_reduced[0] = 0xee;
    let mut negative = neutral;
    negative[31] |= 0x80;
    let of_order_8 = unhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
    let other = unhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a");
    for key in [&neutral[..], &[0; 32], &minus_one, &not_reduced, &negative, &of_order_8, &other, &[]] {
        // Messages for which the equation holds by chance are among these.
        assert!(!(0..64_u8).any(|message| is_signed_by(key, &[message], &signature)), "{}", hex(key));
    }
    let key = SigningKey::new([7; 32]);
    assert!(is_signed_by(&key.public(), b"tea", &key.sign(b"tea")));
}
