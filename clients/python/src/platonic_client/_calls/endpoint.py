"""Endpoint of a service."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Endpoint:
    """URL of a service, such as https://platonic.example."""

    text: str
    is_encrypted: bool
    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> Endpoint:
        """Reads a URL.

        Raises:
            ValueError: it is none, or says more than a scheme, a host and a port
        """
        parts = urlsplit(text)
        if parts.scheme not in ("https", "http") or not parts.hostname:
            raise ValueError(f"the endpoint {text!r} must begin with https:// or http:// and name a host")
        if parts.username is not None or parts.query or parts.fragment:
            raise ValueError("the endpoint must have no user, query or fragment; give credentials by a parameter")
        if parts.path not in ("", "/"):
            raise ValueError(f"the endpoint {text!r} must have no path: gRPC has none")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return cls(text, parts.scheme == "https", parts.hostname, port)

    @property
    def target(self) -> str:
        """Host and port, as gRPC reads them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"dns:///{host}:{self.port}"

    @property
    def origin(self) -> str:
        """The origin, which is the audience of the service's tokens."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        scheme, usual = ("https", 443) if self.is_encrypted else ("http", 80)
        return f"{scheme}://{host}" if self.port == usual else f"{scheme}://{host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether the host is this very machine, so that nobody can read or change what is sent there."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def require_encrypted(self) -> None:
        """Refuses to send credentials where others can read them.

        Raises:
            ValueError: there is no TLS, and the host is another machine
        """
        if not self.is_encrypted and not self.is_loopback:
            raise ValueError(
                f"{self.text} must be encrypted, as others could read the credentials and use them: "
                "use https, or plain_text=True on a network that is encrypted otherwise"
            )
