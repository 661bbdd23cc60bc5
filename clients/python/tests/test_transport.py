"""Both manners against a server of gRPC in the same process."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from fake import CREDENTIALS
from platonic.fault.v1.fault_pb2 import REASON_STATE_INVALID, FaultDetail
from platonic.identity.v1 import authentication_service_pb2 as authentication
from platonic.identity.v1 import identity_service_pb2 as identity
from platonic.wallet.v1 import event_service_pb2 as events
from tls import certificate_of

import platonic_client.events as module
from platonic_client import AsyncClient, AsyncWallet, Client, PlatonicError, Reason, Wallet
from platonic_client._calls.status import _Status


class Service(grpc.GenericRpcHandler):
    """Authenticates anybody, and tells an event in each stream: then it is silent, breaks off or refuses."""

    def __init__(self) -> None:
        self.watched: list[events.WatchRequest] = []
        self.ends = threading.Event()
        self.refusal: Any = None

    def service(self, handler_call_details: Any) -> Any:
        name = handler_call_details.method.rsplit("/", 1)[1]
        unary = {
            "CreateChallenge": lambda *_: authentication.CreateChallengeResponse(
                audience="http://localhost", challenge="AAAAAAAAAAAAAAAAAAAAAA", rotation_window=300
            ),
            "Authenticate": lambda *_: authentication.AuthenticateResponse(success=True, session_token="pls_1"),
            "GetIdentity": self._never,
        }
        if name == "Watch":
            return grpc.unary_stream_rpc_method_handler(self._watch, events.WatchRequest.FromString, _bytes_of)
        return grpc.unary_unary_rpc_method_handler(unary[name], None, _bytes_of)

    def _never(self, request: bytes, context: grpc.ServicerContext) -> identity.GetIdentityResponse:
        self.ends.wait(10)
        return identity.GetIdentityResponse()

    def _watch(self, request: events.WatchRequest, context: grpc.ServicerContext) -> Iterator[events.WatchResponse]:
        self.watched.append(request)
        place = int(request.cursor or "0") + 1
        # Told again after each break, as an answer may be that was on its way.
        for sequence in {max(1, place - 1), place}:
            answer = events.WatchResponse(cursor=str(sequence))
            answer.entry.sequence = sequence
            yield answer
        if place % 3 == 1:
            self._abort(context)
        if place % 3 == 2:
            return
        self.ends.wait(60)

    def _abort(self, context: grpc.ServicerContext) -> None:
        if self.refusal is not None:
            status = _Status()
            status.details.add().Pack(FaultDetail(reason=self.refusal, parameter="cursor"))
            context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
        context.abort(grpc.StatusCode.UNAVAILABLE, "away")


def _bytes_of(message: Any) -> bytes:
    data: bytes = message.SerializeToString()
    return data


@pytest.fixture
def service() -> Iterator[tuple[Service, str]]:
    one = Service()
    server = grpc.server(ThreadPoolExecutor(16))
    server.add_generic_rpc_handlers((one,))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield one, f"http://127.0.0.1:{port}"
    one.ends.set()
    server.stop(None).wait()


def test_events_go_on_after_breaks_and_silence(service: tuple[Service, str], monkeypatch: pytest.MonkeyPatch) -> None:
    _, url = service
    told = []
    monkeypatch.setattr(module, "_late_max", 0.1)
    with Client(url, credentials=CREDENTIALS) as client, Wallet(client) as wallet:
        for event in wallet.events(heartbeat=1):
            told.append(event.entry.sequence)
            if len(told) == 5:
                break
    assert told == [1, 2, 3, 4, 5]


def test_events_go_on_after_breaks_and_silence_on_asyncio(
    service: tuple[Service, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, url = service
    monkeypatch.setattr(module, "_late_max", 0.1)

    async def scene() -> list[int]:
        told: list[int] = []
        async with AsyncClient(url, credentials=CREDENTIALS) as client, AsyncWallet(client) as wallet:
            async for event in wallet.events(heartbeat=1):
                told.append(event.entry.sequence)
                if len(told) == 5:
                    break
        return told

    assert asyncio.run(scene()) == [1, 2, 3, 4, 5]


def test_events_end_with_a_refusal_for_good(service: tuple[Service, str]) -> None:
    one, url = service
    one.refusal = REASON_STATE_INVALID
    with Client(url, credentials=CREDENTIALS) as client, Wallet(client) as wallet:
        with pytest.raises(PlatonicError) as caught:
            list(wallet.events("0"))
        with pytest.raises(PlatonicError, match="1 to 60"):
            list(wallet.events(heartbeat=0))
    assert (caught.value.reason, caught.value.parameter) == (Reason.STATE_INVALID, "cursor")


def test_a_deadline_of_the_caller_is_kept(service: tuple[Service, str]) -> None:
    _, url = service
    request = identity.GetIdentityRequest(id="ada")
    began = time.monotonic()
    with Client(url) as client, pytest.raises(PlatonicError) as caught:
        client.identity.get_identity(request, timeout=0.2)
    assert caught.value.reason is Reason.TIMED_OUT
    assert time.monotonic() - began < 2

    async def scene() -> None:
        async with AsyncClient(url) as client:
            with pytest.raises(PlatonicError) as caught:
                await client.identity.get_identity(request, timeout=0.2)
            assert caught.value.reason is Reason.TIMED_OUT

    asyncio.run(scene())


def test_a_service_that_is_away_is_unreachable() -> None:
    request = identity.GetIdentityRequest(id="ada")
    with Client("http://127.0.0.1:1") as client, pytest.raises(PlatonicError) as caught:
        client.identity.get_identity(request, timeout=2)
    assert caught.value.reason is Reason.UNREACHABLE


def test_a_closed_client_says_so(service: tuple[Service, str]) -> None:
    _, url = service
    request = identity.GetIdentityRequest(id="ada")
    client = Client(url)
    client.close()
    with pytest.raises(PlatonicError, match="closed"):
        client.identity.get_identity(request)

    async def scene() -> None:
        closed = AsyncClient(url)
        await closed.close()
        with pytest.raises(PlatonicError, match="closed"):
            await closed.identity.get_identity(request)

    asyncio.run(scene())


def test_tls_is_verified() -> None:
    private, certificate = certificate_of("localhost")
    server = grpc.server(ThreadPoolExecutor(2))
    server.add_generic_rpc_handlers((Service(),))
    port = server.add_secure_port("localhost:0", grpc.ssl_server_credentials([(private, certificate)]))
    server.start()
    url = f"https://localhost:{port}"

    async def on_asyncio() -> str:
        async with AsyncClient(url, credentials=CREDENTIALS, root_certificates=certificate) as client:
            return await client.session_token()

    try:
        with Client(url, credentials=CREDENTIALS, root_certificates=certificate) as client:
            assert client.session_token() == "pls_1"
        assert asyncio.run(on_asyncio()) == "pls_1"
        with Client(url, credentials=CREDENTIALS, timeout=1) as client, pytest.raises(PlatonicError) as caught:
            client.session_token()
        assert caught.value.reason is Reason.UNREACHABLE
    finally:
        server.stop(None).wait()
