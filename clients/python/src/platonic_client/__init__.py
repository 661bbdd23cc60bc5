"""Client for platonic: geometric encoding, identities, and wallets whose payments are never maybe paid.

`Client` and `Wallet` block; `AsyncClient` and `AsyncWallet` do the same on asyncio. Messages are in the package
``platonic``, generated from the contract.
"""

from .async_wallet import AsyncWallet
from .client import AsyncClient, Client
from .credentials import Credentials, RotationKey, Signer
from .errors import PlatonicError, Reason
from .events import Event
from .hooks import Attempt, Hook
from .journal import FileJournal, Journal, JournaledError, MemoryJournal, Operation
from .order import TOKEN_MICRO, TOKEN_STANDARD, Capture, Exchange, Money, Order, new_id
from .outcome import Kind, Outcome
from .receipt import BadReceipt, ProvenOrder, ProvenReceipt, verify_receipt
from .wallet import Wallet
from .webhook import BadWebhook, verify_webhook

__all__ = [
    "TOKEN_MICRO",
    "TOKEN_STANDARD",
    "AsyncClient",
    "AsyncWallet",
    "Attempt",
    "BadReceipt",
    "BadWebhook",
    "Capture",
    "Client",
    "Credentials",
    "Event",
    "Exchange",
    "FileJournal",
    "Hook",
    "Journal",
    "JournaledError",
    "Kind",
    "MemoryJournal",
    "Money",
    "Operation",
    "Order",
    "Outcome",
    "PlatonicError",
    "ProvenOrder",
    "ProvenReceipt",
    "Reason",
    "RotationKey",
    "Signer",
    "Wallet",
    "new_id",
    "verify_receipt",
    "verify_webhook",
]
