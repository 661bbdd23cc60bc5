//! Closing, with work under way and afterwards.

use std::net::TcpListener;
use std::time::Duration;

use buffa::Message as _;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};

use super::journal::folder;
use super::payments::{COMPLETED, FAILED, ID, OTHER, Silent, operation, stage};
use crate::proto::geocode::v1::TransformRequest;
use crate::proto::wallet::v1::{
    CaptureOrder, ExchangeRequest, ListLedgerEntriesRequest, ReleaseOrder, TransferOrder, TransferOrders, WatchRequest,
};
use crate::{
    Asset, Client, Credentials, Error, EventOptions, FolderJournal, Journal, Operation, OperationKind, Order, Outcome,
    Reason, Wallet,
};

#[tokio::test(start_paused = true)]
async fn a_payment_under_way_is_unresolved_and_the_journal_keeps_it() {
    for (sends, sent) in [(&[Silent][..], 5), (&[Silent][..], 15), (&[Silent][..], 45)] {
        let stage = stage(sends, &[Silent]);
        let begun = Instant::now();
        let (outcome, ()) = tokio::join!(stage.pay(), async {
            sleep(Duration::from_secs(sent)).await;
            stage.payments.closing.close().await;
        });
        assert_eq!(outcome.unwrap(), Outcome::Unresolved(ID.to_owned()));
        assert_eq!((begun.elapsed().as_secs(), stage.left()), (sent, 1));
        let log = stage.log();
        sleep(Duration::from_secs(300)).await;
        // Nothing goes on in the background.
        assert_eq!(stage.log(), log);
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_closed_wallet_is_asked_for_is_neither_stored_nor_sent() {
    let stage = stage(&[COMPLETED], &[COMPLETED]);
    stage.payments.closing.close().await;
    stage.payments.closing.close().await;
    assert_eq!(stage.pay().await.unwrap_err().reason(), Reason::StateInvalid);
    assert_eq!(stage.payments.keep(vec![operation(ID)]).await.unwrap_err().reason(), Reason::StateInvalid);
    assert_eq!(stage.payments.reconcile().await.unwrap_err().reason(), Reason::StateInvalid);
    assert_eq!((stage.log().as_str(), stage.left()), ("", 0));
}

#[tokio::test(start_paused = true)]
async fn reconciling_tells_what_was_settled_before() {
    let stage = stage(&[], &[FAILED, Silent]);
    stage.journal.put(&[operation(ID), operation(OTHER)]).unwrap();
    let (outcomes, ()) = tokio::join!(stage.payments.reconcile(), async {
        sleep(Duration::from_secs(5)).await;
        stage.payments.closing.close().await;
    });
    assert!(matches!(outcomes.unwrap()[..], [Outcome::Failed(_), Outcome::Unresolved(_)]));
    assert_eq!(stage.left(), 1);
}

/// Returns the address of a service that never answers.
fn silent() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    (listener, endpoint)
}

#[tokio::test]
async fn what_is_of_another_identity_is_left_alone() {
    let (_listener, endpoint) = silent();
    let wallet = wallet(&endpoint);
    let sender = Some(ID.to_owned());
    let orders = [
        TransferOrder { sender: sender.clone(), ..TransferOrder::default() }.encode_to_vec(),
        CaptureOrder { recipient: sender.clone(), ..CaptureOrder::default() }.encode_to_vec(),
        ReleaseOrder { recipient: sender.clone(), ..ReleaseOrder::default() }.encode_to_vec(),
        ExchangeRequest { identity_id: sender.clone(), ..ExchangeRequest::default() }.encode_to_vec(),
        TransferOrders { orders: vec![TransferOrder { sender, ..TransferOrder::default() }] }.encode_to_vec(),
    ];
    for (digit, order) in orders.into_iter().enumerate() {
        let kind = match digit {
            3 => OperationKind::Exchange,
            4 => OperationKind::Batch,
            _ => OperationKind::Payment,
        };
        let operation = Operation { id: ID.replace('1', &digit.to_string()), order, kind, ..operation(ID) };
        wallet.payments().journal.put(&[operation]).unwrap();
    }
    assert_eq!(wallet.reconcile().await.unwrap(), []);
    assert_eq!(wallet.payments().journal.list().unwrap().len(), 5);
}

/// Returns the credentials of an identity that no service knows.
pub(super) fn credentials() -> Credentials {
    let bytes = crate::bytes::base64url(&[7; 32]);
    let rotation = format!(r#"{{"version":1,"secret":"{bytes}"}}"#);
    let credentials =
        format!(r#"{{"identityId":"{OTHER}","keyId":"key","privateKey":"{bytes}","rotationKey":{rotation}}}"#);
    Credentials::from_json(&credentials).unwrap()
}

fn wallet(endpoint: &str) -> Wallet {
    Wallet::builder(endpoint, credentials()).build().unwrap()
}

/// Expects that work fails because something is closed when it has a connection.
async fn expect_closed<T, Closed: Future<Output = ()>>(
    listener: &TcpListener,
    work: impl Future<Output = Result<T, Error>>,
    close: impl FnOnce() -> Closed,
) {
    let listener = listener.try_clone().unwrap();
    let closing = async {
        let _connection = spawn_blocking(move || listener.accept()).await.unwrap();
        close().await;
    };
    let (done, ()) = timeout(Duration::from_secs(20), async { tokio::join!(work, closing) }).await.expect("it hangs");
    assert_eq!(done.err().expect("it is closed").reason(), Reason::StateInvalid);
}

#[tokio::test]
async fn calls_pages_and_streams_fail_under_way_and_afterwards() {
    let (listener, endpoint) = silent();
    for kind in 0..4 {
        let client = Client::new(&endpoint).unwrap();
        let work = async || match kind {
            0 => client.geocode_service().transform(TransformRequest::default()).await.map(drop),
            1 => client.items(ListLedgerEntriesRequest::default()).try_next().await.map(drop),
            2 => client.event_service().watch(WatchRequest::default()).try_next().await.map(drop),
            _ => client.key_set().await.map(drop),
        };
        expect_closed(&listener, work(), || client.close()).await;
        assert_eq!(work().await.unwrap_err().reason(), Reason::StateInvalid);
    }
}

#[tokio::test]
async fn everything_of_a_wallet_fails_whose_session_is_being_opened() {
    let (listener, endpoint) = silent();
    for kind in 0..5 {
        let wallet = wallet(&endpoint);
        let order = Order::new(ID, Asset::Standard, "1");
        let work = async {
            match kind {
                0 => wallet.pay(order).await.map(drop),
                1 => wallet.exchange(Asset::Standard, Asset::Micro, "1").await.map(drop),
                2 => wallet.balances().await.map(drop),
                3 => wallet.events(EventOptions::default()).try_next().await.map(drop),
                _ => wallet.reverse(ID, None).await.map(drop),
            }
        };
        expect_closed(&listener, work, || wallet.close()).await;
        // Nothing was sent, so that nothing is kept.
        assert_eq!(wallet.payments().journal.list().unwrap(), []);
    }
}

#[tokio::test]
async fn a_client_closes_its_wallets_which_free_the_folders_of_their_journals() {
    let (_listener, endpoint) = silent();
    let client = Client::new(&endpoint).unwrap();
    let credentials = wallet(&endpoint).credentials;
    for is_parent in [false, true] {
        let place = folder("wallets");
        let journal = FolderJournal::open(&place).unwrap();
        let wallet = client.wallet(credentials.clone()).journal(journal).build().unwrap();
        assert_eq!(wallet.reconcile().await.unwrap(), []);
        assert!(place.join("lock").exists());
        if is_parent {
            client.close().await;
        } else {
            wallet.client().close().await;
        }
        assert!(!place.join("lock").exists());
        assert_eq!(wallet.reconcile().await.unwrap_err().reason(), Reason::StateInvalid);
        assert_eq!(wallet.balances().await.unwrap_err().reason(), Reason::StateInvalid);
        assert!(!place.join("lock").exists());
    }
    assert_eq!(client.wallet(credentials).build().unwrap_err().reason(), Reason::StateInvalid);
}
