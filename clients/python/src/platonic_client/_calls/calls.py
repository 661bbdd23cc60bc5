"""Calls on the terms of the contract."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from google.protobuf import message_factory
from google.protobuf.descriptor import MethodDescriptor

from platonic_client import _base64
from platonic_client.errors import PlatonicError, Reason, invalid
from platonic_client.hooks import Attempt, Hook, tell

from .io import Answer, AnswerT, Headers, Io, closed_error
from .repetition import ATTEMPTS_MAX, Budget, back_off, wait_after
from .service_version import VERSION_HEADER, ServiceVersion
from .status import header_of
from .terms import KEY_HEADER, Terms, terms_of
from .times import attempt_time, time_limit
from .trace import trace_headers

ItemT = TypeVar("ItemT")


class Bearer(Protocol):
    """Gives the credentials of calls."""

    async def token(self, deadline: float | None, io: Io) -> str:
        """Returns the value to send; empty for none. The wait for it ends when the caller's `io` is closed."""
        ...

    def refused(self, token: str) -> bool:
        """Hears that the service has refused a token, and says whether there can be another one."""
        ...


class StaticBearer:
    """An API key or a JWT; empty for none."""

    def __init__(self, token: str) -> None:
        self._token = token

    async def token(self, deadline: float | None, io: Io) -> str:  # noqa: ARG002
        """Returns it."""
        return self._token

    def refused(self, token: str) -> bool:  # noqa: ARG002
        """Knows no other."""
        return False


@dataclass(frozen=True)
class _Call(Generic[AnswerT]):
    """A call with everything that is the same in each attempt."""

    terms: Terms
    request: Any
    answer: type[AnswerT]
    metadata: Headers
    trace: Headers
    deadline: float | None
    first: float | None
    """Seconds that the first attempt has at most."""
    number: int = 1
    attempts_max: int = ATTEMPTS_MAX


class CoreCalls:
    """Makes calls, and repeats them after the failures for which the contract says so."""

    def __init__(
        self, io: Io, bearer: Bearer, hooks: Sequence[Hook], timeout: float | None, version: ServiceVersion
    ) -> None:
        self.io = io
        self._version = version
        self._bearer = bearer
        self._hooks = hooks
        self._timeout = None if timeout is None else time_limit(timeout, "timeout")
        self._budget = Budget()

    def over(self, io: Io) -> CoreCalls:
        """Returns the same calls over another input and output."""
        other = copy(self)
        other.io = io
        return other

    async def unary(
        self,
        method: MethodDescriptor,
        request: Any,
        answer: type[AnswerT],
        timeout: float | None = None,
        key: str | None = None,
        trace: Headers | None = None,
    ) -> AnswerT:
        """Makes a call within a timeout in seconds, by default that of the method."""
        terms = terms_of(method)
        deadline = self._deadline_of(terms, timeout)
        first = self._first_of(terms, deadline)
        trace = trace_headers() if trace is None else trace
        call = _Call(terms, request, answer, self._metadata(terms, key), trace, deadline, first)
        return (await self._repeated(call)).message

    async def answer(
        self, method: MethodDescriptor, request: Any, answer: type[AnswerT], deadline: float | None
    ) -> Answer[AnswerT]:
        """Makes a call until a time of the clock, and returns the headers of its answer, too."""
        terms = terms_of(method)
        first = self._first_of(terms, deadline)
        metadata = self._metadata(terms, None)
        return await self._repeated(_Call(terms, request, answer, metadata, trace_headers(), deadline, first))

    async def once(
        self, method: MethodDescriptor, request: Any, answer: type[AnswerT], deadline: float, number: int = 1
    ) -> AnswerT:
        """Makes an attempt of a call that its caller repeats by rules of its own."""
        call = _Call(terms_of(method), request, answer, (), trace_headers(), deadline, None, number, attempts_max=1)
        return (await self._repeated(call)).message

    def _deadline_of(self, terms: Terms, timeout: float | None) -> float | None:
        for given in (_checked(timeout), self._timeout, terms.deadline):
            if given is not None:
                return self.io.now() + given
        return None

    def _first_of(self, terms: Terms, deadline: float | None) -> float | None:
        """Returns the time of the first attempt of a call that may be repeated, which leaves some for others."""
        if deadline is None or not terms.may_be_repeated:
            return None
        return attempt_time(deadline - self.io.now())

    def _metadata(self, terms: Terms, key: str | None) -> Headers:
        if key is None and terms.takes_key:
            key = _base64.encode(secrets.token_bytes(16))
        return () if key is None else ((KEY_HEADER, key),)

    async def _repeated(self, call: _Call[AnswerT]) -> Answer[AnswerT]:
        self.io.require_open()
        number, failures, pending, is_renewed = call.number, 1, 0, False
        while True:
            token = ""
            try:
                token = await self._token(call.deadline)
                found = await self._attempt(call, token, number)
            except PlatonicError as error:
                if not is_renewed and self._is_renewed(error, token):
                    # A call refused for its credentials was not processed: it is repeated once with new ones.
                    is_renewed = True
                elif call.metadata and call.terms.is_pending(error):
                    # The first execution goes on: asking for its answer is no further attempt, and spends no budget.
                    pending += 1
                    if not await self._wait(call, error.retry_after or back_off(pending)):
                        raise
                elif await self._is_repeated(call, error, failures):
                    failures += 1
                else:
                    raise
            else:
                self._budget.succeeded()
                return found
            number += 1

    def _is_renewed(self, error: PlatonicError, token: str) -> bool:
        """Says whether an attempt was refused for credentials in whose place there can be others."""
        is_refused = error.reason is Reason.INVALID_API_KEY and not error.was_not_sent
        return is_refused and self._bearer.refused(token)

    async def _is_repeated(self, call: _Call[AnswerT], error: PlatonicError, failures: int) -> bool:
        """Waits before a repetition, and says whether there is one."""
        if failures >= call.attempts_max or not call.terms.is_repeated_after(error):
            return False
        wait = wait_after(error.retry_after, failures)
        return self._is_in_time(call, wait) and self._budget.take() and await self._wait(call, wait)

    async def _wait(self, call: _Call[AnswerT], wait: float) -> bool:
        """Waits, unless the deadline would pass, and says whether it did."""
        if not self._is_in_time(call, wait):
            return False
        if not await self.io.sleep(wait):
            raise closed_error()
        return True

    def _is_in_time(self, call: _Call[AnswerT], wait: float) -> bool:
        return call.deadline is None or self.io.now() + wait < call.deadline

    async def _attempt(self, call: _Call[AnswerT], token: str, number: int) -> Answer[AnswerT]:
        metadata = (*call.metadata, *call.trace, *_authorization(token))
        began = self.io.now()
        timeout = None if call.deadline is None else max(0.0, call.deadline - began)
        is_first = number == call.number and not self._budget.is_empty
        is_bounded = is_first and call.first is not None and (timeout is None or call.first < timeout)
        timeout = call.first if is_bounded else timeout
        reason: Reason | None = Reason.UNKNOWN
        try:
            found = await self.io.unary(call.terms.path, call.request, call.answer, metadata, timeout)
            reason = None
            self._version.hear(header_of(found.headers, VERSION_HEADER))
        except PlatonicError as error:
            self._version.hear(error.service_version)
            if is_bounded and error.reason in _late:
                reason = Reason.UNREACHABLE
                raise PlatonicError(reason, f"there was no answer in {timeout:.1f} s") from error
            reason = error.reason
            raise
        finally:
            tell(self._hooks, Attempt(call.terms.method, number, reason, self.io.now() - began))
        return found

    async def _token(self, deadline: float | None) -> str:
        """Returns the current credentials. Where they cannot be had, the call was not sent."""
        try:
            return await self._bearer.token(deadline, self.io)
        except PlatonicError as error:
            raise error.as_not_sent() from error

    def stream(
        self,
        method: MethodDescriptor,
        request: Any,
        answer: type[AnswerT],
        timeout: float | None = None,
        silence: float | None = None,
        trace: Headers | None = None,
    ) -> AsyncIterator[AnswerT]:
        """Yields the answers of a stream. It is not repeated: its reader knows where to go on."""
        return self._stream(method, request, answer, timeout, silence, trace_headers() if trace is None else trace)

    async def _stream(
        self,
        method: MethodDescriptor,
        request: Any,
        answer: type[AnswerT],
        timeout: float | None,
        silence: float | None,
        trace: Headers,
    ) -> AsyncIterator[AnswerT]:
        self.io.require_open()
        timeout = _checked(timeout)
        terms = terms_of(method)
        token = await self._token(None)
        headers = (*trace, *_authorization(token))
        began = self.io.now()
        reason: Reason | None = None
        answers = self.io.stream(terms.path, request, answer, headers, timeout)
        is_first = True
        try:
            while (found := await answers.next(silence)) is not None:
                if is_first:
                    is_first = False
                    self._version.hear(header_of(await answers.headers(), VERSION_HEADER))
                yield found
        except PlatonicError as error:
            self._version.hear(error.service_version)
            reason = error.reason
            if reason is Reason.INVALID_API_KEY:
                self._bearer.refused(token)
            raise
        finally:
            answers.cancel()
            tell(self._hooks, Attempt(terms.method, 1, reason, self.io.now() - began))

    def items(
        self, method: MethodDescriptor, request: Any, _item: type[ItemT], timeout: float | None = None
    ) -> AsyncIterator[ItemT]:
        """Yields the items of all pages, from the page that the request names on. The timeout is that of each page."""
        return self._items(method, request, timeout, trace_headers())

    async def _items(
        self, method: MethodDescriptor, request: Any, timeout: float | None, trace: Headers
    ) -> AsyncIterator[Any]:
        terms = terms_of(method)
        if not terms.has_pages:
            raise ValueError(f"{terms.method} does not answer in pages")
        paging = terms.paging
        asked = type(request)()
        asked.CopyFrom(request)
        answer: Any = message_factory.GetMessageClass(method.output_type)
        while True:
            page: Any = await self.unary(method, asked, answer, timeout, trace=trace)
            for found in getattr(page, paging.items):
                yield found
            token = getattr(page, paging.next)
            if not token:
                return
            setattr(asked, paging.token, token)


_late = (Reason.TIMED_OUT, Reason.DEADLINE_EXCEEDED)


def _checked(timeout: float | None) -> float | None:
    """Returns the timeout of a call. Raises PlatonicError for one that is none."""
    try:
        return None if timeout is None else time_limit(timeout, "timeout")
    except ValueError as error:
        raise invalid("timeout", str(error)) from error


def _authorization(token: str) -> Headers:
    return (("authorization", f"Bearer {token}"),) if token else ()
