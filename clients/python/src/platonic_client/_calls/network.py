"""How a client reaches its service: proxies, certificates, and how it names itself."""

from __future__ import annotations

import os
import platform
import re
import ssl
from dataclasses import dataclass

from platonic_client._version import __version__

from .endpoint import Endpoint
from .proxy import Proxy, proxy_for

_product = re.compile(r"[!-~]+( [!-~]+)*\Z")


@dataclass(frozen=True)
class Network:
    """Endpoint of a client, and the terms of its connections."""

    endpoint: Endpoint
    root_certificates: bytes | None = None
    """Certificates to trust, in PEM; None for those of the platform."""
    user_agent: str = ""
    proxy: str | None = None
    """URL of a proxy; empty for none, and None for that of the environment."""

    @classmethod
    def of(cls, endpoint: Endpoint, root_certificates: bytes | None, user_agent: str, proxy: str | None) -> Network:
        """Checks what a caller has set.

        Raises:
            ValueError: the certificates, the proxy or the product cannot be used
        """
        trusted = _checked(root_certificates, endpoint)
        network = cls(endpoint, trusted, user_agent_of(user_agent), proxy)
        network.proxy_to(endpoint.host, endpoint.port, endpoint.is_encrypted)
        return network

    def proxy_to(self, host: str, port: int, is_encrypted: bool) -> Proxy | None:
        """Returns the proxy by which a host is reached; None if it is reached directly."""
        return proxy_for(self.proxy, host, port, is_encrypted)

    @property
    def ssl_context(self) -> ssl.SSLContext:
        """The certificates that are trusted by connections other than those of gRPC."""
        trusted = self.root_certificates
        return ssl.create_default_context(cadata=None if trusted is None else _text_of(trusted))


def _checked(root_certificates: bytes | None, endpoint: Endpoint) -> bytes | None:
    """Returns certificates, by default those of SSL_CERT_FILE. Raises ValueError if they are none."""
    origin, path = "root_certificates", os.environ.get("SSL_CERT_FILE")
    if root_certificates is None and path and endpoint.is_encrypted:
        origin = f"the file {path} of SSL_CERT_FILE"
        try:
            with open(path, "rb") as file:
                root_certificates = file.read()
        except OSError as error:
            raise ValueError(f"{origin} cannot be read: {error.strerror}") from error
    if root_certificates is None:
        return None
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=_text_of(root_certificates))
    except (AttributeError, ValueError, ssl.SSLError) as error:
        raise ValueError(f"{origin} must have certificates in PEM, as bytes: {error}") from error
    return root_certificates


def _text_of(certificates: bytes) -> str:
    """Returns PEM as the ASCII that it is; comments beside the certificates may have any characters."""
    return certificates.decode("latin-1").encode("ascii", "replace").decode("ascii")


def user_agent_of(product: str) -> str:
    """Returns the name of this client in the header User-Agent, after the caller's own product.

    Raises:
        ValueError: the product cannot be sent in a header
    """
    if product and not _product.match(product):
        raise ValueError(f"user_agent must be a product such as shop/2.1, in visible ASCII, not {product!r}")
    system, machine = platform.system().lower() or "unknown", platform.machine() or "unknown"
    name = f"platonic-client-python/{__version__} (python {platform.python_version()}; {system} {machine})"
    return f"{product} {name}" if product else name
