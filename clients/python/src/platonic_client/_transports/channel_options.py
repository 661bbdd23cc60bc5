"""Settings of connections."""

from __future__ import annotations

import os

import grpc

from platonic_client._calls.endpoint import Endpoint

_keep_alive_after = 10_000
"""Milliseconds of silence after which a connection with work under way is asked whether it lives."""
_keep_alive_answer = 5_000
"""Milliseconds for the answer to that, without which the connection is given up."""


def channel_options(endpoint: Endpoint) -> list[tuple[str, int]]:
    """Returns the settings of a connection. Repetitions are those of the contract alone."""
    options = [
        ("grpc.enable_retries", 0),
        ("grpc.max_receive_message_length", -1),
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.min_reconnect_backoff_ms", 1_000),
        ("grpc.max_reconnect_backoff_ms", 1_000),
        ("grpc.keepalive_time_ms", _keep_alive_after),
        # Versions of gRPC read the one or the other.
        ("grpc.keepalive_timeout_ms", _keep_alive_answer),
        ("grpc.http2.ping_timeout_ms", _keep_alive_answer),
        ("grpc.http2.max_pings_without_data", 0),
    ]
    if endpoint.is_loopback:
        options.append(("grpc.enable_http_proxy", 0))
    return options


def channel_credentials(root_certificates: bytes | None) -> grpc.ChannelCredentials:
    """Trusts certificates that are given, those of SSL_CERT_FILE, or those of the package of gRPC."""
    path = os.environ.get("SSL_CERT_FILE")
    if root_certificates is None and path:
        with open(path, "rb") as file:
            root_certificates = file.read()
    return grpc.ssl_channel_credentials(root_certificates)
