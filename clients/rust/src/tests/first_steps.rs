//! First steps of a new user.

use std::collections::HashSet;

use crate::cryptography::SigningKey;
use crate::proto::wallet::v1::{Amount, amount::Form};
use crate::session::{Session, SessionTerms};
use crate::{Client, Credentials, Reason};

fn credentials() -> Credentials {
    Credentials {
        identity_id: "ada".to_owned(),
        key_id: "key".to_owned(),
        key: SigningKey::new([7; 32]),
        rotation_version: 1,
        rotation_secret: vec![7; 32],
    }
}

#[test]
fn an_address_that_is_no_url_is_refused_with_an_example() {
    for endpoint in ["localhost:8080", "", "ftp://wallet.example"] {
        let error = Client::new(endpoint).unwrap_err();
        assert_eq!((error.reason(), error.parameter()), (Reason::ParameterInvalid, Some("endpoint")));
        assert!(error.message().contains("https://wallet.example"), "{error}");
    }
}

#[test]
fn a_wallet_is_on_the_terms_of_its_client() {
    let client = Client::new("http://wallet.example").unwrap();
    assert_eq!(client.wallet(credentials()).build().unwrap_err().parameter(), Some("endpoint"));
    let client = Client::builder("http://wallet.example").allow_plain_http().build().unwrap();
    assert!(client.wallet(credentials()).build().is_ok());
    // Terms count in any order, before the credentials, too.
    let client = Client::builder("https://wallet.example").client_id("no spaces, please").build().unwrap();
    assert_eq!(client.wallet(credentials()).build().unwrap_err().parameter(), Some("client_id"));
    assert!(client.wallet(credentials()).client_id("phone").build().is_ok());
}

#[tokio::test]
async fn a_service_that_is_not_there_is_told_shortly_and_in_full() {
    let client = Client::new("http://127.0.0.1:9").unwrap();
    let error = client.wallet(credentials()).build().unwrap().balances().await.unwrap_err();
    assert_eq!(error.reason(), Reason::Unreachable);
    assert!(error.message().to_lowercase().contains("refused"), "{error}");
    let shown = format!("{error:?}");
    assert!(shown.starts_with("Error { reason: Unreachable, message: ") && shown.len() < 300, "{shown}");
}

#[test]
fn clients_of_one_identity_draw_their_ids() {
    let draw = || Session::new(credentials(), SessionTerms::default()).unwrap().client_id;
    let drawn: HashSet<String> = (0..100).map(|_| draw()).collect();
    assert!(drawn.len() >= 20, "100 clients have {} ids", drawn.len());
    for id in drawn {
        let part = id.strip_prefix("platonic-client-rust-").expect("the name comes first");
        assert!(part.len() == 2 && u8::from_str_radix(part, 16).is_ok(), "{id}");
    }
    let terms = SessionTerms { client_id: Some("till-7".to_owned()), ..SessionTerms::default() };
    assert_eq!(Session::new(credentials(), terms).unwrap().client_id, "till-7");
}

#[test]
fn counters_rise_and_are_skipped_after_a_refusal() {
    let session = Session::new(credentials(), SessionTerms::default()).unwrap();
    assert_eq!((session.next_counter(1_000), session.next_counter(1_000)), (1_000, 1_001));
    session.skip_counters();
    assert_eq!((session.next_counter(1_000), session.next_counter(4_000)), (3_002, 4_000));
}

#[tokio::test]
async fn an_amount_to_give_back_that_is_none_does_not_mean_all_of_it() {
    let wallet = Client::new("http://127.0.0.1:9").unwrap().wallet(credentials()).build().unwrap();
    for amount in ["", "0", "0.00"] {
        let error = wallet.reverse("01920000-0000-7000-8000-000000000001", Some(amount)).await.unwrap_err();
        assert_eq!((error.reason(), error.parameter()), (Reason::ParameterInvalid, Some("amount")));
    }
}

#[test]
fn amounts_are_decimals() {
    assert_eq!(Amount::decimal("12.5").form, Some(Form::Decimal("12.5".to_owned())));
}
