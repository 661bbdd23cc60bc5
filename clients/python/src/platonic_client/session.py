"""Sessions of identities."""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections.abc import Callable
from typing import Any

from platonic.identity.v1 import authentication_service_pb2 as authentication

from ._calls.calls import CoreCalls
from ._calls.endpoint import Endpoint
from ._calls.io import Flag, Io
from ._calls.status import header_of, time_of
from ._calls.words import word_of
from ._signatures.token import TokenRequest, mint_token
from .credentials import Credentials
from .errors import PlatonicError, Reason

_tokens_max = 3
"""Number of tokens that are minted for one session before it is given up."""
_open_time = 10.0
"""Seconds in which a session is opened: an answer that is lost must not hold up a payment for all of its time."""
_skew_max = 5.0
"""Seconds by which clocks may differ, as the service tells whole seconds."""
_counter_step = 2_000

_methods: Any = authentication.DESCRIPTOR.services_by_name["AuthenticationService"].methods_by_name


class Session:
    """Opens a session with a rotating token on first use, and again after it has ended."""

    def __init__(
        self,
        calls: CoreCalls,
        endpoint: Endpoint,
        credentials: Credentials,
        client_id: str | None = None,
        audience: str | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._calls = calls
        self._endpoint = endpoint
        self.credentials = credentials
        self.client_id = client_id if client_id is not None else _drawn_client_id()
        self._audience = audience
        self._clock = clock
        self._lock = threading.Lock()
        self._token = ""
        self._opening: _Opening | None = None
        self._counter = 0
        self._skew = 0.0

    def now(self) -> float:
        """Returns the time of the service in seconds since 1970, as far as it is known."""
        return self._clock() + self._skew

    @property
    def current(self) -> str:
        """The token of the open session; empty if there is none."""
        return self._token

    def adopt(self, token: str) -> None:
        """Uses the token of a session that the channel has opened."""
        self._token = token

    def refused(self, token: str) -> bool:
        """Forgets a token that the service has refused, so that the next call opens another session."""
        with self._lock:
            if self._token == token:
                self._token = ""
        return True

    async def token(self, deadline: float | None, io: Io) -> str:
        """Returns the token of the session, and opens one if there is none.

        Callers wait for the same opening, each as long as it has time and its own client or wallet is open.
        """
        while not self._token:
            io.require_open()
            opening = self._begin()
            is_over = await io.wait(opening.done, None if deadline is None else deadline - io.now())
            if opening.error is not None:
                raise opening.error
            if not is_over and not io.is_closed:
                raise PlatonicError(Reason.TIMED_OUT, "no session was opened in time")
        return self._token

    def _begin(self) -> _Opening:
        """Begins to open a session in the background, unless somebody has."""
        with self._lock:
            opening = self._opening
            if opening is not None:
                return opening
            opening = self._opening = _Opening()
        self._calls.io.spawn(lambda: self._open(opening))
        return opening

    async def _open(self, opening: _Opening) -> None:
        try:
            self._token = await self._authenticate(self._calls.io.now() + _open_time)
        except PlatonicError as error:
            is_late = error.reason is Reason.TIMED_OUT
            # Callers may have more time than an opening has.
            opening.error = PlatonicError(Reason.UNREACHABLE, "no session was opened in time") if is_late else error
        except Exception as error:
            opening.error = PlatonicError(Reason.UNKNOWN, f"the session could not be opened: {error!r}")
            opening.error.__cause__ = error
        finally:
            with self._lock:
                self._opening = None
            opening.done.set()

    async def _authenticate(self, deadline: float) -> str:
        tokens = 1
        while True:
            request = authentication.AuthenticateRequest(token=await self._mint(deadline))
            method = _methods["Authenticate"]
            answer = (await self._calls.answer(method, request, authentication.AuthenticateResponse, deadline)).message
            if answer.success:
                return answer.session_token
            if answer.error_code != authentication.AUTH_ERROR_CODE_ROTATION_INVALID or tokens == _tokens_max:
                raise _refused(answer)
            # A token with a higher counter may have arrived first, such as one that was dated more precisely.
            with self._lock:
                self._counter += _counter_step
            tokens += 1

    async def _mint(self, deadline: float) -> str:
        """Asks for a challenge, and mints the token for it."""
        request = authentication.CreateChallengeRequest(client_id=self.client_id)
        answer = await self._calls.answer(
            _methods["CreateChallenge"], request, authentication.CreateChallengeResponse, deadline
        )
        self.compare_clocks(header_of(answer.headers, "date"))
        challenge = answer.message
        self.require_audience(challenge.audience)
        return self.mint_for(challenge.audience, challenge.challenge, challenge.rotation_window)

    def mint_for(self, audience: str, challenge: str, window: int, binding: bytes = b"") -> str:
        """Mints a token with the next counter; one with a binding is for a channel."""
        now = self.now()
        with self._lock:
            self._counter = counter = max(self._counter + 1, math.floor(now * 1000))
        request = TokenRequest(
            audience=audience,
            client_id=self.client_id,
            scope="",
            counter=counter,
            window=window,
            lifetime=window,
            now=now,
            token_id=secrets.token_bytes(16),
            challenge=challenge,
            binding=binding,
        )
        return mint_token(self.credentials, request)

    def compare_clocks(self, date: str) -> None:
        """Learns from the time of an answer how far this clock is off."""
        at = time_of(date)
        if at is None:
            # An intermediary has taken it away; the clock of this machine counts.
            return
        # An answer of the second that has just passed is half a second old.
        skew = at + 0.5 - self._clock()
        self._skew = skew if abs(skew) > _skew_max else 0.0

    def require_audience(self, audience: str) -> None:
        """Refuses to mint tokens that could be used with another service."""
        if self._audience is None and self._endpoint.is_loopback:
            # Nobody else is there.
            return
        if audience != (self._audience or self._endpoint.origin):
            raise PlatonicError(
                Reason.STATE_INVALID,
                f"{self._endpoint.text} asks for tokens of the audience {audience}; "
                "if that is its own, name it by the parameter audience",
            )


class _Opening:
    """The opening of a session, for which many callers may wait."""

    def __init__(self) -> None:
        self.done = Flag()
        self.error: PlatonicError | None = None


def _drawn_client_id() -> str:
    """Returns the id of a client that is given none.

    Clients of one identity which open at once do not make each other's counters old. It has no longer part, because
    the service keeps a counter for each id.
    """
    return f"wallet-{secrets.token_hex(1)}"


def _refused(answer: authentication.AuthenticateResponse) -> PlatonicError:
    """Returns why no session was opened."""
    word = word_of(authentication.AuthErrorCode, answer.error_code, "AUTH_ERROR_CODE_")
    explanation = f": {answer.explanation}" if answer.explanation else ""
    return PlatonicError(Reason.INVALID_API_KEY, f"the service refused the token: {word}{explanation}")
