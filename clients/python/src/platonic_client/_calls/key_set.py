"""The published keys of a service."""

from __future__ import annotations

import json

from platonic_client.errors import PlatonicError, Reason

from .endpoint import Endpoint
from .status import reason_of_status

_timeout = 30
_path = "/.well-known/jwks.json"


def fetch_key_set(endpoint: Endpoint, root_certificates: bytes | None) -> str:
    """Fetches the key set over HTTP, as it is no method of gRPC."""
    # Only now, as few programs need them.
    import ssl
    import urllib.error
    import urllib.request
    from http.client import HTTPException

    url = endpoint.origin + _path
    trusted = None if root_certificates is None else root_certificates.decode()
    handlers: list[urllib.request.BaseHandler] = [
        urllib.request.HTTPSHandler(context=ssl.create_default_context(cadata=trusted))
    ]
    if endpoint.is_loopback:
        handlers.append(urllib.request.ProxyHandler({}))
    try:
        with urllib.request.build_opener(*handlers).open(url, timeout=_timeout) as answer:
            text = str(answer.read(), "utf-8")
            if not isinstance(json.loads(text)["keys"], list):
                raise ValueError("its keys are none")
            return text
    except urllib.error.HTTPError as error:
        error.close()
        raise PlatonicError(reason_of_status(error.code), f"{url} cannot be read: {error}") from error
    except (HTTPException, OSError) as error:
        raise PlatonicError(Reason.UNREACHABLE, f"{url} cannot be read: {error!r}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise PlatonicError(Reason.UNREACHABLE, f"{url} is not the key set of a service: {error!r}") from error
