"""The trace that calls carry, with OpenTelemetry as programs set it up."""

from __future__ import annotations

import asyncio
import logging
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import grpc
import pytest
from fake import CREDENTIALS
from opentelemetry import baggage, context, propagate, trace
from opentelemetry.baggage.propagation import W3CBaggagePropagator
from opentelemetry.propagators.composite import CompositePropagator
from opentelemetry.propagators.textmap import TextMapPropagator
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from platonic.geocode.v1.geometry_pb2 import Vector
from platonic.geocode.v1.requests_pb2 import TransformRequest
from platonic.identity.v1 import identity_service_pb2 as identity
from platonic.wallet.v1 import event_service_pb2 as events
from platonic.wallet.v1 import transaction_pb2 as transactions
from platonic.wallet.v1 import transaction_service_pb2 as transaction_service
from platonic.wallet.v1 import wallet_service_pb2 as wallets

from platonic_client import AsyncClient, AsyncWallet, Client, MemoryJournal, Order, Wallet, new_id

REQUEST = identity.GetIdentityRequest(id="ada")
TRACER = TracerProvider().get_tracer("tests")
ORDER = Order(recipient="bob", asset="TOKEN_STANDARD", amount="1")

README = Path(__file__).parents[1] / "README.md"

Sent = list[tuple[str, dict[str, str]]]


class Service(grpc.GenericRpcHandler):
    """Notes what the headers of each call say, and answers as if all were well, or not at all."""

    def __init__(self) -> None:
        self.sent: Sent = []
        self.failures: dict[str, int] = {}

    def service(self, handler_call_details: Any) -> Any:
        name = handler_call_details.method.rsplit("/", 1)[1]
        self.sent.append((name, dict(handler_call_details.invocation_metadata)))

        def act(request: bytes, context: grpc.ServicerContext) -> bytes:
            if self.failures.get(name, 0) > 0:
                self.failures[name] -= 1
                context.abort(grpc.StatusCode.UNAVAILABLE, "later")
            return self.answer(name, request)

        if name == "Watch":
            return grpc.unary_stream_rpc_method_handler(lambda request, context: iter([act(request, context)]))
        return grpc.unary_unary_rpc_method_handler(act)

    def answer(self, name: str, request: bytes) -> bytes:
        done = transactions.TransactionResult(success=True, status=transactions.TRANSACTION_STATUS_COMPLETED)
        if name == "Transfer":
            return transaction_service.TransferResponse(result=done).SerializeToString()
        if name == "ResolveTransaction":
            return transaction_service.ResolveTransactionResponse(result=done).SerializeToString()
        if name == "TransferBatch":
            return transaction_service.TransferBatchResponse(results=[done]).SerializeToString()
        if name == "ListLedgerEntries":
            return wallets.ListLedgerEntriesResponse(entries=[{}], next_page_token="next").SerializeToString()
        if name == "Watch":
            return events.WatchResponse(entry={"sequence": 1}, cursor="one").SerializeToString()
        return b""

    def traces(self) -> list[tuple[str, str]]:
        """Names and traceparents of the calls."""
        return [(name, headers.get("traceparent", "")) for name, headers in self.sent]


@pytest.fixture
def service() -> Iterator[tuple[Service, str]]:
    one = Service()
    server = grpc.server(ThreadPoolExecutor(8))
    server.add_generic_rpc_handlers((one,))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield one, f"http://127.0.0.1:{port}"
    server.stop(None).wait()


@pytest.fixture
def propagator() -> Iterator[Callable[[TextMapPropagator], None]]:
    before = propagate.get_global_textmap()
    yield propagate.set_global_textmap
    propagate.set_global_textmap(before)


def parent(span: trace.Span) -> str:
    it = span.get_span_context()
    return f"00-{it.trace_id:032x}-{it.span_id:016x}-{it.trace_flags:02x}"


def test_each_attempt_carries_the_same_trace(service: tuple[Service, str]) -> None:
    one, url = service
    one.failures["GetIdentity"] = 1

    async def scene() -> None:
        async with AsyncClient(url) as client:
            with TRACER.start_as_current_span("second") as second:
                await client.identity.get_identity(REQUEST)
        assert [each for _, each in one.traces()[2:]] == [parent(second)]

    with Client(url) as client, TRACER.start_as_current_span("first") as first:
        client.identity.get_identity(REQUEST)
    assert one.traces() == [("GetIdentity", parent(first))] * 2
    asyncio.run(scene())


def test_pages_and_events_carry_the_trace_in_which_they_were_asked_for(service: tuple[Service, str]) -> None:
    one, url = service
    with Client(url, api_key="key") as client:
        wallet = Wallet(client, credentials=CREDENTIALS)
        wallet._core._session._token = "pls_1"
        with TRACER.start_as_current_span("pages") as pages:
            history = wallet.history()
        with TRACER.start_as_current_span("events") as watched:
            following = wallet.events()
        with TRACER.start_as_current_span("other"):
            next(history)
            next(history)
            one.failures["Watch"] = 1
            assert next(following).cursor == "one"
        wallet.close()
    assert one.traces()[:2] == [("ListLedgerEntries", parent(pages))] * 2
    assert one.traces()[2:4] == [("Watch", parent(watched))] * 2


def test_payments_carry_the_trace_of_their_caller_from_every_thread(service: tuple[Service, str]) -> None:
    one, url = service
    journal = MemoryJournal()
    with Client(url) as client:
        wallet = Wallet(client, credentials=CREDENTIALS, journal=journal, confirm_timeout=0.5, retry_count=0)
        wallet._core._session._token = "pls_1"
        one.failures = {"Transfer": 1, "ResolveTransaction": 1}
        with TRACER.start_as_current_span("voided") as voided:
            wallet.pay(ORDER)
        assert one.traces() == [(name, parent(voided)) for name in ["Transfer", *["ResolveTransaction"] * 2]]
        one.sent.clear()
        with TRACER.start_as_current_span("bulk") as bulk:
            outcomes = wallet.pay_all([Order(recipient="bob", asset="TOKEN_STANDARD", amount="1", id=new_id())])
        with TRACER.start_as_current_span("other"):
            assert len(list(outcomes)) == 1
        assert one.traces() == [("TransferBatch", parent(bulk))]
        wallet.close()


def test_what_is_reconciled_carries_the_trace_of_who_reconciles(service: tuple[Service, str]) -> None:
    one, url = service

    async def scene() -> None:
        journal = MemoryJournal()
        async with AsyncClient(url) as client:
            terms: Any = {"credentials": CREDENTIALS, "confirm_timeout": 0.2, "retry_count": 0, "journal": journal}
            one.failures = {"Transfer": 9, "ResolveTransaction": 999}
            wallet = AsyncWallet(client, **terms)
            wallet._core._session._token = "pls_1"
            with TRACER.start_as_current_span("payment") as payment:
                await wallet.pay(ORDER)
            await wallet.close()
            assert {each for _, each in one.traces()} == {parent(payment)}
            one.failures = {}
            one.sent.clear()
            other = AsyncWallet(client, **terms)
            other._core._session._token = "pls_1"
            with TRACER.start_as_current_span("reconcile") as reconcile:
                assert len(await other.reconcile()) == 1
            await other.close()
            assert one.traces() == [("ResolveTransaction", parent(reconcile))]

    asyncio.run(scene())


def test_the_opening_of_a_session_carries_the_trace_of_who_needs_it(service: tuple[Service, str]) -> None:
    one, url = service
    client = Client(url, credentials=CREDENTIALS)
    with client, TRACER.start_as_current_span("first") as first, pytest.raises(Exception, match="session"):
        client.identity.get_identity(REQUEST)
    assert set(one.traces()) == {("CreateChallenge", parent(first))}


def test_nothing_is_sent_outside_of_a_span(service: tuple[Service, str]) -> None:
    one, url = service
    with Client(url) as client:
        client.identity.get_identity(REQUEST)
    assert one.traces() == [("GetIdentity", "")]


def test_only_the_trace_is_sent(service: tuple[Service, str], propagator: Callable[[TextMapPropagator], None]) -> None:
    one, url = service
    propagator(CompositePropagator([TraceContextTextMapPropagator(), W3CBaggagePropagator()]))
    state = trace.TraceState([("vendor", "1")])
    span = trace.SpanContext(1, 2, is_remote=True, trace_flags=trace.TraceFlags(1), trace_state=state)
    within = trace.set_span_in_context(trace.NonRecordingSpan(span), baggage.set_baggage("secret", "s"))
    token = context.attach(within)
    with Client(url) as client:
        client.identity.get_identity(REQUEST)
    context.detach(token)
    (_, headers), *_ = one.sent
    assert (headers["traceparent"], headers["tracestate"]) == (f"00-{1:032x}-{2:016x}-01", "vendor=1")
    assert "baggage" not in headers


@pytest.mark.parametrize(
    "carried",
    [
        {"traceparent": "00-\r\nx"},
        {"traceparent": "ü"},
        {"traceparent": f"00-{chr(0x661) * 32}-{'2' * 16}-01"},
        {"traceparent": None},
        {"tracestate": "a=1"},
        ValueError("of the propagator"),
    ],
)
def test_a_propagator_that_fails_breaks_no_call(
    service: tuple[Service, str],
    propagator: Callable[[TextMapPropagator], None],
    carried: Any,
    caplog: pytest.LogCaptureFixture,
) -> None:
    one, url = service

    class Bad(TraceContextTextMapPropagator):
        def inject(self, carrier: Any, *rest: Any, **named: Any) -> None:
            if isinstance(carried, Exception):
                raise carried
            carrier.update(carried)

    propagator(Bad())
    with caplog.at_level(logging.ERROR), Client(url) as client, TRACER.start_as_current_span("first"):
        client.identity.get_identity(REQUEST)
    assert [name for name in one.sent[0][1] if name.startswith("trace")] == []
    is_told = isinstance(carried, Exception) or None in carried.values()
    assert ("calls carry no trace" in caplog.text) == is_told


def test_nothing_of_opentelemetry_is_imported_for_a_program_without_it() -> None:
    program = (
        f"import sys\nsys.path[:] = {sys.path!r}\nfrom platonic_client import Client, PlatonicError\n"
        "from platonic.identity.v1.identity_service_pb2 import GetIdentityRequest\n"
        "try:\n    Client('http://127.0.0.1:1', timeout=0.5).identity.get_identity(GetIdentityRequest(id='a'))\n"
        "except PlatonicError:\n    print([name for name in sys.modules if name.startswith('opentelemetry')])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert told.stdout.strip() == "[]"


def test_the_readme_is_right(service: tuple[Service, str]) -> None:
    one, url = service
    (program,) = re.findall(r"## Traces\n.*?^```python\n(.*?)^```$", README.read_text(), re.DOTALL | re.MULTILINE)
    trace.set_tracer_provider(TracerProvider())
    data = Vector(values=[1, 2, 3, 4, 5])
    exec(program, {"Client": Client, "TransformRequest": TransformRequest, "url": url, "key": "key", "data": data})
    ((name, sent),) = one.traces()
    assert name == "Transform"
    assert re.fullmatch(r"00-[0-9a-f]{32}-[0-9a-f]{16}-0[13]", sent)
