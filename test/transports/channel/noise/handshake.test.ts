import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aesGcm } from "../../../../server/transports/channel/noise/aes-gcm.ts";
import { chaChaPoly, chaChaPolyBy } from "../../../../server/transports/channel/noise/chacha-poly.ts";
import { CipherState } from "../../../../server/transports/channel/noise/cipher-state.ts";
import { agree, newKeyPair } from "../../../../server/transports/channel/noise/key-pair.ts";
import { NoiseError } from "../../../../server/transports/channel/noise/noise-error.ts";
import { Responder } from "../../../../server/transports/channel/noise/responder.ts";
import { messagesPerKey, NoiseTransport } from "../../../../server/transports/channel/noise/transport.ts";
import { law } from "../../../support/laws/law.ts";
import { Handshake } from "./handshake.ts";

const prologue = Buffer.from("a prologue");
const payloads = fc.uint8Array({ maxLength: 200 });
const key = Buffer.alloc(32, 7);
const noBytes = Buffer.alloc(0);
/** Ciphertexts of a message before and after Noise's REKEY, under the key above, computed by another library. */
const rekeyed = {
  AESGCM: [
    "00f8d4c094fe648f946232b4edfc19785a6d86ef6f01a31b76b1",
    "60ec76529ea2b78a8f34f225b276c1e78033458935768a94ec3f",
  ],
  ChaChaPoly: [
    "56a4597e0f076b9ab517309b27a31edfa33891c168c828ea1527",
    "cfae1b21247a4c3168d07f447811e5707c23b4465ecb2d324547",
  ],
};
const ciphers = [
  ["AES-256-GCM", aesGcm],
  ["ChaCha20-Poly1305", chaChaPoly],
  ["ChaCha20-Poly1305 without libsodium", chaChaPolyBy(undefined)],
] as const;

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[bit >> 3] = (copy[bit >> 3] as number) ^ (1 << (bit & 7));
  return copy;
}

describe.each(ciphers)("with %s", (_, cipher) => {
  function pair(ofInitiator = prologue, ofResponder = prologue) {
    const initiating = { pattern: "XX", cipher, isInitiator: true } as const;
    return {
      initiator: new Handshake({ ...initiating, prologue: ofInitiator, staticKey: newKeyPair() }),
      responder: new Responder({ cipher, prologue: ofResponder, staticKey: newKeyPair() }),
    };
  }

  /** Exchanges the three messages, each of which `change` may alter. */
  function exchange(
    { initiator, responder }: ReturnType<typeof pair>,
    change: (message: Buffer, index: number) => Uint8Array = (message) => message,
    sent: readonly Uint8Array[] = [new Uint8Array(), new Uint8Array(), new Uint8Array()],
  ) {
    return sent.map((payload, index) => {
      const [writer, reader] = index % 2 === 0 ? [initiator, responder] : [responder, initiator];
      return reader.read(change(writer.write(payload), index));
    });
  }

  function transports(): { initiator: NoiseTransport; responder: NoiseTransport } {
    const both = pair();
    exchange(both);
    return { initiator: both.initiator.split(), responder: both.responder.split() };
  }

  describe("a handshake", () => {
    law(
      "carries its payloads, and both sides know the other's key and the same hashes",
      fc.tuple(payloads, payloads, payloads),
      (sent) => {
        const both = pair();
        const { initiator, responder } = both;
        expect(exchange(both, undefined, sent).map((bytes) => Uint8Array.from(bytes))).toEqual(sent);
        expect(responder.payloadHash).toEqual(initiator.payloadHash);
        expect(responder.hash).toEqual(initiator.hash);
        expect(responder.hash).not.toEqual(responder.payloadHash);
      },
      4,
    );

    it("gives the payload hash of the third message before its payload is written", () => {
      const { initiator, responder } = pair();
      responder.read(initiator.write(new Uint8Array()));
      initiator.read(responder.write(new Uint8Array()));
      const before = initiator.payloadHash;
      initiator.begin();
      const binding = initiator.payloadHash;
      expect(binding).toHaveLength(32);
      expect(binding).not.toEqual(before);
      responder.read(initiator.write(binding));
      expect(responder.payloadHash).toEqual(binding);
    });

    it("fails if the two sides have different prologues", () => {
      expect(() => exchange(pair(Buffer.from("wallet"), Buffer.from("identity")))).toThrow(NoiseError);
    });

    it("is refused with any bit of any message flipped", { tags: ["slow/exhaustive"] }, () => {
      const lengths = [32, 96, 64].map((length) => length * 8);
      for (const [flippedMessage, bits] of lengths.entries()) {
        for (let bit = 0; bit < bits; bit += 1) {
          // The highest bit of a public key is ignored (RFC 7748, section 5), but it is part of the hash.
          const change = (message: Buffer, index: number) =>
            index === flippedMessage ? flipped(message, bit) : message;
          expect(() => exchange(pair(), change), `message ${flippedMessage}, bit ${bit}`).toThrow(NoiseError);
        }
      }
    });

    law(
      "is refused with a truncated, lengthened or replaced message",
      fc.tuple(fc.nat(2), fc.uint8Array({ maxLength: 300 })),
      ([at, bytes]) => {
        // A lengthened first message has a payload; only the hash of the second message shows the change.
        expect(() => exchange(pair(), (message, index) => (index === at ? bytes : message))).toThrow(NoiseError);
        expect(() =>
          exchange(pair(), (message, index) => (index === at ? Buffer.concat([message, Buffer.from([1])]) : message)),
        ).toThrow(NoiseError);
        const cut = bytes.length % 32;
        expect(() => exchange(pair(), (message, index) => (index === at ? message.subarray(0, cut) : message))).toThrow(
          NoiseError,
        );
      },
      4,
    );

    it("alternates between the sides, has three messages, and splits only after them", () => {
      const both = pair();
      const { initiator, responder } = both;
      expect(() => responder.write(new Uint8Array())).toThrow("turn");
      expect(() => initiator.read(Buffer.alloc(96))).toThrow("turn");
      expect(() => initiator.split()).toThrow("not over");
      exchange(both);
      expect(() => initiator.write(new Uint8Array())).toThrow("turn");
      expect(() => responder.write(new Uint8Array())).toThrow("turn");
    });

    it("has messages of at most 65,535 bytes", () => {
      const { initiator, responder } = pair();
      expect(() => initiator.write(new Uint8Array(65_504))).toThrow("too long");
      expect(() => responder.read(new Uint8Array(65_536))).toThrow("too long");
    });

    it.each([
      ["zero", "0000000000000000000000000000000000000000000000000000000000000000"],
      ["one", "0100000000000000000000000000000000000000000000000000000000000000"],
      ["of order eight", "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"],
      ["another of order eight", "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"],
      ["p - 1", "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
      ["p", "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
      ["p + 1", "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"],
    ])("is refused with an ephemeral key of small order: %s", (_, hex) => {
      const { responder } = pair();
      expect(() => agree(newKeyPair(), Buffer.from(hex, "hex"))).toThrow("small order");
      responder.read(Buffer.from(hex, "hex"));
      expect(() => responder.write(new Uint8Array())).toThrow("small order");
    });
  });

  describe("transport messages", () => {
    law(
      "are decrypted in both directions",
      fc.array(fc.tuple(fc.boolean(), payloads)),
      (sent) => {
        const { initiator, responder } = transports();
        for (const [isFromInitiator, payload] of sent) {
          const [writer, reader] = isFromInitiator ? [initiator, responder] : [responder, initiator];
          expect(Uint8Array.from(reader.decrypt(writer.encrypt(payload)))).toEqual(payload);
        }
      },
      4,
    );

    law(
      "are refused if changed, repeated, dropped, reflected, or of another channel",
      fc.tuple(payloads, fc.nat()),
      ([payload, bit]) => {
        const { initiator, responder } = transports();
        const first = initiator.encrypt(payload);
        expect(() => responder.decrypt(flipped(first, bit % (first.length * 8)))).toThrow(NoiseError);
        expect(() => initiator.decrypt(first)).toThrow(NoiseError);
        expect(() => transports().responder.decrypt(first)).toThrow(NoiseError);
        responder.decrypt(first);
        expect(() => responder.decrypt(first)).toThrow(NoiseError);
        initiator.encrypt(payload);
        expect(() => responder.decrypt(initiator.encrypt(payload))).toThrow(NoiseError);
        expect(() => responder.decrypt(Buffer.alloc(15))).toThrow("too short");
      },
      4,
    );

    it("have a new key after 65,536 messages of a direction, and keep counting their numbers", () => {
      const state = () => new CipherState(cipher, key, messagesPerKey - 1n);
      const [ours, theirs] = [new NoiseTransport(state(), state()), new NoiseTransport(state(), state())];
      const plain = new CipherState(cipher, key, messagesPerKey - 1n);
      const [last, first] = [ours.encrypt(prologue), ours.encrypt(prologue)];
      // Without rekeying the last message before it is the same, and the first after it differs.
      expect(plain.encrypt(Buffer.alloc(0), prologue)).toEqual(last);
      expect(plain.encrypt(Buffer.alloc(0), prologue)).not.toEqual(first);
      expect([theirs.decrypt(last), theirs.decrypt(first)]).toEqual([prologue, prologue]);
      // The other direction keeps its key.
      expect(ours.decrypt(theirs.encrypt(prologue))).toEqual(prologue);
    });

    it("have a new key after a rekeying of their direction only, and keep counting their numbers", () => {
      const state = () => new CipherState(cipher, key);
      const [ours, theirs] = [new NoiseTransport(state(), state()), new NoiseTransport(state(), state())];
      const last = ours.encrypt(prologue);
      ours.rekeyOutgoing();
      const first = ours.encrypt(prologue);
      expect([last, first].map((message) => message.toString("hex"))).toEqual(rekeyed[cipher.name]);
      expect(theirs.decrypt(last)).toEqual(prologue);
      expect(() => theirs.decrypt(first)).toThrow(NoiseError);
      theirs.rekeyIncoming();
      expect(theirs.decrypt(first)).toEqual(prologue);
      expect(ours.decrypt(theirs.encrypt(prologue))).toEqual(prologue);
    });

    it("are rekeyed twice if a rekeying falls on the 65,536th message, and then every 65,536 again", {
      tags: ["slow/exhaustive"],
    }, () => {
      const plain = new CipherState(cipher, key, messagesPerKey - 1n);
      const ours = new NoiseTransport(new CipherState(cipher, key, messagesPerKey - 1n), new CipherState(cipher, key));
      const both = [plain.encrypt(noBytes, prologue), ours.encrypt(prologue)];
      ours.rekeyOutgoing();
      plain.rekey();
      plain.rekey();
      for (let message = 0n; message < messagesPerKey - 1n; message += 1n) {
        plain.encrypt(noBytes, noBytes);
        ours.encrypt(noBytes);
      }
      both.push(plain.encrypt(noBytes, prologue), ours.encrypt(prologue));
      plain.rekey();
      both.push(plain.encrypt(noBytes, prologue), ours.encrypt(prologue));
      const [first, , second, , third] = both;
      expect(both).toEqual([first, first, second, second, third, third]);
    });

    it("are decrypted across several keys", { tags: ["slow/exhaustive"] }, () => {
      const state = () => new CipherState(cipher, key, 0n);
      const [ours, theirs] = [new NoiseTransport(state(), state()), new NoiseTransport(state(), state())];
      for (let message = 0; message < 2 * Number(messagesPerKey) + 3; message += 1) {
        theirs.decrypt(ours.encrypt(prologue.subarray(0, 1)));
      }
      expect(theirs.decrypt(ours.encrypt(prologue))).toEqual(prologue);
    });

    it("end before the highest 64-bit number, which is reserved for rekeying", () => {
      const writer = new CipherState(cipher, key, 2n ** 64n - 2n);
      const reader = new CipherState(cipher, key, 2n ** 64n - 2n);
      const last = writer.encrypt(Buffer.alloc(0), prologue);
      expect(reader.decrypt(Buffer.alloc(0), last)).toEqual(prologue);
      expect(() => writer.encrypt(Buffer.alloc(0), prologue)).toThrow("numbers");
      expect(() => reader.decrypt(Buffer.alloc(0), last)).toThrow("numbers");
    });
  });
});
