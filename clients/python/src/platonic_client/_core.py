"""The part of a client that is the same for threads and asyncio."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from copy import copy
from typing import TYPE_CHECKING, Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from platonic.identity.v1 import identity_service_pb2 as identity

from . import _base64
from ._calls.calls import CoreCalls, StaticBearer
from ._calls.endpoint import Endpoint
from ._calls.io import Io
from ._calls.key_set import fetch_key_set
from ._calls.network import Network
from ._calls.service_version import ServiceVersion
from .credentials import Credentials, RotationKey
from .errors import PlatonicError, Reason
from .hooks import Hook
from .order import Money, asset_of, decimal_of
from .session import Session

if TYPE_CHECKING:
    from platonic.wallet.v1.ledger_pb2 import Issuance

_name = re.compile(r"[0-9A-Za-z._-]{1,64}\Z")
_methods: Any = identity.DESCRIPTOR.services_by_name["IdentityService"].methods_by_name


class ClientCore:
    """Calls of a client, and the session by which they are made."""

    def __init__(
        self,
        make_io: Callable[[Network], Io],
        endpoint: str,
        *,
        api_key: str,
        credentials: Credentials | None,
        client_id: str | None,
        audience: str | None,
        timeout: float | None,
        plain_text: bool,
        root_certificates: bytes | None,
        proxy: str | None,
        user_agent: str,
        on_attempt: Iterable[Hook],
        on_warning: Callable[[str], None] | None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.endpoint = Endpoint.parse(endpoint)
        if api_key and credentials is not None:
            raise ValueError("give either an API key or credentials, not both")
        if client_id is not None and not _name.match(client_id):
            raise ValueError("a client id has 1 to 64 letters, digits, dots, hyphens and underscores")
        self.hooks = tuple(on_attempt)
        self._client_id, self._audience, self._timeout = client_id, audience, timeout
        self._is_plain_text, self._clock = plain_text, clock
        if api_key or credentials is not None:
            self._require_encrypted()
        self.network = Network.of(self.endpoint, root_certificates, user_agent, proxy)
        self.version = ServiceVersion(self.endpoint.text, on_warning)
        self.io = make_io(self.network)
        self.session: Session | None = None
        self.calls = CoreCalls(self.io, StaticBearer(api_key), self.hooks, timeout, self.version)
        if credentials is not None:
            self._sign_in(credentials)

    def of_wallet(self, credentials: Credentials | None) -> ClientCore:
        """Returns the same terms and connection, for a wallet that is closed apart, and may have other credentials."""
        other = copy(self)
        other.io = self.io.fork()
        if credentials is None:
            other.calls = self.calls.over(other.io)
        else:
            self._require_encrypted()
            other._sign_in(credentials)
        return other

    def _require_encrypted(self) -> None:
        if not self._is_plain_text:
            self.endpoint.require_encrypted()

    def _sign_in(self, credentials: Credentials) -> None:
        open_calls = CoreCalls(self.io, StaticBearer(""), self.hooks, self._timeout, self.version)
        terms = (self.endpoint, credentials, self._client_id, self._audience, self._clock)
        self.session = Session(open_calls, *terms)
        self.calls = CoreCalls(self.io, self.session, self.hooks, self._timeout, self.version)

    async def key_set(self) -> str:
        """Fetches the keys that the service publishes."""
        return await self.io.abandonable(lambda: fetch_key_set(self.network, self.version))

    async def session_token(self) -> str:
        """Returns the token of the session; empty if there are no credentials."""
        self.io.require_open()
        return await self.session.token(None, self.io) if self.session is not None else ""

    async def register(self, username: str, email: str, display_name: str) -> Credentials:
        """Makes an identity, whose signing key is made here."""
        key = Ed25519PrivateKey.generate()
        request = identity.CreateIdentityRequest(
            username=username,
            email=email or None,
            display_name=display_name or None,
            public_key=_base64.encode(key.public_key().public_bytes_raw()),
        )
        answer = await self.calls.unary(_methods["CreateIdentity"], request, identity.CreateIdentityResponse)
        try:
            rotation_key = RotationKey(answer.rotation_key.version, _base64.decode(answer.rotation_key.secret))
            return Credentials(answer.identity.id, answer.signing_key.id, key, rotation_key)
        except ValueError as error:
            raise PlatonicError(Reason.UNKNOWN, f"the service answered no credentials: {error}") from error

    async def deposit(self, identity_id: str, asset: str, amount: Money, reference: str, deposit_id: str) -> Issuance:
        """Deposits money into a wallet."""
        # Only now, as few programs need them.
        from platonic.admin.v1 import ledger_pb2 as ledger
        from platonic.wallet.v1.money_pb2 import Amount

        token_type, currency_code = asset_of(asset)
        request = ledger.DepositRequest(
            identity_id=identity_id,
            token_type=token_type,
            currency_code=currency_code,
            amount=Amount(decimal=decimal_of(amount)),
            reference=reference or None,
            deposit_id=deposit_id or None,
        )
        method: Any = ledger.DESCRIPTOR.services_by_name["LedgerService"].methods_by_name["Deposit"]
        return (await self.calls.unary(method, request, ledger.DepositResponse)).issuance
