"""Answers that are no key set, of a service or of an intermediary."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from platonic_client import Client, PlatonicError, Reason


class Handler(BaseHTTPRequestHandler):
    """Answers as the test wants it."""

    answer = b""

    def do_GET(self) -> None:
        self.wfile.write(self.answer)

    def log_message(self, format: str, *_: object) -> None:  # noqa: A002
        return


@pytest.fixture
def url() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"HTTP/1.0 200 OK\r\n\r\n<html>", Reason.UNREACHABLE),
        (b"HTTP/1.0 200 OK\r\n\r\n[]", Reason.UNREACHABLE),
        (b"HTTP/1.0 200 OK\r\n\r\n", Reason.UNREACHABLE),
        (b'HTTP/1.0 200 OK\r\nContent-Length: 100\r\n\r\n{"keys"', Reason.UNREACHABLE),
        (b"nonsense\r\n\r\n", Reason.UNREACHABLE),
        (b"", Reason.UNREACHABLE),
        (b"HTTP/1.0 503 Away\r\n\r\n", Reason.UNREACHABLE),
        (b"HTTP/1.0 403 Forbidden\r\n\r\n", Reason.UNKNOWN),
    ],
)
def test_what_is_no_key_set_has_a_reason(
    answer: bytes, reason: Reason, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "answer", answer)
    with Client(url) as client, pytest.raises(PlatonicError) as caught:
        client.key_set()
    assert caught.value.reason is reason
    assert url in caught.value.message


def test_a_key_set_tells_the_version_of_its_service(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handler, "answer", b'HTTP/1.0 200 OK\r\nPlatonic-Version: 0.1.7\r\n\r\n{"keys": []}')
    with Client(url) as client:
        client.key_set()
        assert client.service_version == "0.1.7"


def test_a_key_set_is_told_as_it_is(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Handler, "answer", b'HTTP/1.0 200 OK\r\n\r\n{"keys": []}')
    with Client(url) as client:
        assert client.key_set() == '{"keys": []}'
