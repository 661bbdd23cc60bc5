"""Webhooks, verified offline."""

from __future__ import annotations

import base64
import binascii
import hmac
import time
from collections.abc import Iterable, Mapping

_age_max = 300
"""Seconds by which the time of a webhook may differ from that of its receiver."""


class BadWebhook(ValueError):
    """A webhook that is not from the service, or not of the present; the text says why."""


def verify_webhook(secrets: Iterable[str], headers: Mapping[str, str], body: bytes, now: float | None = None) -> None:
    """Verifies a webhook of the service offline.

    The header ``webhook-id`` is the same in each attempt: ignore what you have dealt with. A receiver::

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    verify_webhook([secret], self.headers, body)
                except BadWebhook:
                    self.send_error(400)

    Return:
                handle(json.loads(body))
                self.send_response(204)
                self.end_headers()

    Args:
        secrets: texts that begin with ``whsec_``: one, or several while they are rotated
        headers: those of the request, in any case
        body: that of the request, as it was sent
        now: seconds since 1970, by default the present

    Raises:
        BadWebhook: the webhook is not valid
        ValueError: a secret is none
    """
    keys = [_key(secret) for secret in secrets]
    if not keys:
        raise ValueError("a webhook is verified by at least one secret")
    names = {name.lower(): value for name, value in headers.items()}
    message_id, sent_at = names.get("webhook-id", ""), names.get("webhook-timestamp", "")
    if not message_id or not (sent_at.isascii() and sent_at.isdigit()):
        raise BadWebhook("it needs the headers `webhook-id` and `webhook-timestamp`")
    if abs((time.time() if now is None else now) - int(sent_at)) >= _age_max:
        raise BadWebhook("it is from another time than this receiver")
    signed = f"{message_id}.{sent_at}.".encode() + body
    given = [_code(signature) for signature in names.get("webhook-signature", "").split()]
    codes = [hmac.digest(key, signed, "sha256") for key in keys]
    if not any(hmac.compare_digest(code, other) for code in codes for other in given):
        raise BadWebhook("it is not signed by any of the secrets")


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise ValueError("a secret of webhooks is `whsec_` and base64")
    return key


def _code(signature: str) -> bytes:
    """Returns the code in a signature of version 1; nothing for any other."""
    version, _, text = signature.partition(",")
    try:
        return base64.b64decode(text, validate=True) if version == "v1" else b""
    except (binascii.Error, ValueError):
        return b""
