"""Base64url without padding, as tokens, key sets and stored credentials have it."""

from __future__ import annotations

import base64
import re

_alphabet = re.compile(r"[A-Za-z0-9_-]*\Z")


def encode(data: bytes) -> str:
    """Encodes bytes."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def decode(text: str) -> bytes:
    """Decodes a text.

    Raises:
        ValueError: another encoding, or bits that mean nothing
    """
    if not _alphabet.match(text) or len(text) % 4 == 1:
        raise ValueError("no base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("base64url with bits that mean nothing")
    return data
