"""Client for platonic: geometric encoding, identities, and wallets whose payments are never maybe paid.

`Client` and `Wallet` block; `AsyncClient` and `AsyncWallet` do the same on asyncio. Messages are in the package
``platonic``, generated from the contract. Each name is imported when it is first used, so that a program waits only for
what it needs.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ._version import __version__

if TYPE_CHECKING:
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
    from .tree import TreeHead, is_consistent
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
    "TreeHead",
    "Wallet",
    "__version__",
    "is_consistent",
    "new_id",
    "verify_receipt",
    "verify_webhook",
]

_modules = {
    "TOKEN_MICRO": "order",
    "TOKEN_STANDARD": "order",
    "AsyncClient": "client",
    "AsyncWallet": "async_wallet",
    "Attempt": "hooks",
    "BadReceipt": "receipt",
    "BadWebhook": "webhook",
    "Capture": "order",
    "Client": "client",
    "Credentials": "credentials",
    "Event": "events",
    "Exchange": "order",
    "FileJournal": "journal",
    "Hook": "hooks",
    "Journal": "journal",
    "JournaledError": "journal",
    "Kind": "outcome",
    "MemoryJournal": "journal",
    "Money": "order",
    "Operation": "journal",
    "Order": "order",
    "Outcome": "outcome",
    "PlatonicError": "errors",
    "ProvenOrder": "receipt",
    "ProvenReceipt": "receipt",
    "Reason": "errors",
    "RotationKey": "credentials",
    "Signer": "credentials",
    "TreeHead": "tree",
    "Wallet": "wallet",
    "is_consistent": "tree",
    "new_id": "order",
    "verify_receipt": "receipt",
    "verify_webhook": "webhook",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Imports a name when it is first used."""
        if name not in _modules:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=None)
        found = globals()[name] = getattr(import_module(f".{_modules[name]}", __name__), name)
        return found

    def __dir__() -> list[str]:
        """Lists all names."""
        return sorted({*globals(), *__all__})
