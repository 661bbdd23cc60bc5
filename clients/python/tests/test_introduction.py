"""How a client and a service tell each other who they are."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from platonic.identity.v1 import identity_service_pb2 as identity
from platonic.wallet.v1 import event_service_pb2 as events

import platonic_client
from platonic_client import AsyncClient, Client, PlatonicError
from platonic_client._calls import service_version
from platonic_client._calls.network import user_agent_of
from platonic_client._calls.service_version import ServiceVersion

REQUEST = identity.GetIdentityRequest(id="ada")
OWN = r"platonic-client-python/\d+\.\d+\.\d+ \(python \d+\.\d+\.\d+\S*; [a-z]+ \S+\)"


class Service(grpc.GenericRpcHandler):
    """Names a version in each answer, and refuses what it does not know."""

    def __init__(self) -> None:
        self.version = ""
        self.user_agents: list[str] = []

    def service(self, handler_call_details: Any) -> Any:
        self.user_agents.append(dict(handler_call_details.invocation_metadata)["user-agent"])
        name = handler_call_details.method.rsplit("/", 1)[1]
        if name == "WatchAll":
            return grpc.unary_stream_rpc_method_handler(self._watch)
        return grpc.unary_unary_rpc_method_handler(self._answer if name == "GetIdentity" else self._refuse)

    def _answer(self, request: bytes, context: grpc.ServicerContext) -> bytes:
        context.send_initial_metadata((("platonic-version", self.version),))
        return b""

    def _refuse(self, request: bytes, context: grpc.ServicerContext) -> bytes:
        context.set_trailing_metadata((("platonic-version", self.version),))
        context.abort(grpc.StatusCode.UNIMPLEMENTED, "not yet")
        raise AssertionError

    def _watch(self, request: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
        context.send_initial_metadata((("platonic-version", self.version),))
        yield b""


@pytest.fixture
def service() -> Iterator[tuple[Service, str]]:
    one = Service()
    server = grpc.server(ThreadPoolExecutor(4))
    server.add_generic_rpc_handlers((one,))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield one, f"http://127.0.0.1:{port}"
    server.stop(None).wait()


def test_requests_name_the_client(service: tuple[Service, str]) -> None:
    one, url = service

    async def scene() -> None:
        async with AsyncClient(url, user_agent="shop/2.1 (tills)") as client:
            await client.identity.get_identity(REQUEST)

    with Client(url) as client:
        client.identity.get_identity(REQUEST)
    asyncio.run(scene())
    assert re.match(rf"{OWN} grpc-python/", one.user_agents[0])
    assert re.match(rf"shop/2\.1 \(tills\) {OWN} grpc-python-asyncio/", one.user_agents[1])


@pytest.mark.parametrize("product", ["shop\r\nx: y", " shop", "shop ", "sho\x00p", "Läden/1"])
def test_a_product_that_is_no_header_is_refused(product: str) -> None:
    with pytest.raises(ValueError, match=r"user_agent must be a product such as shop/2\.1"):
        Client("http://127.0.0.1:1", user_agent=product)


def test_the_version_is_that_of_the_package() -> None:
    assert f"/{platonic_client.__version__} " in user_agent_of("")
    text = Path(service_version.__file__).parents[1].joinpath("_version.py").read_text()
    assert f'__version__ = "{platonic_client.__version__}"' in text


OLDER = (
    "older than this client (1.2.0): calls that it does not know fail with NOT_FOUND; "
    "update the service, or use the client of its version"
)
NEWER = "newer than this client (1.2.0): update the client"


@pytest.mark.parametrize(
    ("ours", "theirs", "warning"),
    [
        ("1.2.0", "1.0.9", ""),
        ("1.2.0", "1.3.0-rc.1+build.5", ""),
        ("1.2.0", "0.9.0", OLDER),
        ("1.2.0", "2.0.0", NEWER),
        ("1.2.0", "10.0.0", NEWER),
        ("0.2.0", "0.2.9", ""),
        ("0.2.0", "0.10.0", NEWER.replace("1.2.0", "0.2.0")),
        ("0.2.0", "0.1.0", OLDER.replace("1.2.0", "0.2.0")),
        ("0.2.0", "1.0.0", NEWER.replace("1.2.0", "0.2.0")),
    ],
)
def test_a_version_that_does_not_fit_is_told_once(
    ours: str, theirs: str, warning: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_version, "__version__", ours)
    told: list[str] = []
    version = ServiceVersion("https://platonic.example", told.append)
    for text in ("", "moon", "1.2", "1.2.3.4", "v1.2.3", "1.2.3 4", "1" * 10 + ".0.0", "\u0661.2.3", theirs, "9.9.9"):
        version.hear(text)
    expected = f"the service at https://platonic.example has version {theirs}, {warning}"
    assert told == ([expected] if warning else [])
    assert version.text == theirs


@pytest.mark.parametrize("call", ["answer", "refusal", "stream"])
def test_the_version_is_that_of_the_first_answer(
    call: str, service: tuple[Service, str], caplog: pytest.LogCaptureFixture
) -> None:
    one, url = service
    one.version = "7.0.0"

    async def scene() -> None:
        told: list[str] = []
        async with AsyncClient(url, on_warning=told.append) as client:
            assert client.service_version == ""
            if call == "answer":
                await client.identity.get_identity(REQUEST)
            elif call == "refusal":
                with pytest.raises(PlatonicError, match="not yet"):
                    await client.identity.update_identity(identity.UpdateIdentityRequest())
            else:
                assert [one async for one in client.event.watch_all(events.WatchAllRequest())]
            assert client.service_version == "7.0.0"
        assert len(told) == 1

    with Client(url) as client:
        assert client.service_version == ""
        if call == "answer":
            client.identity.get_identity(REQUEST)
        elif call == "refusal":
            with pytest.raises(PlatonicError, match="not yet"):
                client.identity.update_identity(identity.UpdateIdentityRequest())
        else:
            assert list(client.event.watch_all(events.WatchAllRequest()))
        assert client.service_version == "7.0.0"
    asyncio.run(scene())
    warnings = [(one.name, one.levelno) for one in caplog.records if one.levelno >= logging.WARNING]
    assert warnings == [("platonic_client", logging.WARNING)]


def test_a_hook_of_warnings_that_fails_fails_no_call(service: tuple[Service, str]) -> None:
    def fail(_: str) -> None:
        raise RuntimeError("no")

    one, url = service
    one.version = "7.0.0"
    with Client(url, on_warning=fail) as client:
        client.identity.get_identity(REQUEST)
