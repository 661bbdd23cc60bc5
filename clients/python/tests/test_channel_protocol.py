"""The handshake and the messages of the channel are those of the vectors; each changed byte is noticed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from platonic.channel.v1.channel_pb2 import Envelope, Frame, Ping, Reauthenticate, Request

from platonic_client.channel._frames import FRAME_BYTES, Frames
from platonic_client.channel._noise import MESSAGES_PER_KEY, SUITES, BadMessageError, Cipher, Initiator, Suite

_vectors = Path(__file__).parents[3] / "test" / "vectors"


def _read(name: str) -> Any:
    if not _vectors.exists():
        pytest.skip("the vectors are in the repository alone")
    return json.loads((_vectors / name).read_text())


def _handshake(suite: Suite) -> tuple[Initiator, dict[str, Any]]:
    """Begins the handshake of the vectors."""
    vector = next(one for one in _read("noise.json")["vectors"] if one["protocol_name"].encode() == suite.protocol)
    static, ephemeral = (
        X25519PrivateKey.from_private_bytes(bytes.fromhex(vector[name])) for name in ("init_static", "init_ephemeral")
    )
    initiator = Initiator(suite, bytes.fromhex(vector["init_prologue"]), static, ephemeral)
    assert initiator.hello().hex() == vector["messages"][0]["ciphertext"]
    return initiator, vector


@pytest.mark.parametrize("suite", SUITES.values(), ids=SUITES)
def test_the_handshake_is_that_of_the_vectors(suite: Suite) -> None:
    initiator, vector = _handshake(suite)
    messages = vector["messages"]
    assert initiator.read_hello(bytes.fromhex(messages[1]["ciphertext"])).hex() == messages[1]["payload"]
    initiator.begin()
    bindings = {one["protocol"].encode(): one["binding"] for one in _read("channel.json")["bindings"]}
    assert initiator.hash.hex() == bindings[suite.protocol]
    assert initiator.introduce(bytes.fromhex(messages[2]["payload"])).hex() == messages[2]["ciphertext"]
    outgoing, incoming = initiator.split()
    for place, message in enumerate(messages[3:]):
        if place % 2 == 1:
            assert outgoing.encrypt(bytes.fromhex(message["payload"])).hex() == message["ciphertext"]
        else:
            assert incoming.decrypt(bytes.fromhex(message["ciphertext"])).hex() == message["payload"]


@pytest.mark.parametrize("suite", SUITES.values(), ids=SUITES)
def test_each_changed_byte_of_the_hello_is_noticed(suite: Suite) -> None:
    hello = bytes.fromhex(_handshake(suite)[1]["messages"][1]["ciphertext"])
    changed = [hello[:place] + bytes([hello[place] ^ 1]) + hello[place + 1 :] for place in range(len(hello))]
    for wrong in (*changed, b"", hello[:31], hello[:95], hello[:-1], bytes(200), bytes(65_536)):
        with pytest.raises(BadMessageError):
            _handshake(suite)[0].read_hello(wrong)


def test_messages_out_of_turn_are_refused() -> None:
    initiator, _ = _handshake(SUITES["wallet.v1"])
    with pytest.raises(BadMessageError, match="out of turn"):
        initiator.begin()


def test_keys_are_replaced_after_their_messages() -> None:
    suite = SUITES["wallet.v1"]
    sender, receiver, plain = (Cipher(suite, bytes(32)) for _ in range(3))
    for number in range(MESSAGES_PER_KEY + 2):
        sealed = sender.encrypt(b"message")
        assert (plain.seal(b"", b"message") == sealed) == (number < MESSAGES_PER_KEY)
        assert receiver.decrypt(sealed) == b"message"
    with pytest.raises(BadMessageError):
        receiver.decrypt(sender.encrypt(b"") + b"\0")


def test_no_number_is_used_twice() -> None:
    cipher = Cipher(SUITES["wallet.v1"], bytes(32))
    cipher._next = 2**64 - 1
    for use in (cipher.encrypt, cipher.decrypt):
        with pytest.raises(BadMessageError, match="all numbers"):
            use(b"")


def _pair() -> tuple[Frames, Frames]:
    suite = SUITES["wallet.v1"]
    keys = bytes(32), bytes([1] * 32)
    client = Frames(Cipher(suite, keys[0]), Cipher(suite, keys[1]))
    return client, Frames(Cipher(suite, keys[1]), Cipher(suite, keys[0]))


def _pings(count: int) -> list[Envelope]:
    return [Envelope(ping=Ping(nonce=nonce)) for nonce in range(count)]


def test_the_frame_of_the_vectors_is_read_and_written() -> None:
    vector = _read("channel.json")["frame"]
    frame = Frame.FromString(bytes.fromhex(vector["bytes"]))
    assert [one.SerializeToString().hex() for one in frame.envelopes] == [one["bytes"] for one in vector["envelopes"]]
    assert frame.SerializeToString().hex() == vector["bytes"]


def test_envelopes_of_one_turn_are_one_message_and_are_numbered() -> None:
    client, server = _pair()
    messages = list(client.seal(_pings(3)))
    assert len(messages) == 1
    assert [(one.seq, one.ack, one.ping.nonce) for one in server.open(messages[0])] == [(1, 0, 0), (2, 0, 1), (3, 0, 2)]
    (reply,) = server.seal(_pings(1))
    assert [(one.seq, one.ack) for one in client.open(reply)] == [(1, 3)]


def test_a_frame_holds_no_more_than_a_message_may() -> None:
    client, server = _pair()
    large = [Envelope(request=Request(payload=bytes(50_000))) for _ in range(5)]
    messages = list(client.seal(large))
    assert [len(message) < FRAME_BYTES + 100 for message in messages] == [True, True, True]
    assert sum(len(server.open(message)) for message in messages) == 5


def test_a_new_token_is_the_last_of_its_message_and_changes_the_key() -> None:
    client, server = _pair()
    token = Envelope(reauthenticate=Reauthenticate(rotating_token="t"))
    messages = list(client.seal([*_pings(1), token, *_pings(1)]))
    assert [len(server.open(message)) for message in messages] == [2, 1]


def test_envelopes_that_are_old_count_once() -> None:
    client, server = _pair()
    (first,) = client.seal(_pings(2))
    assert len(server.open(first)) == 2
    client._sent = 1
    (again,) = client.seal(_pings(2))
    assert [one.seq for one in server.open(again)] == [3]


@pytest.mark.parametrize(
    "plain",
    [
        b"",
        b"\xff",
        Frame(envelopes=[Envelope(reauthenticate=Reauthenticate()), Envelope()]).SerializeToString(),
    ],
    ids=["no envelope", "no frame", "an envelope after the last one"],
)
def test_frames_that_violate_the_protocol_are_refused(plain: bytes) -> None:
    client, _ = _pair()
    sealed = Cipher(SUITES["wallet.v1"], bytes([1] * 32)).encrypt(plain)
    with pytest.raises(BadMessageError):
        client.open(sealed)
