"""Numbered envelopes in encrypted frames, without input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from google.protobuf.message import DecodeError
from platonic.channel.v1.channel_pb2 import Envelope, Frame

from ._noise import BadMessageError, Cipher

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FRAME_BYTES = 120_000
"""Bytes after which a frame is full; a message of the channel has at most 128 KiB."""


class Frames:
    """Both directions of a connection after its handshake."""

    def __init__(self, outgoing: Cipher, incoming: Cipher) -> None:
        self._outgoing = outgoing
        self._incoming = incoming
        self._sent = 0
        self._received = 0

    def seal(self, envelopes: Iterable[Envelope]) -> Iterator[bytes]:
        """Numbers envelopes and encrypts them, as many in a message as fit."""
        frame, size = Frame(), 0
        for envelope in envelopes:
            self._sent += 1
            envelope.seq, envelope.ack = self._sent, self._received
            length = envelope.ByteSize()
            if frame.envelopes and size + length > FRAME_BYTES:
                yield self._outgoing.encrypt(frame.SerializeToString())
                frame, size = Frame(), 0
            frame.envelopes.append(envelope)
            size += length
            if envelope.HasField("reauthenticate"):
                # The last envelope of its message, after which the key changes.
                yield self._outgoing.encrypt(frame.SerializeToString())
                self._outgoing.rekey()
                frame, size = Frame(), 0
        if frame.envelopes:
            yield self._outgoing.encrypt(frame.SerializeToString())

    def open(self, message: bytes) -> list[Envelope]:
        """Decrypts a message, and returns those of its envelopes that are new.

        Raises:
            BadMessageError: it violates the protocol
        """
        plain = self._incoming.decrypt(message)
        try:
            envelopes = list(Frame.FromString(plain).envelopes)
        except DecodeError:
            raise BadMessageError("a frame cannot be read") from None
        if not envelopes or any(envelope.HasField("reauthenticate") for envelope in envelopes[:-1]):
            raise BadMessageError("a frame has no envelope, or more of them after its last one")
        if envelopes[-1].HasField("reauthenticate"):
            self._incoming.rekey()
        new = []
        for envelope in envelopes:
            if envelope.seq > self._received:
                self._received = envelope.seq
                new.append(envelope)
        return new
