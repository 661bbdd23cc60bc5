"""Terms on which methods are called, read from their descriptors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from google.protobuf.descriptor import MethodDescriptor
from platonic.access.v1 import access_pb2
from platonic.call.v1 import call_pb2
from platonic.fault.v1.fault_pb2 import Reason as ReasonOfContract

from platonic_client.errors import PlatonicError, Reason

KEY_HEADER = "idempotency-key"


@dataclass(frozen=True)
class Paging:
    """Fields of a method that answers in pages."""

    token: str
    items: str
    next: str


class Terms:
    """Terms of a method."""

    def __init__(self, method: MethodDescriptor) -> None:
        service: Any = method.containing_service
        options: Any = method.GetOptions()
        declared = options.Extensions[call_pb2.terms]
        self.method = f"{service.full_name}/{method.name}"
        self.path = f"/{self.method}"
        self.deadline: float | None = declared.deadline_ms / 1000 or None
        self.takes_key = bool(options.Extensions[access_pb2.idempotency_key])
        self.has_pages = declared.HasField("page")
        self._repeated_after = {
            ReasonOfContract.Name(reason).removeprefix("REASON_") for reason in declared.retry_after
        }
        self.may_be_repeated = Reason.UNAVAILABLE.value in self._repeated_after
        """Whether a call whose answer is lost is made again."""
        self._page = declared.page

    @cached_property
    def paging(self) -> Paging:
        """Returns the fields by which pages are turned."""
        return Paging(self._page.token, self._page.items, self._page.next)

    def is_pending(self, error: PlatonicError) -> bool:
        """Says whether a call was refused because the first execution with its idempotency key is under way."""
        is_of_key = error.reason is Reason.STATE_INVALID and error.parameter.lower() == KEY_HEADER
        return self.takes_key and is_of_key and not error.was_not_sent

    def is_repeated_after(self, error: PlatonicError) -> bool:
        """Says whether a client repeats a call after a failure."""
        if error.was_not_sent:
            return error.reason in (Reason.UNREACHABLE, Reason.UNAVAILABLE)
        # A lost answer counts as UNAVAILABLE.
        reason = Reason.UNAVAILABLE if error.reason is Reason.UNREACHABLE else error.reason
        return reason.value in self._repeated_after


_terms: dict[str, Terms] = {}


def terms_of(method: MethodDescriptor) -> Terms:
    """Returns the terms of a method, which are read once."""
    found = _terms.get(method.full_name)
    if found is None:
        found = _terms[method.full_name] = Terms(method)
    return found
