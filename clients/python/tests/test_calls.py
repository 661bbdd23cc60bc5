from __future__ import annotations

import asyncio
import math
import re
from itertools import pairwise
from typing import Any

import pytest
from fake import CREDENTIALS, FakeIo, challenge, core, fails, lost, session, silent
from platonic.identity.v1 import authentication_service_pb2 as authentication
from platonic.identity.v1 import identity_service_pb2 as identity
from platonic.wallet.v1 import wallet_service_pb2 as wallets
from platonic.wallet.v1.ledger_pb2 import LedgerEntry
from virtual import play

from platonic_client import Attempt, MemoryJournal, PlatonicError, Reason
from platonic_client._calls.calls import CoreCalls
from platonic_client._calls.endpoint import Endpoint
from platonic_client._calls.repetition import Budget, back_off
from platonic_client._calls.status import retry_after
from platonic_client._calls.terms import terms_of
from platonic_client._payments.payments import PaymentTerms

_identities: Any = identity.DESCRIPTOR.services_by_name["IdentityService"].methods_by_name
_wallets: Any = wallets.DESCRIPTOR.services_by_name["WalletService"].methods_by_name


def found(_: Any) -> identity.GetIdentityResponse:
    return identity.GetIdentityResponse()


async def get(calls: CoreCalls, timeout: float | None = None) -> identity.GetIdentityResponse:
    request = identity.GetIdentityRequest(id="ada")
    return await calls.unary(_identities["GetIdentity"], request, identity.GetIdentityResponse, timeout)


def test_a_call_is_made_four_times_at_most() -> None:
    io = FakeIo()
    io.on("GetIdentity", lost)
    with pytest.raises(PlatonicError) as caught:
        play(get(core(io).calls))
    assert caught.value.reason is Reason.UNREACHABLE
    times = [one.at for one in io.sent]
    assert len(times) == 4
    for failures, wait in enumerate((b - a for a, b in pairwise(times)), 1):
        assert 0.05 * 2 ** (failures - 1) <= wait <= 0.1 * 2 ** (failures - 1) + 1e-6


def test_a_wait_is_never_less_than_the_service_asks_for() -> None:
    io = FakeIo()
    io.on("GetIdentity", fails(Reason.UNAVAILABLE, retry_after=3), found)
    play(get(core(io).calls))
    assert io.sent[1].at == pytest.approx(3)


def test_a_failure_for_good_is_not_repeated() -> None:
    io = FakeIo()
    io.on("GetIdentity", fails(Reason.PARAMETER_INVALID, "identity_id"))
    with pytest.raises(PlatonicError, match=r"PARAMETER_INVALID \(identity_id\)"):
        play(get(core(io).calls))
    assert len(io.sent) == 1


def test_a_wait_that_passes_the_deadline_is_not_begun() -> None:
    io = FakeIo()
    io.on("GetIdentity", fails(Reason.UNAVAILABLE, retry_after=3))
    with pytest.raises(PlatonicError) as caught:
        play(get(core(io).calls, 2))
    assert caught.value.reason is Reason.UNAVAILABLE
    assert len(io.sent) == 1


def test_the_first_attempt_leaves_time_for_another() -> None:
    told: list[Attempt] = []
    io = FakeIo()
    io.on("GetIdentity", silent, found)
    play(get(core(io, on_attempt=[told.append]).calls, 30))
    assert [one.reason for one in told] == [Reason.UNREACHABLE, None]
    assert io.sent[1].at == pytest.approx(10.1, abs=0.1)


@pytest.mark.parametrize(("timeout", "attempts"), [(4, 1), (6, 2), (30, 2)])
def test_no_attempt_is_shorter_than_an_answer_may_take(timeout: float, attempts: int) -> None:
    io = FakeIo()
    io.on("GetIdentity", silent)
    with pytest.raises(PlatonicError) as caught:
        play(get(core(io).calls, timeout))
    assert (caught.value.reason, len(io.sent)) == (Reason.TIMED_OUT, attempts)


def test_a_bound_of_the_first_attempt_that_the_service_keeps_is_no_answer() -> None:
    async def late(io: FakeIo) -> None:
        io.on("GetIdentity", fails(Reason.DEADLINE_EXCEEDED), found)
        await get(core(io).calls, 30)

    io = FakeIo()
    play(late(io))
    assert len(io.sent) == 2


@pytest.mark.parametrize("timeout", [0, -1, math.nan, -math.inf])
def test_times_that_are_none_are_refused_when_they_are_set(timeout: float) -> None:
    io = FakeIo()
    with pytest.raises(ValueError, match="timeout"):
        core(io, timeout=timeout)
    with pytest.raises(PlatonicError, match="positive") as caught:
        play(get(core(io).calls, timeout))
    assert (caught.value.reason, caught.value.parameter, io.sent) == (Reason.PARAMETER_INVALID, "timeout", [])
    with pytest.raises(ValueError, match="confirm_timeout"):
        PaymentTerms(MemoryJournal(), timeout, 3, None)


@pytest.mark.parametrize("timeout", [math.inf, 1e12, 2.0**31])
def test_the_longest_times_are_24_days(timeout: float) -> None:
    days = 24 * 86_400
    io = FakeIo()
    io.on("GetIdentity", silent, found)
    play(get(core(io).calls, timeout))
    assert io.sent[1].at == pytest.approx(days / 3, abs=1)
    io = FakeIo()
    io.on("GetIdentity", silent, found)
    play(get(core(io, timeout=timeout).calls))
    assert io.sent[1].at == pytest.approx(days / 3, abs=1)
    assert PaymentTerms(MemoryJournal(), timeout, 3, None).confirm_timeout == days


def test_a_call_without_a_deadline_has_that_of_its_method() -> None:
    async def scene() -> float:
        io = FakeIo()
        io.on("GetIdentity", silent)
        with pytest.raises(PlatonicError) as caught:
            await get(core(io).calls)
        assert caught.value.reason is Reason.TIMED_OUT
        return io.now()

    assert play(scene()) == terms_of(_identities["GetIdentity"]).deadline


def test_the_key_is_the_same_in_each_repetition() -> None:
    async def create(calls: CoreCalls, key: str | None = None) -> None:
        method = _identities["CreateIdentity"]
        request = identity.CreateIdentityRequest(username="ada")
        await calls.unary(method, request, identity.CreateIdentityResponse, key=key)

    io = FakeIo()
    pending = fails(Reason.STATE_INVALID, "Idempotency-Key")
    io.on("CreateIdentity", lost, pending, lambda _: identity.CreateIdentityResponse())
    calls = core(io).calls
    play(create(calls))
    keys = {one.headers["idempotency-key"] for one in io.sent}
    assert len(io.sent) == 3
    assert len(keys) == 1
    assert len(keys.pop()) == 22
    play(create(calls, "a key of the caller's own"))
    assert io.sent[-1].headers["idempotency-key"] == "a key of the caller's own"


async def create(calls: CoreCalls, timeout: float | None = None) -> identity.CreateIdentityResponse:
    request = identity.CreateIdentityRequest()
    return await calls.unary(_identities["CreateIdentity"], request, identity.CreateIdentityResponse, timeout)


def created(_: Any) -> identity.CreateIdentityResponse:
    return identity.CreateIdentityResponse()


under_way = fails(Reason.STATE_INVALID, "Idempotency-Key", 2)


def test_a_call_whose_first_execution_is_under_way_is_repeated_until_its_deadline() -> None:
    io = FakeIo()
    io.on("CreateIdentity", silent, *[under_way] * 8, created)
    client = core(io).calls
    play(create(client, 30))
    # A third of the deadline for the first attempt, and then the answer as soon as there is one.
    assert [round(one.at) for one in io.sent] == [0, *range(10, 28, 2)]
    assert len({one.headers["idempotency-key"] for one in io.sent}) == 1

    io.on("CreateIdentity", under_way)
    del io.sent[:]
    with pytest.raises(PlatonicError) as caught:
        play(create(client, 11))
    assert (caught.value.reason, len(io.sent)) == (Reason.STATE_INVALID, 6)


def test_a_call_whose_first_execution_is_under_way_costs_no_repetition() -> None:
    io = FakeIo()
    client = core(io).calls
    io.on("CreateIdentity", *[under_way] * 20, lost, lost, under_way, lost, created)
    play(create(client, 100))
    # 3 of 10 are spent: three more calls may be repeated three times.
    io.on("CreateIdentity", lost)
    del io.sent[:]
    for _ in range(3):
        with pytest.raises(PlatonicError):
            play(create(client, 100))
    assert len(io.sent) == 4 + 4 + 2


def test_an_attempt_beside_the_first_execution_has_what_is_left_of_the_deadline() -> None:
    io = FakeIo()
    io.on("CreateIdentity", under_way, silent)
    with pytest.raises(PlatonicError) as caught:
        play(create(core(io).calls, 30))
    assert caught.value.reason is Reason.TIMED_OUT
    assert len(io.sent) == 2


def test_an_empty_budget_ends_repetitions_and_not_calls() -> None:
    io = FakeIo()
    calls = core(io).calls
    io.on("GetIdentity", lost)
    for _ in range(4):
        with pytest.raises(PlatonicError):
            play(get(calls))
    # Four first attempts, and the ten repetitions of the budget.
    assert len(io.sent) == 14
    io.on("GetIdentity", found)
    for _ in range(10):
        play(get(calls))
    io.on("GetIdentity", lost, found)
    play(get(calls))


def test_a_budget_is_bounded() -> None:
    budget = Budget()
    for _ in range(5_000):
        budget.succeeded()
    assert sum(budget.take() for _ in range(1_000)) == 100


def test_waits_do_not_grow_for_ever() -> None:
    assert 15 <= back_off(50) <= 30


def test_hooks_observe_each_attempt_and_cannot_harm_it() -> None:
    told: list[Attempt] = []

    def broken(_: Attempt) -> None:
        raise ZeroDivisionError

    io = FakeIo()
    io.on("GetIdentity", lost, found)
    play(get(core(io, on_attempt=[broken, told.append]).calls))
    facts = [(one.method, one.number, one.reason) for one in told]
    method = "identity.v1.IdentityService/GetIdentity"
    assert facts == [(method, 1, Reason.UNREACHABLE), (method, 2, None)]


def test_credentials_that_are_refused_are_renewed_once() -> None:
    io = FakeIo()
    io.on("Authenticate", session("pls_1"), session("pls_2"))
    io.on("GetIdentity", fails(Reason.INVALID_API_KEY), found)
    play(get(core(io, credentials=CREDENTIALS).calls))
    tokens = [one.headers["authorization"] for one in io.sent_to("GetIdentity")]
    assert tokens == ["Bearer pls_1", "Bearer pls_2"]
    io.on("GetIdentity", fails(Reason.INVALID_API_KEY))
    with pytest.raises(PlatonicError):
        play(get(core(io, credentials=CREDENTIALS).calls))
    assert len(io.sent_to("GetIdentity")) == 4


def test_many_calls_wait_for_one_session() -> None:
    async def scene() -> None:
        io = FakeIo()
        io.on("GetIdentity", found)
        calls = core(io, credentials=CREDENTIALS).calls
        await asyncio.gather(*(get(calls) for _ in range(20)))
        assert len(io.sent_to("Authenticate")) == 1

    play(scene())


def test_a_caller_with_little_time_does_not_fail_the_others() -> None:
    async def scene() -> None:
        io = FakeIo()
        io.on("CreateChallenge", silent, challenge())
        io.on("GetIdentity", found)
        calls = core(io, credentials=CREDENTIALS).calls
        hasty, patient = await asyncio.gather(get(calls, 1), get(calls, 20), return_exceptions=True)
        assert isinstance(hasty, PlatonicError)
        assert isinstance(patient, identity.GetIdentityResponse)

    play(scene())


def test_a_late_token_is_minted_again_three_times_in_all() -> None:
    late = authentication.AuthenticateResponse(error_code=authentication.AUTH_ERROR_CODE_ROTATION_INVALID)
    io = FakeIo()
    io.on("Authenticate", lambda _: late)
    with pytest.raises(PlatonicError, match="ROTATION_INVALID") as caught:
        play(get(core(io, credentials=CREDENTIALS).calls))
    assert caught.value.was_not_sent
    assert len(io.sent_to("Authenticate")) == 3
    assert len({one.request.token for one in io.sent_to("Authenticate")}) == 3


def test_a_wrong_clock_is_corrected() -> None:
    io = FakeIo()
    io.date = "Fri, 15 Jan 2027 08:00:00 GMT"
    io.on("GetIdentity", found)
    client = core(io, credentials=CREDENTIALS, clock=lambda: 0.0)
    play(get(client.calls))
    assert client.session is not None
    assert client.session.now() == pytest.approx(1_800_000_000.5)


def test_tokens_are_minted_for_the_service_alone() -> None:
    io = FakeIo()
    io.on("CreateChallenge", challenge("https://thief.example"))
    client = core(io, credentials=CREDENTIALS, endpoint="https://platonic.example")
    with pytest.raises(PlatonicError, match=r"thief\.example") as caught:
        play(get(client.calls))
    assert caught.value.reason is Reason.STATE_INVALID
    assert io.sent_to("Authenticate") == []


def test_pages_are_turned() -> None:
    async def scene() -> list[int]:
        io = FakeIo()
        page = wallets.ListLedgerEntriesResponse
        io.on(
            "ListLedgerEntries",
            lambda _: page(entries=[LedgerEntry(sequence=3), LedgerEntry(sequence=2)], next_page_token="more"),
            lambda request: page(entries=[LedgerEntry(sequence=1)] if request.page_token == "more" else []),
        )
        request = wallets.ListLedgerEntriesRequest(identity_id="ada")
        items = core(io).calls.items(_wallets["ListLedgerEntries"], request, LedgerEntry)
        return [entry.sequence async for entry in items]

    assert play(scene()) == [3, 2, 1]


@pytest.mark.parametrize(
    ("endpoint", "problem"),
    [
        ("ftp://platonic.example", "must begin with"),
        ("https://", "must begin with"),
        ("https://ada@platonic.example", "no user"),
        ("https://platonic.example?x", "no user"),
        ("https://platonic.example/path", "no path"),
        ("http://platonic.example", "must be encrypted"),
    ],
)
def test_bad_endpoints_are_refused(endpoint: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        core(FakeIo(), endpoint=endpoint, api_key="pk_1")


def test_good_endpoints_are_not() -> None:
    core(FakeIo(), endpoint="http://platonic.example", api_key="pk_1", plain_text=True)
    core(FakeIo(), endpoint="http://[::1]:8080", api_key="pk_1")
    assert Endpoint.parse("https://Platonic.example:443/").origin == "https://platonic.example"
    assert Endpoint.parse("http://[::1]:8080").origin == "http://[::1]:8080"


def test_contradicting_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="not both"):
        core(FakeIo(), api_key="pk_1", credentials=CREDENTIALS)
    with pytest.raises(ValueError, match="client id"):
        core(FakeIo(), client_id="a b")


def test_clients_of_one_identity_draw_their_ids() -> None:
    def drawn(**settings: Any) -> str:
        opened = core(FakeIo(), credentials=CREDENTIALS, **settings).session
        assert opened is not None
        return opened.client_id

    ids = {drawn(client_id=None) for _ in range(100)}
    assert len(ids) >= 20
    for name in ids:
        assert re.fullmatch(r"wallet-[0-9a-f]{2}", name)
    assert drawn(client_id="till-7") == "till-7"


def test_retry_after_is_read_in_both_forms() -> None:
    now = "Fri, 15 Jan 2027 08:00:00 GMT"
    assert retry_after("2.5", "") == 2.5
    assert retry_after("Fri, 15 Jan 2027 08:00:07 GMT", now) == 7
    assert retry_after("Fri, 15 Jan 2027 07:00:00 GMT", now) == 0
    assert [retry_after(text, now) for text in ("", "soon", "-1", "nan", "inf")] == [0] * 5


def test_a_wait_of_more_than_24_days_is_one_of_24_days() -> None:
    assert retry_after("100000000", "") == 24 * 86_400


def test_a_refusal_of_the_token_that_is_newer_than_this_package_is_told_by_its_number() -> None:
    io = FakeIo()
    io.on("Authenticate", lambda _: authentication.AuthenticateResponse(error_code=999))  # type: ignore[arg-type]
    with pytest.raises(PlatonicError, match="999") as caught:
        play(get(core(io, credentials=CREDENTIALS).calls))
    assert caught.value.reason is Reason.INVALID_API_KEY
