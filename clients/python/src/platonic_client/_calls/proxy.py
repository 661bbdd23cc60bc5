"""Proxies, by option or by the variables of the environment."""

from __future__ import annotations

import ipaddress
import os
from base64 import b64encode
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit


@dataclass(frozen=True)
class Proxy:
    """A proxy that makes tunnels by the method CONNECT."""

    url: str
    """Its URL with a port, and with the credentials for it, if there are any."""
    address: str
    """Its host and port."""
    host: str
    port: int
    authorization: str
    """The header Proxy-Authorization; empty without credentials."""

    @classmethod
    def parse(cls, text: str, origin: str) -> Proxy:
        """Reads a URL, or a host and a port. Credentials in it do not get into errors.

        Raises:
            ValueError: it is none that can be used
        """
        problem = f"{origin} must be the URL of an HTTP proxy, such as http://proxy.example:3128, or empty for none"
        try:
            parts = urlsplit(text if "://" in text else f"http://{text}")
            port = parts.port or 80
        except ValueError:
            raise ValueError(f"{problem}: its host or its port cannot be read") from None
        if parts.scheme != "http":
            raise ValueError(f"{problem}: its scheme is {parts.scheme}")
        if not parts.hostname or parts.path not in ("", "/") or parts.query or parts.fragment:
            raise ValueError(f"{problem}: it has no host, or more than host, port and credentials")
        credentials, at, _ = parts.netloc.rpartition("@")
        if at and ":" not in credentials:
            # A user without a password.
            credentials += ":"
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        encoded = b64encode(unquote(credentials).encode()).decode()
        address = f"{host}:{port}"
        authorization = f"Basic {encoded}" if at else ""
        return cls(f"http://{credentials}{at}{address}", address, parts.hostname, port, authorization)


def proxy_for(option: str | None, host: str, port: int, is_encrypted: bool) -> Proxy | None:
    """Returns the proxy to a host; None if it is reached directly.

    The option counts before the environment, whose exceptions count for both. No proxy of the environment is one to
    this machine itself.

    Raises:
        ValueError: the option or the variable is no proxy
    """
    origin, text = "proxy", option
    if text is None:
        if _is_loopback(host):
            return None
        origin, text = _of_environment(is_encrypted)
    if not text:
        return None
    proxy = Proxy.parse(text, origin)
    return None if _is_excepted(host, port) else proxy


def _of_environment(is_encrypted: bool) -> tuple[str, str]:
    """Returns a variable and its value; nothing if none is set."""
    scheme = "https" if is_encrypted else "http"
    names = ["grpc_proxy", f"{scheme}_proxy", f"{scheme}_proxy".upper()]
    if "REQUEST_METHOD" in os.environ:
        # A caller of a CGI program sets it by a header.
        names = [name for name in names if name != "HTTP_PROXY"]
    return next(((f"the variable {name}", os.environ[name]) for name in names if os.environ.get(name)), ("", ""))


def _is_excepted(host: str, port: int) -> bool:
    """Says whether the environment excepts a host from proxies."""
    names = ("no_grpc_proxy", "no_proxy", "NO_PROXY")
    text = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return any(_matches(entry.strip().lower(), host.lower(), port) for entry in text.split(","))


def _matches(entry: str, host: str, port: int) -> bool:
    """Says whether an entry names a host: by itself, by a domain above it, by a network, or with its port."""
    if entry == "*":
        return True
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(entry, strict=False)
    except ValueError:
        pass
    name, colon, at = entry.rpartition(":")
    if colon and at.isdecimal() and not name.endswith(":"):
        return int(at) == port and _matches(name.strip("[]"), host, port)
    name = entry.removeprefix("*").removeprefix(".")
    return bool(name) and (host == name or host.endswith(f".{name}"))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
