"""The initiator's side of Noise_XX_25519 with SHA-256 (Noise, revision 34), and the messages that follow.

Without input and output: bytes in, bytes out.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305

if TYPE_CHECKING:
    from collections.abc import Callable

_key_bytes = 32
_tag_bytes = 16
_handshake_bytes_max = 65_535
_last_number = 2**64 - 1
"""For rekeying alone; no message has it."""
MESSAGES_PER_KEY = 65_536
"""Number of messages between rekeyings, which no message announces."""


class BadMessageError(Exception):
    """A message that the protocol does not allow. Nothing of it may be used, and the connection must end."""


class _Aead(Protocol):
    def encrypt(self, nonce: bytes, data: bytes, associated_data: bytes | None) -> bytes: ...

    def decrypt(self, nonce: bytes, data: bytes, associated_data: bytes | None) -> bytes: ...


@dataclass(frozen=True)
class Suite:
    """A cipher with its place in the protocol: nonces are four zero bytes, then the number in eight."""

    protocol: bytes
    aead: Callable[[bytes], _Aead]
    is_big_endian: bool

    def nonce(self, number: int) -> bytes:
        """Returns the number of a message as its nonce."""
        return bytes(4) + number.to_bytes(8, "big" if self.is_big_endian else "little")


SUITES = {
    "wallet.v1": Suite(b"Noise_XX_25519_AESGCM_SHA256", AESGCM, True),
    "wallet.v1.chachapoly": Suite(b"Noise_XX_25519_ChaChaPoly_SHA256", ChaCha20Poly1305, False),
}
"""Suites by subprotocol, the preferred one first: processors have AES."""


class Cipher:
    """A key, and the number of the next message under it (section 5.1)."""

    def __init__(self, suite: Suite, key: bytes) -> None:
        self._suite = suite
        self._aead = suite.aead(key)
        self._next = 0

    def seal(self, associated: bytes, plain: bytes) -> bytes:
        """Encrypts the next message of the handshake.

        Raises:
            BadMessageError: all numbers are used
        """
        sealed = self._aead.encrypt(self._suite.nonce(self._number()), plain, associated)
        self._next += 1
        return sealed

    def open(self, associated: bytes, sealed: bytes) -> bytes:
        """Decrypts the next message of the handshake.

        Raises:
            BadMessageError: it is not genuine, or not the next one
        """
        try:
            plain = self._aead.decrypt(self._suite.nonce(self._number()), sealed, associated)
        except InvalidTag:
            raise BadMessageError("a message is not genuine, or not the next one") from None
        self._next += 1
        return plain

    def encrypt(self, plain: bytes) -> bytes:
        """Encrypts the next message after the handshake."""
        sealed = self.seal(b"", plain)
        self._rekey_if_due()
        return sealed

    def decrypt(self, sealed: bytes) -> bytes:
        """Decrypts the next message after the handshake.

        Raises:
            BadMessageError: it is not genuine, or not the next one
        """
        plain = self.open(b"", sealed)
        self._rekey_if_due()
        return plain

    def rekey(self) -> None:
        """Replaces the key by one that follows from it by a one-way function (section 4.2). Numbers continue."""
        sealed = self._aead.encrypt(self._suite.nonce(_last_number), bytes(_key_bytes), b"")
        self._aead = self._suite.aead(sealed[:_key_bytes])

    def _rekey_if_due(self) -> None:
        if self._next % MESSAGES_PER_KEY == 0:
            self.rekey()

    def _number(self) -> int:
        if self._next == _last_number:
            raise BadMessageError("all numbers of the key are used")
        return self._next


class Initiator:
    """A handshake: `hello`, `read_hello`, `begin`, `introduce`, `split`, in this order."""

    def __init__(
        self, suite: Suite, prologue: bytes, static: X25519PrivateKey, ephemeral: X25519PrivateKey | None = None
    ) -> None:
        self._suite = suite
        self._static = static
        self._ephemeral = ephemeral or X25519PrivateKey.generate()
        self._hash = suite.protocol.ljust(32, b"\0")
        self._chaining_key = self._hash
        self._cipher: Cipher | None = None
        self._remote_ephemeral = b""
        self._remote_static = b""
        self._begun = b""
        self._mix_hash(prologue)

    @property
    def hash(self) -> bytes:
        """Hash of the handshake so far, 32 bytes. After `begin` it is the binding of the channel."""
        return self._hash

    @property
    def remote_static(self) -> bytes:
        """The responder's static key, which is known from `read_hello` on."""
        return self._remote_static

    def hello(self) -> bytes:
        """Writes the first message, `e`, whose payload is empty."""
        public = self._ephemeral.public_key().public_bytes_raw()
        self._mix_hash(public)
        self._mix_hash(b"")
        return public

    def read_hello(self, message: bytes) -> bytes:
        """Reads the second message, `e ee s es`, and returns its payload.

        Raises:
            BadMessageError: it is not genuine
        """
        sealed_key = _key_bytes + _tag_bytes
        if not _key_bytes + sealed_key + _tag_bytes <= len(message) <= _handshake_bytes_max:
            raise BadMessageError("the second message has a wrong length")
        self._remote_ephemeral = message[:_key_bytes]
        self._mix_hash(self._remote_ephemeral)
        self._mix_agreed(self._ephemeral, self._remote_ephemeral)
        self._remote_static = self._decrypt_and_hash(message[_key_bytes : _key_bytes + sealed_key])
        self._mix_agreed(self._ephemeral, self._remote_static)
        return self._decrypt_and_hash(message[_key_bytes + sealed_key :])

    def begin(self) -> None:
        """Begins the third message, `s se`, so that its payload can name the hash."""
        self._begun = self._encrypt_and_hash(self._static.public_key().public_bytes_raw())
        self._mix_agreed(self._static, self._remote_ephemeral)

    def introduce(self, payload: bytes) -> bytes:
        """Writes the third message."""
        return self._begun + self._encrypt_and_hash(payload)

    def split(self) -> tuple[Cipher, Cipher]:
        """Returns the keys of the messages that follow: the initiator's and the responder's."""
        first, second = self._derive(b"")
        return Cipher(self._suite, first), Cipher(self._suite, second)

    def _mix_hash(self, data: bytes) -> None:
        self._hash = sha256(self._hash + data).digest()

    def _mix_agreed(self, private: X25519PrivateKey, public: bytes) -> None:
        """Mixes the secret that two keys agree on."""
        try:
            agreed = private.exchange(X25519PublicKey.from_public_bytes(public))
        except ValueError:
            raise BadMessageError("the server sent a key of small order") from None
        self._chaining_key, key = self._derive(agreed)
        self._cipher = Cipher(self._suite, key)

    def _derive(self, material: bytes) -> tuple[bytes, bytes]:
        """Derives two keys (section 4.3)."""
        secret = hmac.digest(self._chaining_key, material, "sha256")
        first = hmac.digest(secret, b"\x01", "sha256")
        return first, hmac.digest(secret, first + b"\x02", "sha256")

    def _encrypt_and_hash(self, plain: bytes) -> bytes:
        sealed = self._present.seal(self._hash, plain)
        self._mix_hash(sealed)
        return sealed

    def _decrypt_and_hash(self, sealed: bytes) -> bytes:
        plain = self._present.open(self._hash, sealed)
        self._mix_hash(sealed)
        return plain

    @property
    def _present(self) -> Cipher:
        if self._cipher is None:
            raise BadMessageError("a message came out of turn")
        return self._cipher
