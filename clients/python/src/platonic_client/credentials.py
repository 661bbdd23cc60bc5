"""Credentials of an identity: its signing key and its rotation key."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from . import _base64

_name = re.compile(r"[0-9A-Za-z_.:-]{1,128}\Z")


class Signer(Protocol):
    """Signs by an Ed25519 key, such as one that stays in a device."""

    def sign(self, data: bytes, /) -> bytes:
        """Returns the signature of bytes as they are: 64 bytes."""
        ...

    def public_key(self) -> Ed25519PublicKey:
        """Returns the public half of the key."""
        ...


@dataclass(frozen=True)
class RotationKey:
    """The secret that an identity shares with the service: the key of the codes in its rotating tokens."""

    version: int
    secret: bytes = field(repr=False)
    """32 bytes."""

    def __post_init__(self) -> None:
        if self.version < 1 or len(self.secret) != 32:
            raise ValueError("a rotation key has a version from 1 on, and a secret of 32 bytes")


@dataclass(frozen=True)
class Credentials:
    """Keys that prove an identity, and sign for it. As JSON they hold its secrets; printed they do not.

    Raises:
        ValueError: an id is missing or is none
    """

    identity_id: str
    key_id: str
    """Id of the signing key."""
    key: Signer = field(repr=False)
    """An ``Ed25519PrivateKey``, or a signer of one's own."""
    rotation_key: RotationKey = field(repr=False)

    def __post_init__(self) -> None:
        if not _name.match(self.identity_id) or not _name.match(self.key_id):
            raise ValueError("credentials need the id of their identity and of their key")

    def to_json(self) -> str:
        """Writes the credentials with their secrets, as all SDKs read them.

        Raises:
            ValueError: the key stays in a device
        """
        if not isinstance(self.key, Ed25519PrivateKey):
            raise ValueError("only an Ed25519PrivateKey can be written: store the other members yourself")
        rotation_key = {"version": self.rotation_key.version, "secret": _base64.encode(self.rotation_key.secret)}
        return json.dumps(
            {
                "identityId": self.identity_id,
                "keyId": self.key_id,
                "privateKey": _base64.encode(self.key.private_bytes_raw()),
                "rotationKey": rotation_key,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Credentials:
        """Reads what an SDK of any language has written.

        Raises:
            ValueError: the text is no credentials; it says what is wrong
        """
        try:
            stored = json.loads(text)
        except ValueError as error:
            raise ValueError(f"these are no credentials: {error}") from None
        rotation_key = _member(stored, "rotationKey", dict)
        seed = _bytes(stored, "privateKey")
        return cls(
            identity_id=_member(stored, "identityId", str),
            key_id=_member(stored, "keyId", str),
            key=Ed25519PrivateKey.from_private_bytes(seed),
            rotation_key=RotationKey(_member(rotation_key, "version", int), _bytes(rotation_key, "secret")),
        )


def _member(stored: Any, name: str, kind: type) -> Any:
    if not isinstance(stored, dict) or not isinstance(stored.get(name), kind):
        raise ValueError(f"these are no credentials: `{name}` is missing, or is no {kind.__name__}")
    return stored[name]


def _bytes(stored: Any, name: str) -> bytes:
    try:
        data = _base64.decode(_member(stored, name, str))
    except ValueError as error:
        raise ValueError(f"`{name}` of credentials must be 32 bytes as base64url: {error}") from None
    if len(data) != 32:
        raise ValueError(f"`{name}` of credentials must be 32 bytes as base64url, not {len(data)} bytes")
    return data
