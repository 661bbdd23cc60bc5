"""How a connection proves whose it is."""

from __future__ import annotations

from typing import Protocol

from platonic.channel.v1.channel_pb2 import ClientHello, ServerHello


class Authenticator(Protocol):
    """Proves the identity to the server, and learns of sessions."""

    def check_server(self, static_key: bytes, hello: ServerHello) -> None:
        """Raises UntrustedServerError for a key that is not the service's."""
        ...

    async def hello(self, hello: ServerHello, binding: bytes) -> ClientHello:
        """Returns the credentials for a connection. Raises PlatonicError."""
        ...

    def token(self, hello: ServerHello, challenge: str, binding: bytes) -> str:
        """Mints a token for a challenge. Raises PlatonicError."""
        ...

    def adopt(self, session_token: str) -> None:
        """Hears of the session that the channel has opened."""
        ...

    def refused(self, session_token: str) -> None:
        """Hears that a session was refused."""
        ...
