//! Against a service of development, with its key in `PLATONIC_API_KEY`:
//! `PLATONIC_URL=http://127.0.0.1:8080 cargo test -- --include-ignored`.

use std::time::{Duration, SystemTime};

use buffa::Message as _;

use crate::bytes::{base64url, new_id};
use crate::cryptography::random;
use crate::proto::geocode::v1::TransformRequest;
use crate::proto::wallet::v1::{Amount, ExchangeRequest, ListLedgerEntriesRequest, TokenType};
use crate::{
    Asset, Capture, Client, EventOptions, ExchangeOutcome, Operation, OperationKind, Order, Outcome, Reason, Wallet,
    verify_receipt,
};

pub(super) fn endpoint() -> String {
    std::env::var("PLATONIC_URL").expect("start a service with DEVELOPMENT=1, and set PLATONIC_URL to its address")
}

fn developer_key() -> String {
    std::env::var("PLATONIC_API_KEY").expect("set PLATONIC_API_KEY to the key in operator.key in the service's folder")
}

/// Opens a wallet with an amount of standard tokens.
pub(super) async fn wallet(endpoint: &str, amount: Option<&str>, clock_offset: Duration) -> Wallet {
    let client = Client::builder(endpoint).api_key(developer_key()).build().unwrap();
    let name = format!("r{}", base64url(&random::<8>().unwrap()).replace('-', "x"));
    let credentials = client.register(name).await.unwrap();
    let clock = move || SystemTime::now() - clock_offset;
    let wallet = client.wallet(credentials).clock(clock).build().unwrap();
    wallet.create().await.unwrap();
    if let Some(amount) = amount {
        let id = crate::order::id_or_new(None, 1_800_000_000_000).unwrap();
        // The second one is the first, by its id.
        for _ in 0..2 {
            let booked = client.deposit_with_id(&*id, wallet.identity_id(), Asset::Standard, amount).await.unwrap();
            assert_eq!((booked.exact_amount.as_deref(), booked.id.as_deref()), (Some(amount), Some(&*id)));
        }
    }
    wallet
}

fn id(outcome: &Outcome) -> String {
    outcome.id().to_owned()
}

#[tokio::test]
#[ignore = "needs a service of development, whose address is in PLATONIC_URL"]
async fn pays_holds_reverses_and_exchanges() {
    let endpoint = endpoint();
    // A clock that is an hour off is corrected.
    let ada = wallet(&endpoint, Some("100"), Duration::from_secs(3600)).await;
    let bob = wallet(&endpoint, None, Duration::ZERO).await;
    let order = |amount: &str| Order::new(bob.identity_id(), Asset::Standard, amount);
    let paid = ada.pay(order("12.5").description("for tea")).await.unwrap();
    assert!(matches!(paid, Outcome::Completed(_)));
    let poor = ada.pay(order("1000")).await.unwrap();
    assert!(poor.error_code().unwrap() == crate::proto::wallet::v1::TransactionErrorCode::InsufficientFunds);
    let many = ada.pay_many([order("1"), order("5000"), order("2")]).await.unwrap();
    assert!(matches!(many[..], [Outcome::Completed(_), Outcome::Failed(_), Outcome::Completed(_)]));
    let linked = ada.pay_linked([order("1"), order("5000")]).await.unwrap();
    assert!(linked.iter().all(|outcome| matches!(outcome, Outcome::Failed(_))));
    let held = ada.hold(order("10"), SystemTime::now() + Duration::from_secs(600)).await.unwrap();
    assert!(matches!(held, Outcome::Held(_)));
    let capture = Capture::new(id(&held), Asset::Standard, "4").keep_rest();
    assert!(matches!(bob.capture(capture).await, Ok(Outcome::Completed(_))));
    assert!(matches!(bob.release(id(&held)).await, Ok(Outcome::Completed(_))));
    assert!(matches!(bob.reverse(id(&paid), Some("2.5")).await, Ok(Outcome::Completed(_))));
    assert!(matches!(bob.reverse(id(&paid), None).await, Ok(Outcome::Completed(_))));
    assert_eq!(bob.reverse(id(&paid), None).await.unwrap_err().reason(), Reason::StateInvalid);
    let exchanged = ada.exchange(Asset::Standard, Asset::Micro, "1").await.unwrap();
    assert!(matches!(exchanged, ExchangeOutcome::Completed(_)));
    assert_eq!(bob.balances().await.unwrap()["TOKEN_STANDARD"].held, "0");
    assert!(ada.reconcile().await.unwrap().is_empty());
}

#[tokio::test]
#[ignore = "needs a service of development, whose address is in PLATONIC_URL"]
async fn exchanges_that_an_earlier_process_has_left_are_finished() {
    let ada = wallet(&endpoint(), Some("100"), Duration::ZERO).await;
    let request = |id: &str| ExchangeRequest {
        identity_id: Some(ada.identity_id().to_owned()),
        source_type: Some(TokenType::Standard.into()),
        source_amount: Amount::decimal("1").into(),
        target_type: Some(TokenType::Micro.into()),
        exchange_id: Some(id.to_owned()),
        ..ExchangeRequest::default()
    };
    let [made, lost] = [(); 2].map(|()| new_id(0).unwrap());
    assert!(matches!(ada.exchange_as(request(&made)).await, Ok(ExchangeOutcome::Completed(_))));
    let journal = &ada.payments().journal;
    assert_eq!(journal.list().unwrap().len(), 1);
    ada.acknowledge().await;
    let operation = |id: &String| {
        let (order, key_id) = (request(id).encode_to_vec(), "key".to_owned());
        Operation { id: id.clone(), order, key_id, signature: Vec::new(), kind: OperationKind::Exchange }
    };
    journal.put(&[operation(&made), operation(&lost)]).unwrap();
    let again = ada.exchange_as(request(&made)).await.unwrap_err();
    assert_eq!(again.reason(), Reason::ResourceConflict);
    for outcome in ada.reconcile().await.unwrap() {
        assert_eq!(matches!(outcome, Outcome::Completed(_)), outcome.id() == made);
        assert_eq!(matches!(outcome, Outcome::Failed(_)), outcome.id() == lost);
    }
    ada.acknowledge().await;
    assert_eq!(journal.list().unwrap(), []);
    assert_eq!(ada.balances().await.unwrap()["TOKEN_STANDARD"].free, "99");
}

#[tokio::test]
#[ignore = "needs a service of development, whose address is in PLATONIC_URL"]
async fn receipts_prove_all_kinds_of_orders() {
    let endpoint = endpoint();
    let ada = wallet(&endpoint, Some("100"), Duration::ZERO).await;
    let bob = wallet(&endpoint, None, Duration::ZERO).await;
    let order = |amount: &str| Order::new(bob.identity_id(), Asset::Standard, amount).description("for tea");
    let keys = ada.client().key_set().await.unwrap();
    let held = ada.hold(order("10"), SystemTime::now() + Duration::from_secs(600)).await.unwrap();
    let mut outcomes = vec![ada.pay(order("12.5")).await.unwrap(), held.clone()];
    outcomes.extend(ada.pay_many([order("1"), order("2"), order("3")]).await.unwrap());
    outcomes.extend(ada.pay_linked([order("1"), order("2")]).await.unwrap());
    outcomes.push(bob.capture(Capture::new(id(&held), Asset::Standard, "4").keep_rest()).await.unwrap());
    outcomes.push(bob.release(id(&held)).await.unwrap());
    let mut kinds = Vec::new();
    for outcome in &outcomes {
        let proven = verify_receipt(&bob.receipt(outcome.id()).await.unwrap(), &keys).unwrap();
        let proven = proven.order.unwrap();
        assert_eq!((&*proven.sender, &*proven.recipient), (ada.identity_id(), bob.identity_id()));
        kinds.push(proven.kind);
    }
    use crate::OrderKind::{Capture as Captured, Hold, Release, Transfer};
    assert_eq!(kinds, [Transfer, Hold, Transfer, Transfer, Transfer, Transfer, Transfer, Captured, Release]);
    let mut receipt = bob.receipt(outcomes[0].id()).await.unwrap();
    let proven = verify_receipt(&receipt, &keys).unwrap().order.unwrap();
    assert_eq!((proven.amount.as_str(), proven.description.as_str()), ("12.5", "for tea"));
    // The vectors of the tree have changes of the proof that the entry is in it.
    receipt.inclusion.take().unwrap();
    super::vectors::expect_refused_when_changed(&receipt, &keys);
    for outcome in &outcomes[1..] {
        let mut other = bob.receipt(outcome.id()).await.unwrap();
        other.batch_digests = Some(vec![1; 32]);
        assert!(verify_receipt(&other, &keys).unwrap_err().to_string().contains("batch"));
    }
}

#[tokio::test]
#[ignore = "needs a service of development, whose address is in PLATONIC_URL"]
async fn tells_pages_and_events_once_and_in_order() {
    let endpoint = endpoint();
    let ada = wallet(&endpoint, Some("100"), Duration::ZERO).await;
    let bob = wallet(&endpoint, None, Duration::ZERO).await;
    for _ in 0..4 {
        assert!(matches!(
            ada.pay(Order::new(bob.identity_id(), Asset::Standard, "1")).await,
            Ok(Outcome::Completed(_))
        ));
    }
    let mut request = ListLedgerEntriesRequest::default().with_identity_id(bob.identity_id());
    request.page_size = Some(3);
    let mut items = bob.client().wallet_service().list_ledger_entries_items(request);
    let mut count = 0;
    while let Some(entry) = items.try_next().await.unwrap() {
        assert!(entry.sequence.is_some());
        count += 1;
    }
    assert_eq!(count, 4);
    let mut events = bob.events(EventOptions { from_start: true, ..EventOptions::default() });
    let first = events.next().await.unwrap().unwrap();
    let second = events.next().await.unwrap().unwrap();
    assert!(first.entry.sequence < second.entry.sequence);
    let mut later = bob.events(EventOptions { cursor: Some(first.cursor), ..EventOptions::default() });
    assert_eq!(later.next().await.unwrap().unwrap(), second);
    let mut refused = bob.events(EventOptions { cursor: Some("no".to_owned()), ..EventOptions::default() });
    assert_eq!(refused.next().await.unwrap().unwrap_err().reason(), Reason::ParameterInvalid);
}

#[tokio::test]
#[ignore = "needs a service of development, whose address is in PLATONIC_URL"]
async fn failures_have_reasons_and_parameters() {
    let endpoint = endpoint();
    let client = Client::builder(&endpoint).build().unwrap();
    let error = client.geocode_service().transform(TransformRequest::default()).await.unwrap_err();
    assert_eq!(error.reason(), Reason::AuthenticationRequired);
    let operator = Client::builder(&endpoint).api_key(developer_key()).build().unwrap();
    let error = operator.register("x").await.unwrap_err();
    assert_eq!((error.reason(), error.parameter()), (Reason::ParameterInvalid, Some("username")));
    let unknown = Client::builder("http://127.0.0.1:9").build().unwrap();
    let error = unknown.register("nobody").deadlined().await;
    assert_eq!(error, Reason::Unreachable);
}

trait Deadlined {
    async fn deadlined(self) -> Reason;
}

impl<T, F: Future<Output = Result<T, crate::Error>>> Deadlined for F {
    async fn deadlined(self) -> Reason {
        let answer = tokio::time::timeout(Duration::from_secs(10), self).await.expect("the attempts end");
        answer.err().expect("nobody answers").reason()
    }
}

#[test]
fn endpoints_and_credentials_that_are_not_safe_are_refused() {
    for endpoint in ["", "wallet.example", "ftp://wallet.example", "https://wallet.example?x=1"] {
        let error = Client::builder(endpoint).build().unwrap_err();
        assert_eq!((error.reason(), error.parameter()), (Reason::ParameterInvalid, Some("endpoint")), "{endpoint}");
    }
    let plain = Client::builder("http://wallet.example").api_key("secret");
    assert!(plain.build().unwrap_err().to_string().contains("without TLS"));
    let allowed = Client::builder("http://wallet.example").api_key("secret").allow_plain_http();
    assert!(allowed.build().is_ok());
    assert!(Client::builder("http://wallet.example").build().is_ok());
    assert!(Client::builder("https://wallet.example/").api_key("secret").build().is_ok());
}
