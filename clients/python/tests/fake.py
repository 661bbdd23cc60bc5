"""A service that does as it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from google.protobuf.message import Message
from platonic.identity.v1 import authentication_service_pb2 as authentication

from platonic_client import Credentials, PlatonicError, Reason, RotationKey
from platonic_client._calls.endpoint import Endpoint
from platonic_client._calls.io import Answer, AnswerT, Flag, Headers
from platonic_client._calls.network import Network
from platonic_client._core import ClientCore
from platonic_client._transports.async_io import AsyncIo

CREDENTIALS = Credentials("ada", "key", Ed25519PrivateKey.from_private_bytes(bytes(32)), RotationKey(1, bytes(32)))

P = ParamSpec("P")
T = TypeVar("T")

Act = Callable[[Any], Message | None]
"""Answers a request; None for never."""


@dataclass
class Sent:
    """A request that has arrived."""

    method: str
    request: Any
    headers: dict[str, str]
    at: float


class FakeIo(AsyncIo):
    """Answers by the acts that a test names, one for each call and the last one for ever."""

    def __init__(self) -> None:
        super().__init__(Network(Endpoint.parse("http://localhost")))
        self.sent: list[Sent] = []
        self.acts: dict[str, Iterator[Act]] = {}
        self.date = ""
        self.on("CreateChallenge", challenge())
        self.on("Authenticate", session("pls_1"))

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    async def blocking(self, act: Callable[P, T], *parameters: P.args, **named: P.kwargs) -> T:
        return act(*parameters, **named)

    def in_thread(self, act: Callable[[], T]) -> tuple[Future[T], Flag]:
        found: Future[T] = Future()
        found.set_result(act())
        done = Flag()
        done.set()
        return found, done

    def on(self, method: str, *acts: Act) -> None:
        def following() -> Iterator[Act]:
            yield from acts
            while True:
                yield acts[-1]

        self.acts[method] = following()

    def sent_to(self, method: str) -> list[Sent]:
        return [one for one in self.sent if one.method == method]

    async def unary(
        self, path: str, request: Message, answer: type[AnswerT], metadata: Headers, timeout: float | None
    ) -> Answer[AnswerT]:
        method = path.rsplit("/", 1)[1]
        self.sent.append(Sent(method, request, dict(metadata), self.now()))
        self.require_open()
        work = asyncio.ensure_future(self._answer(method, request, answer))
        with self.ended_by_close(work):
            try:
                return await asyncio.wait_for(work, timeout)
            except asyncio.TimeoutError:
                raise PlatonicError(Reason.TIMED_OUT, "the deadline has passed") from None

    async def _answer(self, method: str, request: Message, answer: type[AnswerT]) -> Answer[AnswerT]:
        found = next(self.acts[method])(request)
        if found is None:
            await asyncio.Event().wait()
        assert isinstance(found, answer)
        return Answer(found, (("date", self.date),) if self.date else ())


def fails(reason: Reason, parameter: str = "", retry_after: float = 0) -> Act:
    def act(_: Any) -> Message:
        raise PlatonicError(reason, "as the test wants it", parameter=parameter, retry_after=retry_after)

    return act


lost = fails(Reason.UNREACHABLE)


def silent(_: Any) -> None:
    """Never answers."""


def challenge(audience: str = "http://localhost") -> Act:
    return lambda _: authentication.CreateChallengeResponse(
        audience=audience, challenge="AAAAAAAAAAAAAAAAAAAAAA", rotation_window=300
    )


def session(token: str) -> Act:
    return lambda _: authentication.AuthenticateResponse(success=True, session_token=token)


def core(io: FakeIo, **settings: Any) -> ClientCore:
    """Makes a client of the service."""
    given: dict[str, Any] = {
        "api_key": "",
        "credentials": None,
        "client_id": "wallet",
        "audience": None,
        "timeout": None,
        "plain_text": False,
        "root_certificates": None,
        "proxy": None,
        "user_agent": "",
        "on_attempt": (),
        "on_warning": None,
    }
    endpoint = settings.pop("endpoint", "http://localhost")
    return ClientCore(lambda *_: io, endpoint, **(given | settings))
