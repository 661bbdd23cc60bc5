import os
import tempfile

from platonic_client import TOKEN_STANDARD, Client, FileJournal, Kind, Order, Wallet

url = os.environ.get("PLATONIC_URL", "http://127.0.0.1:8080")
# The key of the service's developer, who may register people and make money.
key = os.environ.get("PLATONIC_API_KEY", "")

with Client(url, api_key=key) as client:
    # Keys are made here and never leave this program. Store `credentials.to_json()` as a secret.
    ada = client.register(f"ada-{os.getpid()}")
    bob = client.register(f"bob-{os.getpid()}")
    journal = FileJournal(f"{tempfile.gettempdir()}/journal-{ada.identity_id}")

    with Wallet(client, credentials=ada, journal=journal) as wallet, Wallet(client, credentials=bob) as shop:
        wallet.create()
        shop.create()
        # Money of the faucet, which a service has with DEVELOPMENT=1 alone.
        client.deposit(ada.identity_id, TOKEN_STANDARD, "100")

        # What an earlier process has left is settled first.
        wallet.reconcile()
        outcome = wallet.pay(
            Order(recipient=bob.identity_id, asset=TOKEN_STANDARD, amount="12.5", description="for tea")
        )
        if outcome.kind is Kind.COMPLETED:
            # Keep it with the keys: `verify_receipt` proves it again, offline.
            proven = wallet.receipt(outcome.id, client.key_set())
            assert proven.order is not None
            order = proven.order
            print(f"paid {order.amount} {order.asset} {order.description}, which the receipt proves")
        elif outcome.kind is Kind.FAILED:
            print(f"not paid: {outcome.error_code}")
        else:
            print(f"{outcome.id} goes on in the background, and stays in the journal")
        print(f"Ada has {wallet.balances()[TOKEN_STANDARD]}")
