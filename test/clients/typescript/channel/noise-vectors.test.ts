import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aesGcm } from "../../../../clients/typescript/src/channel/noise/aes-gcm.ts";
import { chaChaPoly } from "../../../../clients/typescript/src/channel/noise/chacha-poly.ts";
import type { Cipher } from "../../../../clients/typescript/src/channel/noise/cipher.ts";
import { CipherState } from "../../../../clients/typescript/src/channel/noise/cipher-state.ts";
import { Initiator } from "../../../../clients/typescript/src/channel/noise/initiator.ts";
import { NoiseTransport } from "../../../../clients/typescript/src/channel/noise/transport.ts";
import { aesGcm as serverAesGcm } from "../../../../server/transports/channel/noise/aes-gcm.ts";
import { chaChaPoly as serverChaChaPoly } from "../../../../server/transports/channel/noise/chacha-poly.ts";
import { CipherState as ServerCipherState } from "../../../../server/transports/channel/noise/cipher-state.ts";
import { NoiseTransport as ServerTransport } from "../../../../server/transports/channel/noise/transport.ts";
import { onPublishedVectors } from "../../../support/published-vectors.ts";
import { keyPairs } from "../key-sources.ts";

interface NoiseVector {
  readonly protocol_name: string;
  readonly init_prologue: string;
  readonly init_static: string;
  readonly init_ephemeral: string;
  readonly handshake_hash: string;
  readonly messages: readonly { readonly payload: string; readonly ciphertext: string }[];
}

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

interface NoiseVectors {
  readonly vectors: readonly NoiseVector[];
}

onPublishedVectors<NoiseVectors>(
  "noise-25519-aesgcm-sha256.json",
  "the initiator by the vectors of cacophony",
  (vectors) => {
    writesAndReads(vectors, aesGcm);
  },
);

describe("the initiator by the project's own vectors", () => {
  const vectors = JSON.parse(readFileSync(join(import.meta.dirname, "../../../vectors/noise.json"), "utf8"));
  writesAndReads(vectors, aesGcm);
  writesAndReads(vectors, chaChaPoly);
});

function writesAndReads({ vectors }: NoiseVectors, cipher: Cipher): void {
  const own = vectors.filter(({ protocol_name }) => protocol_name === `Noise_XX_25519_${cipher.name}_SHA256`);

  it(`has vectors of ${cipher.name}`, () => expect(own.length).toBeGreaterThan(0));

  describe.each(keyPairs)("with keys of %s", (_, keyPair) => {
    it.each(own)("$protocol_name: it writes and reads these messages", async (vector) => {
      const initiator = new Initiator({
        cipher,
        prologue: bytesOf(vector.init_prologue),
        staticKey: await keyPair(bytesOf(vector.init_static)),
        ephemeralKey: await keyPair(bytesOf(vector.init_ephemeral)),
      });
      const [first, second, third, ...rest] = vector.messages as [never, never, never] & NoiseVector["messages"];
      const typed = (message: NoiseVector["messages"][number]) => message;
      expect(hexOf(await initiator.hello(bytesOf(typed(first).payload)))).toBe(typed(first).ciphertext);
      expect(hexOf(await initiator.readHello(bytesOf(typed(second).ciphertext)))).toBe(typed(second).payload);
      await initiator.begin();
      expect(hexOf(await initiator.introduce(bytesOf(typed(third).payload)))).toBe(typed(third).ciphertext);
      expect(hexOf(initiator.hash)).toBe(vector.handshake_hash);
      const transport = await initiator.split();
      expect(rest.length).toBeGreaterThan(1);
      for (const [index, { payload, ciphertext }] of rest.entries()) {
        // The responder sends the first of them.
        if (index % 2 === 1) expect(hexOf(await transport.encrypt(bytesOf(payload)))).toBe(ciphertext);
        else expect(hexOf(await transport.decrypt(bytesOf(ciphertext)))).toBe(payload);
      }
    });
  });
}

interface AgreementTest {
  readonly tcId: number;
  readonly public: string;
  readonly private: string;
  readonly shared: string;
}

onPublishedVectors<{ readonly testGroups: readonly { readonly tests: readonly AgreementTest[] }[] }>(
  "wycheproof/x25519_test.json",
  "X25519 by the vectors of Project Wycheproof",
  ({ testGroups }) => {
    const tests = testGroups.flatMap((group) => group.tests);
    const isZero = ({ shared }: AgreementTest) => /^0+$/.test(shared);

    it.each(keyPairs)("%s computes the shared secret of each vector, and refuses zeros", async (_, keyPair) => {
      expect(tests).toHaveLength(518);
      for (const test of tests) {
        const agreed = (await keyPair(bytesOf(test.private))).agree(bytesOf(test.public));
        if (isZero(test)) await expect(agreed, `test ${test.tcId}`).rejects.toThrow("small order");
        else expect(hexOf(await agreed), `test ${test.tcId}`).toBe(test.shared);
      }
    });
  },
);

const ciphers = [
  ["AES-256-GCM", aesGcm, serverAesGcm],
  ["ChaCha20-Poly1305", chaChaPoly, serverChaChaPoly],
] as const;

describe.each(ciphers)("by %s", (_, ours, theirs) => {
  it("rekeys after as many messages as the server does, and goes on", async () => {
    const [out, back] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    const last = 65_534n;
    const client = new NoiseTransport(new CipherState(ours, out, last), new CipherState(ours, back, last));
    const server = new ServerTransport(
      new ServerCipherState(theirs, back, last),
      new ServerCipherState(theirs, out, last),
    );
    for (let count = 0; count < 5; count += 1) {
      const message = Uint8Array.of(count);
      expect([...server.decrypt(await client.encrypt(message))]).toEqual([count]);
      expect([...(await client.decrypt(Uint8Array.from(server.encrypt(message))))]).toEqual([count]);
    }
  });

  it("concurrent messages are numbered in the order of the calls", async () => {
    const key = () => new Uint8Array(32).fill(7);
    const client = new NoiseTransport(new CipherState(ours, key()), new CipherState(ours, key()));
    const server = new ServerTransport(new ServerCipherState(theirs, key()), new ServerCipherState(theirs, key()));
    const sealed = await Promise.all(
      [0, 1, 2, 3].map((byte) => client.encrypt(new Uint8Array(byte * 40_000).fill(byte))),
    );
    expect(sealed.map((message) => server.decrypt(message).length)).toEqual([0, 40_000, 80_000, 120_000]);
  });
});
