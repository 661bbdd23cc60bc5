use platonic_client::{Asset, Client, FolderJournal, Order, Outcome, verify_receipt};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::var("PLATONIC_URL").unwrap_or("http://127.0.0.1:8080".to_owned());
    // The key of the service's developer, who may register people and make money.
    let key = std::env::var("PLATONIC_API_KEY").unwrap_or_default();
    let client = Client::builder(&url).api_key(key).build()?;

    // Keys are made here and never leave this program. Store `credentials.to_json()` as a secret.
    let now = std::time::UNIX_EPOCH.elapsed()?.as_millis();
    let ada = client.register(format!("ada-{now}")).await?;
    let bob = client.register(format!("bob-{now}")).await?;
    let journal = FolderJournal::open(std::env::temp_dir().join(format!("journal-{}", ada.identity_id())))?;
    let ada = client.wallet(ada).journal(journal).build()?;
    let bob = client.wallet(bob).build()?;
    ada.create().await?;
    bob.create().await?;

    // Money of the faucet, which a service has with DEVELOPMENT=1 alone.
    client.deposit(ada.identity_id(), Asset::Standard, "100").await?;

    // What an earlier process has left is settled first.
    ada.reconcile().await?;
    match ada.pay(Order::new(bob.identity_id(), Asset::Standard, "12.5").description("for tea")).await? {
        Outcome::Completed(paid) => {
            let receipt = bob.receipt(&paid.transaction_id).await?;
            let proven = verify_receipt(&receipt, &client.key_set().await?)?;
            let order = proven.order.ok_or("a receipt of an earlier version")?;
            println!("paid {} {} {}, which the receipt proves", order.amount, order.asset, order.description);
        }
        Outcome::Failed(failed) => println!("not paid: {:?}", failed.error_code),
        Outcome::Held(_) => println!("this order was no hold"),
        Outcome::Unresolved(id) => println!("{id} goes on in the background, and stays in the journal"),
    }
    println!("Bob has {}", bob.balances().await?["TOKEN_STANDARD"].free);
    client.close().await;
    Ok(())
}
