"""Credentials survive storage, hide their secrets, and mint the tokens of the vectors."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from vectors import read_vectors

from platonic_client._base64 import decode
from platonic_client._signatures.token import TokenRequest, mint_token
from platonic_client.credentials import Credentials, RotationKey


def _credentials() -> Credentials:
    identity = read_vectors("rotating-tokens.json")["identity"]
    signing, rotation = identity["signing_key"], identity["rotation_key"]
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(signing["private_key_hex"]))
    secret = bytes.fromhex(rotation["secret_hex"])
    return Credentials(identity["id"], signing["id"], key, RotationKey(rotation["version"], secret))


def test_tokens_are_those_of_the_vectors() -> None:
    vectors = read_vectors("rotating-tokens.json")["mint"]
    assert len(vectors) >= 7
    for vector in vectors:
        claims: dict[str, Any] = json.loads(vector["payload"])
        request = TokenRequest(
            audience=claims["aud"],
            client_id=claims["client_id"],
            scope=claims["scope"],
            counter=claims["rot"]["n"],
            window=vector["window_seconds"],
            lifetime=claims["exp"] - claims["iat"],
            now=vector["now_ms"] / 1000,
            token_id=decode(claims["jti"]),
            challenge=claims.get("chal", ""),
            binding=decode(claims.get("cb", "")),
        )
        assert mint_token(_credentials(), request) == vector["token"], vector["name"]


def test_a_token_needs_a_window_and_a_time() -> None:
    request = TokenRequest("a", "b", "c", 1, window=300, lifetime=60, now=1.8e9, token_id=bytes(16))
    for wrong in (replace(request, window=0), replace(request, now=-1)):
        with pytest.raises(ValueError, match="a token needs a window and a time"):
            mint_token(_credentials(), wrong)


def test_credentials_survive_json_and_hide_their_secrets() -> None:
    credentials = _credentials()
    text = credentials.to_json()
    read = Credentials.from_json(text)
    assert read.to_json() == text
    assert read.key.sign(b"x") == credentials.key.sign(b"x")
    for shown in (repr(credentials), str(credentials), repr(credentials.rotation_key)):
        assert "secret" not in shown
        assert credentials.rotation_key.secret.hex() not in shown


def test_a_key_that_stays_in_a_device_signs_but_is_not_written() -> None:
    whole = _credentials()

    class Device:
        def sign(self, data: bytes, /) -> bytes:
            return whole.key.sign(data)

        def public_key(self) -> Ed25519PublicKey:
            return whole.key.public_key()

    credentials = replace(whole, key=Device())
    assert credentials.key.sign(b"x") == whole.key.sign(b"x")
    with pytest.raises(ValueError, match="store the other members yourself"):
        credentials.to_json()


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"identityId": "a b"}, "the id of their identity"),
        ({"keyId": ""}, "the id of their identity and of their key"),
        ({"keyId": None}, "`keyId` is missing"),
        ({"privateKey": "AAAA"}, "`privateKey` of credentials must be 32 bytes as base64url, not 3 bytes"),
        ({"privateKey": "+/=="}, "`privateKey` of credentials must be 32 bytes as base64url"),
        ({"privateKey": "A" * 42 + "B"}, "bits that mean nothing"),
        ({"rotationKey": None}, "`rotationKey` is missing"),
        ({"rotationKey": {"version": 0, "secret": "A" * 43}}, "a version from 1 on"),
        ({"rotationKey": {"version": 1, "secret": "AAAA"}}, "`secret` of credentials must be 32 bytes"),
    ],
)
def test_credentials_that_cannot_be_used_are_refused(change: dict[str, Any], text: str) -> None:
    stored = json.loads(_credentials().to_json()) | change
    with pytest.raises(ValueError, match=text):
        Credentials.from_json(json.dumps(stored))


def test_what_is_no_json_is_no_credentials() -> None:
    for text in ("", "[]", "null", "{"):
        with pytest.raises(ValueError, match="these are no credentials"):
            Credentials.from_json(text)
