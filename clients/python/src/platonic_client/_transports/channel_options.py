"""Settings of connections."""

from __future__ import annotations

from platonic_client._calls.network import Network

_keep_alive_after = 10_000
"""Milliseconds of silence after which a connection with work under way is asked whether it lives."""
_keep_alive_answer = 5_000
"""Milliseconds for the answer to that, without which the connection is given up."""


def channel_options(network: Network) -> list[tuple[str, int | str]]:
    """Returns the settings of a connection. Repetitions are those of the contract alone."""
    options: list[tuple[str, int | str]] = [
        ("grpc.primary_user_agent", network.user_agent),
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
    endpoint = network.endpoint
    proxy = network.proxy_to(endpoint.host, endpoint.port, endpoint.is_encrypted)
    if proxy is None:
        options.append(("grpc.enable_http_proxy", 0))
        return options
    options.append(("grpc.http_proxy", f"http://{proxy.address}"))
    if proxy.authorization:
        # Versions of gRPC differ in the credentials that they can read from the URL.
        options.append(("grpc.http_connect_headers", f"Proxy-Authorization:{proxy.authorization}"))
    return options
