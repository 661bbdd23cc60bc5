"""Operations of a wallet over the channel while it is open, and over HTTP otherwise and in every second attempt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from google.protobuf.message import DecodeError, Message
from platonic.wallet.v1.transaction_pb2 import TransactionResult

from platonic_client._signatures.envelopes import serialize
from platonic_client.errors import PlatonicError, Reason
from platonic_client.hooks import Attempt, tell

from ._way import BYTES_MAX, PATIENCE_MAX, Way

if TYPE_CHECKING:
    from platonic_client._calls.io import AnswerT
    from platonic_client._core import ClientCore


class ChannelRoute:
    """Chooses the channel for an attempt, and reads what comes over it."""

    def __init__(self, way: Way, client: ClientCore, confirm_timeout: float) -> None:
        self._way = way
        self._io = client.io
        self._hooks = client.hooks
        self._patience = min(PATIENCE_MAX, confirm_timeout / 3)

    async def call(
        self, method: Any, request: Message, answer: type[AnswerT], deadline: float, attempt: int, operation_id: str
    ) -> AnswerT | None:
        """Sends a request; None if this attempt is for HTTP. The first one waits for a channel that is not open yet."""
        payload = serialize(request)
        if attempt % 2 == 0 or len(payload) > BYTES_MAX:
            return None
        name = f"{method.containing_service.full_name}/{method.name}"
        began = self._io.now()
        patience = self._patience if attempt == 1 else 0.0
        try:
            data = await self._way.call(name, operation_id, payload, timeout=deadline - began, patience=patience)
            found = None if data is None else _read(data, answer)
        except PlatonicError as error:
            tell(self._hooks, Attempt(name, attempt, error.reason, self._io.now() - began))
            raise
        if found is not None:
            tell(self._hooks, Attempt(name, attempt, None, self._io.now() - began))
        return found

    async def resolve(self, operation_id: str, deadline: float) -> TransactionResult | None:
        """Voids an operation; None if HTTP has to be asked, for which it leaves time."""
        try:
            data = await self._way.resolve(operation_id, timeout=(deadline - self._io.now()) / 2)
            return None if data is None else _read(data, TransactionResult)
        except PlatonicError:
            # It is asked over HTTP, which says why.
            return None


def _read(data: bytes, answer: type[AnswerT]) -> AnswerT:
    try:
        return answer.FromString(data)
    except DecodeError as error:
        raise PlatonicError(Reason.UNKNOWN, "the answer on the channel cannot be read") from error
