"""Keeps a connection to the wallet channel, and connects again after breaks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from platonic.channel.v1.channel_pb2 import ClientHello, ServerHello
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidStatus

from platonic_client._calls.repetition import wait_after
from platonic_client._calls.status import retry_after
from platonic_client._signatures.envelopes import Purpose
from platonic_client._signatures.evidence import is_signed
from platonic_client.errors import PlatonicError
from platonic_client.receipt import BadReceipt, published_key

from ._connection import Connection
from ._errors import LostError
from ._noise import SUITES

if TYPE_CHECKING:
    import ssl
    from collections.abc import Awaitable, Callable, Sequence

    from platonic_client._calls.endpoint import Endpoint
    from platonic_client._calls.network import Network
    from platonic_client.session import Session

_logger = logging.getLogger("platonic_client")

_path = "/channel/wallet"
_highest_path = "/channel/dragon-wallet"
"""The level whose channels are opened by rotating tokens alone."""
_message_bytes_max = 128 * 1024
_close_timeout = 0.3
"""Seconds for which a server is waited for when a connection is closed."""
_stable = 5.0
"""Seconds after which an open channel counts as a success."""


@dataclass(frozen=True)
class ChannelOptions:
    """Says how a wallet reaches the wallet channel.

    One of `static_keys` and `key_set` is needed, so that nobody else can be the service.
    """

    endpoint: str = ""
    """A wss URL; by default ``/channel/wallet`` at the endpoint of the client."""
    static_keys: Sequence[bytes] = ()
    """Keys of the service's channel: ``static_key`` of ``/.well-known/channel.json``, 32 bytes."""
    key_set: str | bytes = ""
    """The JSON Web Key Set whose keys sign the static key: ``/.well-known/jwks.json``, from a trusted connection."""
    ssl_context: ssl.SSLContext | None = None
    """Certificates that are trusted; by default the client's ``root_certificates``, or those of the system."""

    def __post_init__(self) -> None:
        if not self.static_keys and not self.key_set:
            raise ValueError("a channel needs the service's static_keys or its key_set")
        if self.endpoint:
            parts = urlsplit(self.endpoint)
            if parts.scheme not in ("ws", "wss") or not parts.hostname or parts.query:
                raise ValueError(f"the endpoint of the channel {self.endpoint!r} must be a wss URL without a query")

    def url(self, endpoint: Endpoint) -> str:
        """Returns the URL of the channel of a service."""
        return self.endpoint or f"{endpoint.origin.replace('http', 'ws', 1)}{_path}"


class UntrustedServerError(Exception):
    """A server that has no key of the service."""


class _Authenticator:
    """Proves the identity of a session."""

    def __init__(
        self, session: Session, options: ChannelOptions, is_highest: bool, open_session: Callable[[], Awaitable[str]]
    ) -> None:
        self._session = session
        self._options = options
        self._is_highest = is_highest
        self._open_session = open_session

    def check_server(self, static_key: bytes, hello: ServerHello) -> None:
        if static_key in self._options.static_keys:
            return
        if not self._options.key_set:
            raise UntrustedServerError("the server's key is not pinned")
        try:
            key = published_key(self._options.key_set, hello.key_id)
        except BadReceipt as error:
            raise UntrustedServerError(str(error)) from error
        if not is_signed(key, Purpose.CHANNEL.to_sign(static_key), hello.signature):
            raise UntrustedServerError("the server's key is not signed by the service")

    async def hello(self, hello: ServerHello, binding: bytes) -> ClientHello:
        """Returns the token of the open session, if there is one and the level allows it, or a rotating token."""
        if not self._is_highest:
            token = self._session.current
            if not token and not hello.challenge:
                token = await self._open_session()
            if token:
                return ClientHello(session_token=token)
        self._session.require_audience(hello.audience)
        return ClientHello(rotating_token=self.token(hello, hello.challenge, binding))

    def token(self, hello: ServerHello, challenge: str, binding: bytes) -> str:
        return self._session.mint_for(hello.audience, challenge, hello.rotation_window, binding)

    def adopt(self, session_token: str) -> None:
        self._session.adopt(session_token)

    def refused(self, session_token: str) -> None:
        self._session.refused(session_token)


class Channel:
    """The channel of one wallet, in the event loop that runs it."""

    def __init__(
        self, network: Network, session: Session, options: ChannelOptions, open_session: Callable[[], Awaitable[str]]
    ) -> None:
        self._url = options.url(network.endpoint)
        self._network = network
        self._options = options
        self._session = session
        parts = urlsplit(self._url)
        path, is_encrypted = parts.path, parts.scheme == "wss"
        self._ssl_context = (options.ssl_context or network.ssl_context) if is_encrypted else None
        port = parts.port or (443 if is_encrypted else 80)
        proxy = network.proxy_to(str(parts.hostname), port, is_encrypted)
        self._proxy = None if proxy is None else proxy.url
        self._prologue = f"platonic channel v1 {path}".encode()
        self._authenticator = _Authenticator(session, options, path == _highest_path, open_session)
        self._connection: Connection | None = None
        self._has_changed = asyncio.Event()
        self._is_closed = False

    async def run(self) -> None:
        """Keeps the channel open until it is cancelled, or the server is not to be trusted."""
        failures = 0
        try:
            while True:
                began, wait = time.monotonic(), 0.0
                try:
                    await self._serve()
                except UntrustedServerError as error:
                    _logger.error("the channel stays closed: %s", error)
                    return
                except (LostError, PlatonicError) as error:
                    _logger.debug("the channel is lost: %s", error)
                    wait = error.retry_after
                failures = 1 if time.monotonic() - began > _stable else failures + 1
                await asyncio.sleep(wait_after(wait, failures))
        finally:
            self._is_closed = True
            self._has_changed.set()

    async def _serve(self) -> None:
        """Opens one connection, and serves it until it ends."""
        connection = await self._connect()
        self._set(connection)
        try:
            await connection.serve()
        except asyncio.CancelledError:
            connection.give_up()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(connection.leave(), _close_timeout)
            raise
        finally:
            self._set(None)
            await connection.end()

    async def _connect(self) -> Connection:
        try:
            socket = await connect(
                self._url,
                subprotocols=[*SUITES],  # type: ignore[list-item]
                compression=None,
                max_size=_message_bytes_max,
                ping_interval=None,
                close_timeout=_close_timeout,
                ssl=self._ssl_context,
                proxy=self._proxy,
                user_agent_header=self._network.user_agent,
            )
        except InvalidStatus as error:
            headers = error.response.headers
            raise LostError(str(error), retry_after(headers.get("Retry-After", ""), headers.get("Date", ""))) from error
        except (InvalidHandshake, OSError, EOFError, asyncio.TimeoutError) as error:
            raise LostError(f"the channel cannot be opened: {error or type(error).__name__}") from error
        if socket.response is not None:
            self._session.compare_clocks(socket.response.headers.get("Date", ""))
        connection = Connection(socket, self._authenticator)
        try:
            await connection.open(self._prologue)
        except BaseException:
            await connection.end()
            raise
        return connection

    def _set(self, connection: Connection | None) -> None:
        self._connection = connection
        self._has_changed.set()
        self._has_changed = asyncio.Event()

    async def opened(self, patience: float) -> Connection | None:
        """Returns the open connection, and waits so long for it; None if there is none in time."""
        end = time.monotonic() + patience
        while not self._is_closed:
            if self._connection is not None and self._connection.is_open:
                return self._connection
            left = end - time.monotonic()
            if left <= 0:
                return None
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._has_changed.wait(), left)
        return None
