import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aesGcm } from "../../../../server/transports/channel/noise/aes-gcm.ts";
import { chaChaPoly } from "../../../../server/transports/channel/noise/chacha-poly.ts";
import type { Cipher } from "../../../../server/transports/channel/noise/cipher.ts";
import { CipherState } from "../../../../server/transports/channel/noise/cipher-state.ts";
import { agree, keyPairOfBytes } from "../../../../server/transports/channel/noise/key-pair.ts";
import { Responder } from "../../../../server/transports/channel/noise/responder.ts";
import type { NoiseTransport } from "../../../../server/transports/channel/noise/transport.ts";
import { onPublishedVectors } from "../../../support/published-vectors.ts";
import { Handshake } from "./handshake.ts";

interface NoiseVector {
  readonly protocol_name: string;
  readonly init_prologue: string;
  readonly resp_prologue: string;
  readonly init_static: string;
  readonly init_ephemeral: string;
  readonly init_remote_static?: string;
  readonly resp_static: string;
  readonly resp_ephemeral: string;
  readonly handshake_hash: string;
  readonly messages: readonly { readonly payload: string; readonly ciphertext: string }[];
}

const bytesOf = (hex: string) => Buffer.from(hex, "hex");

interface NoiseVectors {
  readonly vectors: readonly NoiseVector[];
}

onPublishedVectors<NoiseVectors>("noise-25519-aesgcm-sha256.json", "the vectors of cacophony", testVectors);

describe("the project's own vectors", () => {
  testVectors(JSON.parse(readFileSync(join(import.meta.dirname, "../../../vectors/noise.json"), "utf8")));
});

function testVectors({ vectors }: NoiseVectors): void {
  it.each(vectors)("$protocol_name: both sides write and read the vector's messages", (vector) => {
    const [, pattern, , name] = vector.protocol_name.split("_") as ["Noise", "XX" | "IK", string, string];
    const cipher = [aesGcm, chaChaPoly].find((each) => each.name === name) as Cipher;
    const initiator = new Handshake({
      pattern,
      cipher,
      isInitiator: true,
      prologue: bytesOf(vector.init_prologue),
      staticKey: keyPairOfBytes(bytesOf(vector.init_static)),
      ephemeralKey: keyPairOfBytes(bytesOf(vector.init_ephemeral)),
      ...(vector.init_remote_static !== undefined && { remoteStatic: bytesOf(vector.init_remote_static) }),
    });
    const responding = {
      cipher,
      prologue: bytesOf(vector.resp_prologue),
      staticKey: keyPairOfBytes(bytesOf(vector.resp_static)),
      ephemeralKey: keyPairOfBytes(bytesOf(vector.resp_ephemeral)),
    };
    const responder =
      pattern === "XX" ? new Responder(responding) : new Handshake({ ...responding, pattern, isInitiator: false });
    const handshakeLength = { XX: 3, IK: 2 }[pattern];
    let transports: { readonly initiator: NoiseTransport; readonly responder: NoiseTransport } | undefined;
    vector.messages.forEach(({ payload, ciphertext }, index) => {
      const isFromInitiator = index % 2 === 0;
      if (index < handshakeLength) {
        const [writer, reader] = isFromInitiator ? [initiator, responder] : [responder, initiator];
        expect(writer.write(bytesOf(payload)).toString("hex")).toBe(ciphertext);
        expect(Buffer.from(reader.read(bytesOf(ciphertext))).toString("hex")).toBe(payload);
        expect(reader.payloadHash).toEqual(writer.payloadHash);
      } else {
        transports ??= { initiator: initiator.split(), responder: responder.split() };
        const [writer, reader] = isFromInitiator
          ? [transports.initiator, transports.responder]
          : [transports.responder, transports.initiator];
        expect(writer.encrypt(bytesOf(payload)).toString("hex")).toBe(ciphertext);
        expect(reader.decrypt(bytesOf(ciphertext)).toString("hex")).toBe(payload);
      }
    });
    expect(vector.messages.length).toBeGreaterThan(handshakeLength);
    expect(initiator.hash.toString("hex")).toBe(vector.handshake_hash);
    expect(responder.hash.toString("hex")).toBe(vector.handshake_hash);
  });
}

interface Wycheproof<Test> {
  readonly testGroups: readonly {
    readonly ivSize: number;
    readonly keySize: number;
    readonly tests: readonly Test[];
  }[];
}

interface AgreementTest {
  readonly tcId: number;
  readonly public: string;
  readonly private: string;
  readonly shared: string;
}

onPublishedVectors<Wycheproof<AgreementTest>>(
  "wycheproof/x25519_test.json",
  "X25519 by the vectors of Project Wycheproof",
  ({ testGroups }) => {
    const tests = testGroups.flatMap((group) => group.tests);
    const isZero = ({ shared }: AgreementTest) => /^0+$/.test(shared);

    it("gives the expected shared secrets", () => {
      for (const vector of tests.filter((each) => !isZero(each))) {
        const shared = agree(keyPairOfBytes(bytesOf(vector.private)), bytesOf(vector.public));
        expect(shared.toString("hex"), `test ${vector.tcId}`).toBe(vector.shared);
      }
    });

    it("refuses a shared secret of zeros", () => {
      const zeros = tests.filter(isZero);
      expect(zeros.length).toBeGreaterThan(5);
      for (const vector of zeros) {
        const agreeing = () => agree(keyPairOfBytes(bytesOf(vector.private)), bytesOf(vector.public));
        expect(agreeing, `test ${vector.tcId}`).toThrow("small order");
      }
    });
  },
);

interface SealTest {
  readonly tcId: number;
  readonly key: string;
  readonly iv: string;
  readonly aad: string;
  readonly msg: string;
  readonly ct: string;
  readonly tag: string;
  readonly result: "valid" | "invalid";
}

onPublishedVectors<Wycheproof<SealTest>>(
  "wycheproof/aes_gcm_test.json",
  "AES-256-GCM by the vectors of Project Wycheproof",
  ({ testGroups }) => {
    // Nonces of Noise are four zero bytes and a number.
    const tests = testGroups
      .filter(({ keySize, ivSize }) => keySize === 256 && ivSize === 96)
      .flatMap((group) => group.tests);
    const fitting = tests.filter(({ iv }) => iv.startsWith("00000000") && !iv.endsWith("ffffffffffffffff"));

    it("seals and opens the valid vectors with a nonce of Noise, and refuses the invalid ones", () => {
      expect(fitting.length).toBeGreaterThan(0);
      for (const { tcId, key, iv, aad, msg, ct, tag, result } of fitting) {
        const state = () => new CipherState(aesGcm, bytesOf(key), BigInt(`0x${iv.slice(8)}`));
        const open = () =>
          state()
            .decrypt(bytesOf(aad), bytesOf(ct + tag))
            .toString("hex");
        if (result === "valid") {
          expect(state().encrypt(bytesOf(aad), bytesOf(msg)).toString("hex"), `test ${tcId}`).toBe(ct + tag);
          expect(open(), `test ${tcId}`).toBe(msg);
        } else {
          expect(open, `test ${tcId}`).toThrow("not genuine");
        }
      }
    });
  },
);
