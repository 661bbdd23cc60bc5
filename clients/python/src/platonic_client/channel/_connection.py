"""One connection of the channel, from its handshake to its end."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from google.protobuf.message import DecodeError
from platonic.channel.v1.channel_pb2 import (
    ClientHello,
    Envelope,
    GoAwayReason,
    Ping,
    Pong,
    Reauthenticate,
    Resolve,
    Result,
    ServerHello,
    Welcome,
)
from platonic.channel.v1.channel_pb2 import Request as ChannelRequest
from websockets.exceptions import ConnectionClosed

from platonic_client._calls.trace import trace_headers
from platonic_client._calls.words import word_of
from platonic_client.errors import PlatonicError, Reason

from ._errors import LostError, error_of, lost_answer
from ._frames import Frames
from ._noise import SUITES, BadMessageError, Initiator

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

    from ._authenticator import Authenticator

_logger = logging.getLogger("platonic_client")

_tokens_for_challenge = 3
"""Tokens that are sent for one challenge, before the server ends the channel."""
_opening_time = 30.0


class Connection:
    """An open connection: requests by their ids, each with one answer for all who wait for it."""

    def __init__(self, socket: ClientConnection, authenticator: Authenticator) -> None:
        self._socket = socket
        self._authenticator = authenticator
        self._frames: Frames | None = None
        self._hello = ServerHello()
        self._binding = b""
        self._challenge = ""
        self._tokens = 0
        self._outgoing: list[Envelope] = []
        self._has_outgoing = asyncio.Event()
        self._pending: dict[str, asyncio.Future[bytes]] = {}
        self._credits = asyncio.Semaphore(1)
        self._ping_interval = 15.0
        self._timeout = 30.0
        self._nonce = 0
        self._is_leaving = False
        self._has_ended = False

    @property
    def is_open(self) -> bool:
        """Whether the server takes requests."""
        return not self._is_leaving

    async def open(self, prologue: bytes) -> None:
        """Authenticates both sides, up to the Welcome.

        Raises:
            LostError, PlatonicError, UntrustedServerError: it was not opened
        """
        try:
            await asyncio.wait_for(self._open(prologue), _opening_time)
        except (BadMessageError, ConnectionClosed, DecodeError, asyncio.TimeoutError) as error:
            raise LostError(f"the handshake failed: {error or type(error).__name__}") from error

    async def _open(self, prologue: bytes) -> None:
        suite = SUITES.get(str(self._socket.subprotocol))
        if suite is None:
            raise BadMessageError("the server has not chosen a subprotocol of the client")
        initiator = Initiator(suite, prologue, X25519PrivateKey.generate())
        await self._socket.send(initiator.hello())
        self._hello = ServerHello.FromString(initiator.read_hello(await self._received()))
        self._authenticator.check_server(initiator.remote_static, self._hello)
        initiator.begin()
        self._binding = initiator.hash
        hello = await self._authenticator.hello(self._hello, self._binding)
        message = initiator.introduce(hello.SerializeToString())
        self._frames = Frames(*initiator.split())
        await self._socket.send(message)
        await self._await_welcome(hello)

    async def _await_welcome(self, hello: ClientHello) -> None:
        refusal: PlatonicError | None = None
        while True:
            try:
                envelopes = await self._envelopes()
            except (ConnectionClosed, BadMessageError):
                if refusal is not None:
                    raise refusal from None
                raise
            for place, envelope in enumerate(envelopes):
                body = envelope.WhichOneof("body")
                if body == "welcome":
                    self._accept(envelope.welcome)
                    for following in envelopes[place + 1 :]:
                        self._dispatch(following)
                    return
                if body == "error":
                    refusal = error_of(envelope.error)
                elif body == "go_away":
                    raise self._refused(hello, envelope, refusal)
                elif body is not None:
                    # One that is newer than this package has no name here.
                    raise BadMessageError("an envelope came before the Welcome")

    def _refused(self, hello: ClientHello, envelope: Envelope, refusal: PlatonicError | None) -> Exception:
        """Returns why the channel was not opened. A session that is refused is not tried again."""
        go_away = envelope.go_away
        if hello.session_token and go_away.reason == GoAwayReason.GO_AWAY_REASON_AUTHENTICATION:
            self._authenticator.refused(hello.session_token)
        word = word_of(GoAwayReason, go_away.reason, "GO_AWAY_REASON_")
        why = f"the server refused the channel: {word}" + (f": {refusal.message}" if refusal else "")
        return LostError(why, max(go_away.retry_after / 1000, refusal.retry_after if refusal else 0.0))

    def _accept(self, welcome: Welcome) -> None:
        self._credits = asyncio.Semaphore(max(1, welcome.credits))
        self._ping_interval = (welcome.ping_interval or 15_000) / 1000
        self._timeout = (welcome.timeout or 30_000) / 1000
        if welcome.session_token:
            self._authenticator.adopt(welcome.session_token)

    async def serve(self) -> None:
        """Keeps the connection alive until it ends.

        Raises:
            LostError: always, with the cause
        """
        tasks = [asyncio.ensure_future(work()) for work in (self._read, self._write, self._ping)]
        try:
            await asyncio.gather(*tasks)
        except (BadMessageError, ConnectionClosed, PlatonicError, asyncio.TimeoutError) as error:
            raise LostError(str(error) or "the server was silent") from error
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.end()

    async def end(self) -> None:
        """Ends the connection. All who wait for an answer are told that it is lost."""
        self._has_ended = True
        self.give_up()
        await self._socket.close()

    def give_up(self) -> None:
        """Takes no more requests, and tells all who wait for an answer that it is lost."""
        self._is_leaving = True
        pending, self._pending = self._pending, {}
        for answer in pending.values():
            if not answer.done():
                answer.set_exception(lost_answer())
                # Nobody may be waiting for it any more.
                answer.exception()
        # Whoever waits for a credit sees that the connection ends, and passes the credit on.
        self._credits.release()

    async def leave(self) -> None:
        """Tells the server that the client is done."""
        if self._frames is None or self._has_ended:
            return
        envelope = Envelope()
        envelope.go_away.reason = GoAwayReason.GO_AWAY_REASON_CLIENT
        try:
            for message in self._frames.seal([envelope]):
                await self._socket.send(message)
        except ConnectionClosed:
            pass  # It is over in any case.

    async def call(self, method: str, op_id: str, payload: bytes) -> bytes:
        """Sends a request of a method, and waits for its answer. One with the same id in flight has the same answer.

        Raises:
            PlatonicError: it failed, or the answer is lost
        """
        trace = dict(trace_headers())
        request = ChannelRequest(
            op_id=op_id,
            method=method,
            payload=payload,
            traceparent=trace.get("traceparent"),
            tracestate=trace.get("tracestate"),
        )
        return await self._ask(op_id, Envelope(request=request))

    async def resolve(self, op_id: str) -> bytes:
        """Makes the ledger answer with the outcome of a transaction, which is void if it is not done.

        Raises:
            PlatonicError: it failed, or the answer is lost
        """
        return await self._ask(_resolve_key(op_id), Envelope(resolve=Resolve(op_id=op_id, seal=True)))

    async def _ask(self, key: str, envelope: Envelope) -> bytes:
        known = self._pending.get(key)
        if known is not None:
            return await asyncio.shield(known)
        # The answer of a caller who has left may still come, and uses its credit until then.
        await self._credits.acquire()
        known = self._pending.get(key)
        if known is not None or self._is_leaving:
            self._credits.release()
            if known is None:
                raise PlatonicError(Reason.UNREACHABLE, "the channel is closing")
            return await asyncio.shield(known)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._pending[key] = answer
        self._queue(envelope)
        return await asyncio.shield(answer)

    def _settle(self, key: str, act: Callable[[asyncio.Future[bytes]], None]) -> None:
        answer = self._pending.pop(key, None)
        if answer is None:
            return
        self._credits.release()
        act(answer)
        if answer.exception() is not None:
            _logger.debug("a request on the channel failed: %s", answer.exception())

    def _queue(self, envelope: Envelope) -> None:
        self._outgoing.append(envelope)
        self._has_outgoing.set()

    async def _write(self) -> None:
        """Sends all that was queued in one turn of the event loop in as few messages as possible."""
        frames = self._present
        while True:
            await self._has_outgoing.wait()
            self._has_outgoing.clear()
            envelopes, self._outgoing = self._outgoing, []
            for message in frames.seal(envelopes):
                await self._socket.send(message)

    async def _read(self) -> None:
        while True:
            for envelope in await asyncio.wait_for(self._envelopes(), self._timeout):
                self._dispatch(envelope)

    async def _ping(self) -> None:
        while True:
            await asyncio.sleep(self._ping_interval)
            self._nonce += 1
            self._queue(Envelope(ping=Ping(nonce=self._nonce)))

    async def _envelopes(self) -> list[Envelope]:
        return self._present.open(await self._received())

    async def _received(self) -> bytes:
        message = await self._socket.recv()
        if isinstance(message, str):
            raise BadMessageError("the server sent a text")
        return message

    @property
    def _present(self) -> Frames:
        if self._frames is None:
            raise BadMessageError("a message came out of turn")
        return self._frames

    def _dispatch(self, envelope: Envelope) -> None:
        body = envelope.WhichOneof("body")
        if body == "result":
            self._answered(envelope.result)
        elif body == "outcome":
            result = envelope.outcome.result
            self._settle(_resolve_key(envelope.outcome.op_id), lambda answer: answer.set_result(result))
        elif body == "ping":
            self._queue(Envelope(pong=Pong(nonce=envelope.ping.nonce)))
        elif body == "reauthenticate":
            if envelope.reauthenticate.challenge:
                self._challenge, self._tokens = envelope.reauthenticate.challenge, 0
                self._reauthenticate()
        elif body == "error":
            self._reauthenticate()
        elif body == "go_away":
            self._is_leaving = True

    def _answered(self, result: Result) -> None:
        # Questions for outcomes have their failures as results, too.
        key = result.op_id if result.op_id in self._pending else _resolve_key(result.op_id)
        if result.HasField("error"):
            error = error_of(result.error)
            self._settle(key, lambda answer: answer.set_exception(error))
        else:
            self._settle(key, lambda answer: answer.set_result(result.payload))

    def _reauthenticate(self) -> None:
        """Sends a new token for the server's challenge. After some that are refused, the server ends the channel."""
        if not self._challenge or self._tokens == _tokens_for_challenge:
            return
        self._tokens += 1
        token = self._authenticator.token(self._hello, self._challenge, self._binding)
        self._queue(Envelope(reauthenticate=Reauthenticate(rotating_token=token)))


def _resolve_key(op_id: str) -> str:
    """Returns the key of a question for an outcome, which differs from that of the request."""
    return f"resolve {op_id}"
