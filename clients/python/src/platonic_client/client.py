"""Clients: an endpoint, credentials, and the terms of calls."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TYPE_CHECKING

from platonic.services import AsyncServices, Services

from ._calls.adapters import AsyncioCalls, BlockingCalls
from ._calls.io import run
from ._core import ClientCore
from ._transports.async_io import AsyncIo
from ._transports.blocking_io import BlockingIo
from .credentials import Credentials
from .hooks import Hook

if TYPE_CHECKING:
    from platonic.wallet.v1.ledger_pb2 import Issuance
    from typing_extensions import Self

    from .order import Money


class Client(Services):
    """Makes calls that block. Threads may share it; make one for each service and caller, and close it in the end.

    Its attributes are the typed clients of all services, such as ``client.geocode``. It connects on first use.

    Args:
        endpoint: URL of the service, such as https://platonic.example
        api_key: an API key, a JWT, or the token of a session
        credentials: those of an identity, by whose session calls are made
        client_id: names this program and device; two clients with the same credentials need different ones, and have
            them by default: wallet-00 to wallet-ff, drawn at random
        audience: that of the service's tokens, its setting TOKEN_AUDIENCE, where it is not the origin of the endpoint
        timeout: deadline of calls that are given none, in seconds, in place of those of the contract; it covers all
            attempts, and `math.inf`, which is for none, counts as 24 days
        plain_text: allows to send credentials without TLS, for networks that are encrypted by other means
        root_certificates: certificates to trust, in PEM; by default those of SSL_CERT_FILE, or those of gRPC
        proxy: URL of an HTTP proxy, such as http://user:password@proxy.example:3128, through which all connections go,
            except those to hosts of NO_PROXY; empty for none; by default that of HTTPS_PROXY, or for an endpoint
            without TLS of HTTP_PROXY, unless the service is on this machine
        user_agent: a product such as ``shop/2.1``, which the header User-Agent names before this client
        on_attempt: are called after each attempt of a call; where metrics and traces are attached
        on_warning: is told once if the version of the service does not fit this client; by default a warning is logged
        clock: seconds since 1970; one that is wrong is corrected by the time of the service

    Raises:
        ValueError: a parameter or a variable of the environment cannot be used, parameters contradict each other, or
            credentials would be sent without TLS to another machine
    """

    def __init__(
        self,
        endpoint: str,
        *,
        api_key: str = "",
        credentials: Credentials | None = None,
        client_id: str | None = None,
        audience: str | None = None,
        timeout: float | None = None,
        plain_text: bool = False,
        root_certificates: bytes | None = None,
        proxy: str | None = None,
        user_agent: str = "",
        on_attempt: Iterable[Hook] = (),
        on_warning: Callable[[str], None] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._core = ClientCore(
            BlockingIo,
            endpoint,
            api_key=api_key,
            credentials=credentials,
            client_id=client_id,
            audience=audience,
            timeout=timeout,
            plain_text=plain_text,
            root_certificates=root_certificates,
            proxy=proxy,
            user_agent=user_agent,
            on_attempt=on_attempt,
            on_warning=on_warning,
            clock=clock,
        )
        super().__init__(BlockingCalls(self._core.calls))

    @property
    def service_version(self) -> str:
        """Version of the service, such as ``0.1.0``; empty before the first answer."""
        return self._core.version.text

    def register(self, username: str, *, email: str = "", display_name: str = "") -> Credentials:
        """Makes an identity, whose signing key is made here and never leaves the program.

        Store the credentials at once: nobody can bring them back.

        Args:
            username: 3 to 32 characters; no other identity may have one that looks like it
            email: for verification codes and notices
            display_name: the name as it is shown to people
        """
        return run(self._core.register(username, email, display_name))

    def deposit(
        self, identity_id: str, asset: str, amount: Money, *, reference: str = "", deposit_id: str = ""
    ) -> Issuance:
        """Deposits money into a wallet: for operators, and on a service of development for whoever has its key.

        Args:
            identity_id: the identity that owns the wallet
            asset: `TOKEN_STANDARD`, `TOKEN_MICRO`, or the code of a currency
            amount: a decimal such as ``"12.5"``
            reference: the reason of the deposit, for accounting
            deposit_id: a UUID in lower case that names the deposit; by default the service makes one. A deposit that is
                repeated with its id, as after a lost answer, is booked once: the repetition returns the first one.
                Without an id it is another deposit
        """
        return run(self._core.deposit(identity_id, asset, amount, reference, deposit_id))

    def key_set(self) -> str:
        """Fetches the keys that the service publishes, by which receipts are verified.

        Keep them with the receipts. They are worth as much as the connection over which they came.
        """
        return run(self._core.key_set())

    def session_token(self) -> str:
        """Returns the token of the session, which is opened if there is none. Empty without credentials."""
        return run(self._core.session_token())

    def close(self) -> None:
        """Ends calls, their wallets' too, and connections. Whatever is called afterwards is ``STATE_INVALID``."""
        run(self._core.io.close())

    def __enter__(self) -> Self:
        """Returns the client, which is closed in the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the client."""
        self.close()


class AsyncClient(AsyncServices):
    """Makes calls on asyncio. It takes what `Client` takes, and belongs to the event loop of its first call."""

    def __init__(
        self,
        endpoint: str,
        *,
        api_key: str = "",
        credentials: Credentials | None = None,
        client_id: str | None = None,
        audience: str | None = None,
        timeout: float | None = None,
        plain_text: bool = False,
        root_certificates: bytes | None = None,
        proxy: str | None = None,
        user_agent: str = "",
        on_attempt: Iterable[Hook] = (),
        on_warning: Callable[[str], None] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._core = ClientCore(
            AsyncIo,
            endpoint,
            api_key=api_key,
            credentials=credentials,
            client_id=client_id,
            audience=audience,
            timeout=timeout,
            plain_text=plain_text,
            root_certificates=root_certificates,
            proxy=proxy,
            user_agent=user_agent,
            on_attempt=on_attempt,
            on_warning=on_warning,
            clock=clock,
        )
        super().__init__(AsyncioCalls(self._core.calls))

    @property
    def service_version(self) -> str:
        """Version of the service, such as ``0.1.0``; empty before the first answer."""
        return self._core.version.text

    async def register(self, username: str, *, email: str = "", display_name: str = "") -> Credentials:
        """Makes an identity, as `Client.register` does."""
        return await self._core.register(username, email, display_name)

    async def deposit(
        self, identity_id: str, asset: str, amount: Money, *, reference: str = "", deposit_id: str = ""
    ) -> Issuance:
        """Deposits money into a wallet, as `Client.deposit` does."""
        return await self._core.deposit(identity_id, asset, amount, reference, deposit_id)

    async def key_set(self) -> str:
        """Fetches the keys that the service publishes, as `Client.key_set` does."""
        return await self._core.key_set()

    async def session_token(self) -> str:
        """Returns the token of the session, which is opened if there is none. Empty without credentials."""
        return await self._core.session_token()

    async def close(self) -> None:
        """Ends calls, their wallets' too, and connections. Whatever is called afterwards is ``STATE_INVALID``."""
        await self._core.io.close()

    async def __aenter__(self) -> Self:
        """Returns the client, which is closed in the end."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the client."""
        await self.close()
