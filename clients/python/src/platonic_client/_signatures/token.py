"""Rotating tokens, as docs/rotating-token.md describes them."""

from __future__ import annotations

import hmac
import json
from dataclasses import dataclass
from hashlib import sha256

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from platonic_client._base64 import encode
from platonic_client.credentials import Credentials


@dataclass(frozen=True)
class TokenRequest:
    """Parameters of one token. Times and spans are in seconds."""

    audience: str
    client_id: str
    scope: str
    counter: int
    """Higher than that of every earlier token of the identity and client."""
    window: int
    lifetime: int
    now: float
    """Time of the service, since 1970."""
    token_id: bytes
    """16 random bytes."""
    challenge: str = ""
    binding: bytes = b""
    """32 bytes of the channel for which the token is; empty for one over HTTP."""


def mint_token(credentials: Credentials, request: TokenRequest) -> str:
    """Mints a rotating token.

    Raises:
        ValueError: there is no window, or the time is before 1970
    """
    issued_at = int(request.now)
    if request.window < 1 or issued_at < 0:
        raise ValueError(f"a token needs a window and a time, not {request.window} and {request.now}")
    header = _segment({"typ": "wrt+jwt", "alg": "EdDSA", "kid": credentials.key_id})
    claims: dict[str, object] = {
        "sub": credentials.identity_id,
        "aud": request.audience,
        "client_id": request.client_id,
        "scope": request.scope,
        "iat": issued_at,
        "exp": issued_at + request.lifetime,
        "jti": encode(request.token_id),
    }
    if request.challenge:
        claims["chal"] = request.challenge
    if request.binding:
        claims["cb"] = encode(request.binding)
    code = encode(_code(credentials, header, request))
    version = f"v{credentials.rotation_key.version}"
    claims["rot"] = {"kid": version, "w": issued_at // request.window, "n": request.counter, "code": code}
    signed = f"{header}.{_segment(claims)}"
    return f"{signed}.{encode(credentials.key.sign(signed.encode('ascii')))}"


def _code(credentials: Credentials, header: str, request: TokenRequest) -> bytes:
    """Computes the code that only a holder of the rotation key can compute, bound to one client."""
    version, issued_at = credentials.rotation_key.version, int(request.now)
    info = f"platonic rotation v{version}|{request.client_id}".encode()
    derivation = HKDF(algorithm=SHA256(), length=32, salt=credentials.identity_id.encode(), info=info)
    key = derivation.derive(credentials.rotation_key.secret)
    claims = (credentials.identity_id, request.audience, request.client_id, request.scope)
    signed = b"".join(_text(text) for text in ("platonic rotation claims v1", header, *claims))
    signed += _number(issued_at, 8) + _number(issued_at + request.lifetime, 8)
    for text in (encode(request.token_id), request.challenge, encode(request.binding), f"v{version}"):
        signed += _text(text)
    numbers = _number(version, 4) + _number(issued_at // request.window, 8) + _number(request.counter, 8)
    coded = _text("platonic rotation code v1") + numbers + sha256(signed).digest()
    return hmac.digest(key, coded, "sha256")


def _text(text: str) -> bytes:
    data = text.encode()
    return _number(len(data), 4) + data


def _number(value: int, length: int) -> bytes:
    return value.to_bytes(length, "big")


def _segment(value: object) -> str:
    """Encodes a part of a token: JSON as JavaScript writes it, which escapes no more than it must."""
    return encode(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())
