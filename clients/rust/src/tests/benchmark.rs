//! Transfers a second by the wallet, over those of the bare generated client:
//! `BENCHMARK_TRANSFERS=4000 PLATONIC_URL=... cargo test --release benchmark -- --ignored --nocapture`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use buffa::Message as _;
use connectrpc::client::{ClientConfig, call_unary};
use connectrpc::{Protocol, Spec, StreamType};

use super::service::{endpoint, wallet};
use crate::bytes::new_id;
use crate::calls::Whole;
use crate::client::{Given, wire_options};
use crate::order::{Purpose, signed};
use crate::proto::wallet::v1::{SignedOrder, TokenType, TransferOrder, TransferRequest, TransferResponse};
use crate::services::TransactionService;
use crate::transport::Connections;
use crate::{Asset, Client, Credentials, Order, Outcome, Wallet};

/// Number of transfers at once.
const PAYERS: u32 = 16;
const ROUNDS: usize = 9;
const AMOUNT: &str = "0.00000001";

/// The generated messages over the connection of the same library, without a journal, deadlines or repetitions.
struct Bare {
    connections: Connections,
    config: ClientConfig,
    credentials: Credentials,
    token: String,
    recipient: String,
}

impl Bare {
    async fn transfer(&self) {
        let order = TransferOrder {
            id: Some(new_id(now_ms()).unwrap()),
            sender: Some(self.credentials.identity_id().to_owned()),
            recipient: Some(self.recipient.clone()),
            token_type: Some(TokenType::Standard.into()),
            amount: Some(AMOUNT.to_owned()),
            created_at: Some(signed(now_ms())),
            ..TransferOrder::default()
        };
        let order = order.encode_to_vec();
        let signature = self.credentials.sign(&Purpose::Transfer.bytes(&order));
        let key_id = Some(self.credentials.key_id().to_owned());
        let signed_order = SignedOrder { order: Some(order), key_id, signature: Some(signature) }.into();
        let request = TransferRequest { sender: Some(self.credentials.identity_id().to_owned()), signed_order };
        let spec = Spec::client(TransactionService::TRANSFER.path(), StreamType::Unary);
        let options = wire_options(Some(&self.token), None, None);
        let answer =
            call_unary::<_, _, Whole<TransferResponse>>(&self.connections, &self.config, spec, request, options).await;
        let (_, message, _) = answer.unwrap().into_owned_parts();
        assert!(message.result.into_option().unwrap().success);
    }
}

fn now_ms() -> u64 {
    u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

/// Returns the transfers a second of so many, made by several payers at once.
async fn rate<Act, Made>(transfers: u32, act: Act) -> f64
where
    Act: Fn() -> Made + Clone + Send + 'static,
    Made: Future<Output = ()> + Send,
{
    let next = Arc::new(AtomicU32::new(0));
    let begun = Instant::now();
    let payers: Vec<_> = (0..PAYERS)
        .map(|_| {
            let (next, act) = (next.clone(), act.clone());
            tokio::spawn(async move {
                while next.fetch_add(1, Ordering::Relaxed) < transfers {
                    act().await;
                }
            })
        })
        .collect();
    for payer in payers {
        payer.await.unwrap();
    }
    f64::from(transfers) / begun.elapsed().as_secs_f64()
}

async fn pay(wallet: Arc<Wallet>, recipient: String) {
    let outcome = wallet.pay(Order::new(recipient, Asset::Standard, AMOUNT)).await.unwrap();
    assert!(matches!(outcome, Outcome::Completed(_)));
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs a service of development, whose address is in PLATONIC_URL"]
async fn transfers_by_the_wallet_and_by_the_bare_generated_client() {
    let endpoint = endpoint();
    let transfers = std::env::var("BENCHMARK_TRANSFERS").map_or(PAYERS, |text| text.parse().unwrap());
    let sender = wallet(&endpoint, Some("1000"), std::time::Duration::ZERO).await;
    let recipient = wallet(&endpoint, None, std::time::Duration::ZERO).await.identity_id().to_owned();
    let Given::Session(session) = &sender.client().0.credentials else { panic!("a wallet has a session") };
    let bare = Arc::new(Bare {
        connections: Client::new(endpoint.clone()).unwrap().0.connections.clone(),
        config: ClientConfig::new(endpoint.parse().unwrap()).with_protocol(Protocol::Grpc),
        credentials: sender.credentials.clone(),
        token: session.token(sender.client()).await.unwrap(),
        recipient: recipient.clone(),
    });
    let sender = Arc::new(sender);
    let (mut ratios, mut rates) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let other = bare.clone();
        let by_bare = rate(transfers, move || {
            let bare = other.clone();
            async move { bare.transfer().await }
        })
        .await;
        let (wallet, to) = (sender.clone(), recipient.clone());
        let by_wallet = rate(transfers, move || pay(wallet.clone(), to.clone())).await;
        ratios.push(by_wallet / by_bare);
        rates.push(by_wallet);
    }
    println!("{:.0} transfers a second, {:.2} of the bare client (medians of {ROUNDS})", median(rates), median(ratios));
}
