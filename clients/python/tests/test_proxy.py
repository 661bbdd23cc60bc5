"""Proxies and certificates, by option and by the environment, with a proxy that makes tunnels."""

from __future__ import annotations

import asyncio
import os
import socket
import socketserver
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import grpc
import pytest
from fake import CREDENTIALS
from platonic.identity.v1 import identity_service_pb2 as identity
from tls import certificate_of

from platonic_client import AsyncClient, Client, PlatonicError, Reason, Wallet
from platonic_client._calls.proxy import Proxy, proxy_for
from platonic_client.channel import ChannelOptions

REQUEST = identity.GetIdentityRequest(id="ada")
HOST = "platonic.example"


class Tunnels(socketserver.ThreadingTCPServer):
    """Makes tunnels to one server, whichever is asked for, and notes for which."""

    daemon_threads = True

    def __init__(self, target: int) -> None:
        super().__init__(("127.0.0.1", 0), Tunnel)
        self.target = target
        self.asked: list[tuple[str, str]] = []
        """Hosts with ports, and credentials."""
        self.has_asked = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is none."""


class Tunnel(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        tunnels: Any = self.server
        method, host, _ = self.rfile.readline().decode().split()
        headers = {}
        while line := self.rfile.readline().strip().decode():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        assert method == "CONNECT"
        tunnels.asked.append((host, headers.get("proxy-authorization", "")))
        tunnels.has_asked.set()
        with socket.create_connection(("127.0.0.1", tunnels.target)) as other:
            self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            back = threading.Thread(target=pump, args=(other, self.connection), daemon=True)
            back.start()
            pump(self.connection, other)
            back.join()


def pump(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65_536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        return


class KeySet(BaseHTTPRequestHandler):
    """Publishes keys, and notes who asks."""

    user_agents: list[str]

    def do_GET(self) -> None:
        self.user_agents.append(self.headers["User-Agent"])
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"keys": []}')

    def log_message(self, format: str, *_: object) -> None:  # noqa: A002
        return


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.lower().endswith("_proxy") or name == "SSL_CERT_FILE":
            monkeypatch.delenv(name)


@pytest.fixture
def tunnels_to() -> Iterator[Callable[[int], Tunnels]]:
    made: list[Tunnels] = []

    def make(target: int) -> Tunnels:
        made.append(Tunnels(target))
        threading.Thread(target=made[-1].serve_forever, daemon=True).start()
        return made[-1]

    yield make
    for one in made:
        one.shutdown()
        one.server_close()


class Service(grpc.GenericRpcHandler):
    def service(self, handler_call_details: Any) -> Any:
        return grpc.unary_unary_rpc_method_handler(lambda *_: b"")


@pytest.fixture
def service() -> Iterator[tuple[int, int, bytes]]:
    """Serves with TLS as platonic.example, and without; its ports and its certificate."""
    private, certificate = certificate_of(HOST)
    server = grpc.server(ThreadPoolExecutor(4))
    server.add_generic_rpc_handlers((Service(),))
    secure = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([(private, certificate)]))
    plain = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield secure, plain, certificate
    server.stop(None).wait()


def call(url: str, **settings: Any) -> None:
    """Makes a call in both manners."""

    async def scene() -> None:
        async with AsyncClient(url, **settings) as client:
            await client.identity.get_identity(REQUEST)

    with Client(url, **settings) as client:
        client.identity.get_identity(REQUEST)
    asyncio.run(scene())


def test_calls_go_through_the_proxy_of_the_option(
    service: tuple[int, int, bytes], tunnels_to: Callable[[int], Tunnels], monkeypatch: pytest.MonkeyPatch
) -> None:
    secure, plain, certificate = service
    tunnels = tunnels_to(secure)
    call(f"https://{HOST}", proxy=tunnels.url, root_certificates=certificate)
    with_credentials = tunnels.url.replace("//", "//ada:p%40ss@")
    call(f"https://{HOST}:8443", proxy=with_credentials, root_certificates=certificate)
    authorization = f"Basic {b64encode(b'ada:p@ss').decode()}"
    assert tunnels.asked == [(f"{HOST}:443", "")] * 2 + [(f"{HOST}:8443", authorization)] * 2
    # Also to this machine, and in place of the environment's.
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    tunnels = tunnels_to(plain)
    call(f"http://localhost:{plain}", proxy=tunnels.url)
    assert tunnels.asked == [(f"localhost:{plain}", "")] * 2


@pytest.mark.parametrize("name", ["https_proxy", "HTTPS_PROXY", "grpc_proxy", "http_proxy", "HTTP_PROXY"])
def test_calls_go_through_the_proxy_of_the_environment(
    name: str,
    service: tuple[int, int, bytes],
    tunnels_to: Callable[[int], Tunnels],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    secure, plain, certificate = service
    is_secure = name not in ("http_proxy", "HTTP_PROXY")
    tunnels = tunnels_to(secure if is_secure else plain)
    monkeypatch.setenv(name, tunnels.url)
    (tmp_path / "roots.pem").write_bytes("# Größe\n".encode() + certificate)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "roots.pem"))
    call(f"{'https' if is_secure else 'http'}://{HOST}")
    assert tunnels.asked == [(f"{HOST}:{443 if is_secure else 80}", "")] * 2
    # Not to this machine, and not if the option says so.
    call(f"http://127.0.0.1:{plain}")
    with Client(f"http://{HOST}", proxy="", timeout=1) as client, pytest.raises(PlatonicError) as caught:
        client.identity.get_identity(REQUEST)
    assert caught.value.reason in (Reason.UNREACHABLE, Reason.TIMED_OUT)
    assert len(tunnels.asked) == 2


def test_a_key_set_comes_through_the_proxy(tunnels_to: Callable[[int], Tunnels]) -> None:
    KeySet.user_agents = []
    server = HTTPServer(("127.0.0.1", 0), KeySet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    tunnels = tunnels_to(server.server_port)
    with Client(f"http://{HOST}", proxy=tunnels.url.replace("//", "//ada:secret@"), user_agent="shop/2.1") as client:
        assert client.key_set() == '{"keys": []}'
    assert tunnels.asked == [(f"{HOST}:80", f"Basic {b64encode(b'ada:secret').decode()}")]
    assert [one.split("/")[0] for one in KeySet.user_agents] == ["shop"]
    assert "platonic-client-python/" in KeySet.user_agents[0]
    server.shutdown()
    server.server_close()


def test_the_wallet_channel_goes_through_the_proxy(tunnels_to: Callable[[int], Tunnels]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        tunnels = tunnels_to(server.getsockname()[1])
        options = ChannelOptions(endpoint=f"ws://{HOST}/channel/wallet", static_keys=[bytes(32)])
        with (
            Client("http://127.0.0.1:1", credentials=CREDENTIALS, proxy=tunnels.url) as client,
            Wallet(client, channel=options),
        ):
            connection, _ = server.accept()
            with connection, connection.makefile("rb") as asked:
                head = list(iter(lambda: asked.readline().strip().decode(), ""))
    assert tunnels.asked[0] == (f"{HOST}:80", "")
    assert head[0] == "GET /channel/wallet HTTP/1.1"
    assert [line for line in head if line.startswith("User-Agent: platonic-client-python/")]


@pytest.mark.parametrize(
    "wrong",
    ["https://proxy.example", "socks5://proxy.example", "http://", "http://proxy.example/path", "http://a:port", "?"],
)
def test_a_wrong_proxy_is_refused_when_it_is_set(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for manner in (Client, AsyncClient):
        with pytest.raises(ValueError, match=r"^proxy must be the URL of an HTTP proxy"):
            manner(f"https://{HOST}", proxy=wrong)
    monkeypatch.setenv("HTTPS_PROXY", wrong)
    with pytest.raises(ValueError, match=r"^the variable HTTPS_PROXY must be the URL of an HTTP proxy"):
        Client(f"https://{HOST}")
    with Client(f"https://{HOST}", proxy=""):
        pass


def test_a_wrong_proxy_keeps_its_credentials_to_itself() -> None:
    for wrong in ("https://ada:secret@proxy.example", "http://ada:secret@proxy.example:port", "http://ada:secret@"):
        with pytest.raises(ValueError, match="proxy must be") as caught:
            Proxy.parse(wrong, "proxy")
        assert "secret" not in str(caught.value)
        assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_a_proxy_has_a_port_and_may_have_no_scheme() -> None:
    assert Proxy.parse("proxy.example:3128", "proxy").url == "http://proxy.example:3128"
    assert Proxy.parse("http://[::1]", "proxy").url == "http://[::1]:80"
    named = Proxy.parse("http://ada@proxy.example", "proxy")
    assert (named.url, named.authorization) == ("http://ada:@proxy.example:80", f"Basic {b64encode(b'ada:').decode()}")


@pytest.mark.parametrize(
    ("exceptions", "is_direct"),
    [
        ("", False),
        ("*", True),
        ("platonic.example", True),
        ("other.example, .EXAMPLE", True),
        ("example", True),
        ("*.example", True),
        ("tonic.example", False),
        ("a.platonic.example", False),
        ("platonic.example:443", True),
        ("platonic.example:80", False),
        (",,", False),
    ],
)
@pytest.mark.parametrize("name", ["no_proxy", "NO_PROXY", "no_grpc_proxy"])
def test_hosts_are_excepted(name: str, exceptions: str, is_direct: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.example:3128")
    monkeypatch.setenv(name, exceptions)
    for option in (None, "http://other.example"):
        assert (proxy_for(option, HOST, 443, True) is None) is is_direct


def test_networks_are_excepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "10.0.0.0/8,192.168.1.7,[2001:db8::1]:443,2001:db8:1::/48")
    for host, is_direct in {
        "10.1.2.3": True,
        "11.1.2.3": False,
        "192.168.1.7": True,
        "192.168.1.8": False,
        "2001:db8::1": True,
        "2001:db8:1::7": True,
        "2001:db8:2::7": False,
        "platonic.example": False,
    }.items():
        assert (proxy_for("http://proxy.example", host, 443, True) is None) is is_direct, host


def test_a_header_of_a_cgi_program_is_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.example:3128")
    assert proxy_for(None, HOST, 80, False) is not None
    assert proxy_for(None, HOST, 443, True) is None
    monkeypatch.setenv("REQUEST_METHOD", "GET")
    assert proxy_for(None, HOST, 80, False) is None


def test_wrong_certificates_are_refused_when_they_are_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    for one in (b"", b"nothing", wrong, "a text"):
        with pytest.raises(ValueError, match=r"^root_certificates must have certificates in PEM, as bytes"):
            Client(f"https://{HOST}", root_certificates=one)  # type: ignore[arg-type]
    path = tmp_path / "roots.pem"
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    with pytest.raises(ValueError, match=r"roots\.pem of SSL_CERT_FILE cannot be read: No such file"):
        Client(f"https://{HOST}")
    path.write_bytes(wrong)
    with pytest.raises(ValueError, match=r"roots\.pem of SSL_CERT_FILE must have certificates"):
        Client(f"https://{HOST}")
