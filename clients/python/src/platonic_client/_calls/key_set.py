"""The published keys of a service."""

from __future__ import annotations

import json

from platonic_client.errors import PlatonicError, Reason

from .network import Network
from .service_version import VERSION_HEADER, ServiceVersion
from .status import reason_of_status
from .trace import trace_headers

_timeout = 30
_path = "/.well-known/jwks.json"


def fetch_key_set(network: Network, version: ServiceVersion) -> str:
    """Fetches the key set over HTTP, as it is no method of gRPC."""
    # Only now, as few programs need it.
    from http.client import HTTPConnection, HTTPException, HTTPSConnection

    endpoint = network.endpoint
    url = endpoint.origin + _path
    proxy = network.proxy_to(endpoint.host, endpoint.port, endpoint.is_encrypted)
    host, port = (endpoint.host, endpoint.port) if proxy is None else (proxy.host, proxy.port)
    connection = (
        HTTPSConnection(host, port, timeout=_timeout, context=network.ssl_context)
        if endpoint.is_encrypted
        else HTTPConnection(host, port, timeout=_timeout)
    )
    try:
        if proxy is not None:
            authorization = {"Proxy-Authorization": proxy.authorization} if proxy.authorization else {}
            connection.set_tunnel(endpoint.host, endpoint.port, authorization)
        connection.request("GET", _path, headers={"User-Agent": network.user_agent, **dict(trace_headers())})
        with connection.getresponse() as answer:
            version.hear(answer.headers.get(VERSION_HEADER, ""))
            if answer.status != 200:
                status = f"it was answered with the status {answer.status} of HTTP"
                raise PlatonicError(reason_of_status(answer.status), f"{url} cannot be read: {status}")
            text = str(answer.read(), "utf-8")
        if not isinstance(json.loads(text)["keys"], list):
            raise ValueError("its keys are none")
        return text
    except (HTTPException, OSError) as error:
        raise PlatonicError(Reason.UNREACHABLE, f"{url} cannot be read: {error!r}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise PlatonicError(Reason.UNREACHABLE, f"{url} is not the key set of a service: {error!r}") from error
    finally:
        connection.close()
