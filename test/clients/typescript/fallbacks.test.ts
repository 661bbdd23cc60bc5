import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newKeyPair } from "../../../clients/typescript/src/channel/noise/key-pair.ts";
import {
  Channel,
  channelCredentials,
  channelTransport,
  IdentityClient,
  newSigningKey,
  TokenMinter,
} from "../../../clients/typescript/src/index.ts";
import { isSignedBy } from "../../../clients/typescript/src/published-key.ts";
import { isSignature } from "../../../server/core/signing/signature.ts";
import { onPublishedVectors } from "../../support/published-vectors.ts";
import { heldBy, newHolder, publishedKeys, standard, walletOf } from "../../support/sdk-holder.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { keyPairs, signingKeys, withoutCurves } from "./key-sources.ts";

describe("key pairs of the platform and of noble", () => {
  it.each(keyPairs)("%s refuses a key of small order or of a wrong length", async (_, keyPair) => {
    const own = await keyPair(randomBytes(32));
    await expect(own.agree(new Uint8Array(32))).rejects.toThrow("small order");
    for (const length of [0, 31, 33]) await expect(own.agree(new Uint8Array(length))).rejects.toThrow("32 bytes");
  });

  it("agree on a secret when they are new", async () => {
    const [platform, fallback] = [await newKeyPair(), await newKeyPair(withoutCurves)];
    expect(await platform.agree(fallback.publicKey)).toEqual(await fallback.agree(platform.publicKey));
  });

  it("make the same signature of the same bytes", async () => {
    const seed = randomBytes(32);
    const keys = await Promise.all(signingKeys.map(([, signingKey]) => signingKey(seed)));
    for (const length of [0, 1, 64, 4_096]) {
      const message = randomBytes(length);
      const [first, second] = await Promise.all(keys.map(({ sign }) => sign(message)));
      expect(first, seed.toString("hex")).toEqual(second);
      expect(await isSignature(message, keys[0]?.publicKey as Uint8Array, first as Uint8Array)).toBe(true);
    }
    expect(keys[0]?.publicKey).toEqual(keys[1]?.publicKey);
  });
});

interface SignatureTests {
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk: string };
    readonly tests: readonly { tcId: number; msg: string; sig: string; result: string }[];
  }[];
}

onPublishedVectors<SignatureTests>(
  "wycheproof/ed25519_test.json",
  "the service's signatures by the vectors of Project Wycheproof",
  ({ testGroups }) => {
    it("are accepted or refused as each vector says", () => {
      const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
      const tests = testGroups.flatMap(({ publicKey, tests }) => tests.map((each) => ({ ...each, key: publicKey.pk })));
      expect(tests).toHaveLength(151);
      for (const { tcId, key, msg, sig, result } of tests) {
        const isGood = isSignedBy(bytesOf(key), bytesOf(msg), bytesOf(sig));
        expect(isGood, `test ${tcId}`).toBe(result === "valid");
      }
    });
  },
);

describe("a client on a platform without the curves", () => {
  const server = sharedServer();

  it("registers, pays, and opens a channel", async () => {
    const { url } = server();
    const key = await newSigningKey(withoutCurves);
    expect(key.pair).toBeUndefined();
    const [ada, bob] = [await newHolder(url, "10", key), await newHolder(url)];
    const wallet = walletOf(url, ada, { configuration: { useChannel: false } });
    expect(await wallet.pay(standard(bob, "3"))).toMatchObject({ status: "completed" });
    expect(await heldBy(url, bob.id)).toBe("3");

    const endpoint = `${url.replace("http", "ws")}/channel/identity`;
    const credentials = channelCredentials(
      endpoint,
      new TokenMinter({ credentials: ada.credentials, clientId: "app" }),
    );
    const staticKey = await newKeyPair(withoutCurves);
    const channel = new Channel({ endpoint, serverKey: publishedKeys(url), credentials, staticKey });
    channel.open();
    const client = new IdentityClient(channelTransport(channel));
    expect((await client.identities.getIdentity({ id: ada.id })).identity?.id).toBe(ada.id);
    channel.close();
  });
});
