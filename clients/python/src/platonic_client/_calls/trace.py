"""The trace of a caller, as OpenTelemetry knows it."""

from __future__ import annotations

import re
import sys

from platonic_client.hooks import logger

from .io import Headers

_forms = {
    "traceparent": re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}"),
    "tracestate": re.compile(r"[ -~]{1,512}"),
}
"""Forms of the headers, by their names. gRPC refuses a call with others."""


def trace_headers() -> Headers:
    """Returns the headers of W3C Trace Context for the current span; none without OpenTelemetry, or outside of a span.

    It imports nothing for a program that has no spans. A propagator that fails is logged.
    """
    if "opentelemetry.trace" not in sys.modules:
        return ()
    carrier: dict[str, str] = {}
    try:
        from opentelemetry import propagate

        propagate.inject(carrier)
        # Others, such as baggage, are not meant for this service.
        found = tuple((name, carrier[name]) for name, form in _forms.items() if form.fullmatch(carrier.get(name, "")))
    except Exception:
        logger.exception("calls carry no trace, as the propagator of OpenTelemetry has failed")
        return ()
    return found if found and found[0][0] == "traceparent" else ()
