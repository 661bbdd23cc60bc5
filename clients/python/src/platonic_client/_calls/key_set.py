"""The published keys of a service."""

from __future__ import annotations

import ssl
import urllib.request

from platonic_client.errors import PlatonicError, Reason

from .endpoint import Endpoint

_timeout = 30
_path = "/.well-known/jwks.json"


def fetch_key_set(endpoint: Endpoint, root_certificates: bytes | None) -> str:
    """Fetches the key set over HTTP, as it is no method of gRPC."""
    url = endpoint.origin + _path
    trusted = None if root_certificates is None else root_certificates.decode()
    handlers: list[urllib.request.BaseHandler] = [
        urllib.request.HTTPSHandler(context=ssl.create_default_context(cadata=trusted))
    ]
    if endpoint.is_loopback:
        handlers.append(urllib.request.ProxyHandler({}))
    try:
        with urllib.request.build_opener(*handlers).open(url, timeout=_timeout) as answer:
            return str(answer.read(), "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PlatonicError(Reason.UNREACHABLE, f"{url} cannot be read: {error}") from error
