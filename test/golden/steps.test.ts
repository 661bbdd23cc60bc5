import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PurposeSchema } from "#contract/call/v1/call_pb.js";
import { linkedSet, signLinked } from "../../clients/typescript/src/wallet/linked-set.ts";
import { signCapture, signRelease } from "../../clients/typescript/src/wallet/sign-change.ts";
import { signOrder, signOrders } from "../../clients/typescript/src/wallet/sign-order.ts";
import { publicKeyOf } from "../../scripts/vectors/trace.ts";
import { vectorFiles, vectorText } from "../../scripts/vectors/write.ts";
import { bytesToSign, type SigningPurpose } from "../../server/core/signing/purposes.ts";
import { isSignature } from "../../server/core/signing/signature.ts";
import { signMessage } from "../../server/core/signing/webhook-signature.ts";
import { signedToken, unsignedToken } from "../../server/modules/identity/domain/unsigned-token.ts";
import { batchHash, confirmationCode, entryDigest, readEntry } from "../../server/modules/ledger/domain/entry/chain.ts";
import {
  asBatchHash,
  asEntryDigest,
  orderDigest,
  requestDigest,
} from "../../server/modules/ledger/domain/entry/digests.ts";
import { entryKinds } from "../../server/modules/ledger/domain/entry/entry.ts";
import { isEntrySignature, isOrderSignature } from "../../server/modules/ledger/domain/entry/order-signature.ts";
import { orderTree } from "../../server/modules/ledger/domain/entry/order-tree.ts";
import { receiptStatement } from "../../server/modules/ledger/domain/entry/receipt.ts";
import { agreementPrefix, offerAgreement, signAgreement } from "../../server/modules/verification/domain/agreement.ts";
import { goldenVectors, hex } from "./vectors.ts";

// biome-ignore lint/suspicious/noExplicitAny: members depend on the kind of the vector.
type Any = any;

interface Found {
  readonly name: string;
  readonly purpose?: string;
  readonly input: Any;
  readonly refused?: string;
  readonly steps: readonly Any[];
}

/** Vectors of a file, and the bytes of a step by its name. */
function vectorsOf(file: string) {
  const { vectors } = goldenVectors<{ vectors: Found[] }>(`steps/${file}`, []);
  return vectors.map((vector) => ({
    ...vector,
    at(name: string): Buffer {
      const step = vector.steps.find((one) => one.name === name);
      if (step?.bytes === undefined) throw new Error(`${vector.name} has no step ${name}`);
      return Buffer.from(step.bytes, "hex");
    },
  }));
}

const { key } = goldenVectors<{ key: { id: string; seed: string; publicKey: string } }>("signing", []);
const publicKey = Buffer.from(key.publicKey, "hex");

test.each(vectorFiles)("$name.json is what `npm run vectors` writes", (file) => {
  expect(readFileSync(`test/vectors/steps/${file.name}.json`, "utf8")).toBe(vectorText(file));
});

test("every purpose of the contract but that of JWTs has a vector", () => {
  const purposes = new Set(vectorFiles.flatMap(({ vectors }) => vectors().map(({ purpose }) => purpose)));
  const words = PurposeSchema.values
    .slice(1)
    .map(({ name }) => name.replace("PURPOSE_", "").replace("_", " ").toLowerCase());
  // A JWT is as RFC 7519 says.
  expect([...purposes].filter((purpose) => purpose !== undefined).sort()).toEqual(
    words.filter((word) => word !== "jwt").sort(),
  );
});

describe("orders", () => {
  const all = vectorsOf("orders");
  const signer = { keyId: key.id, sign: (bytes: Uint8Array) => signed(bytes) };
  let given = new Map<string, Uint8Array>();
  const signed = (bytes: Uint8Array) => given.get(hex(bytes)) as Uint8Array;

  test.each(all.filter(({ purpose, refused }) => purpose === "transfer" && refused === undefined))(
    "$name is what a client signs and the service accepts",
    async ({ input, at }) => {
      given = new Map([[hex(at("signed bytes")), at("signature")]]);
      const { order, signature } = await signOrder(input, signer);
      expect([order, signature].map(hex)).toEqual([at("order"), at("signature")].map(hex));
      expect(hex(orderDigest(order))).toBe(hex(at("digest")));
      expect(await isOrderSignature(order, publicKey, signature, isSignature)).toBe(true);
    },
  );

  test.each(all.filter(({ purpose, refused }) => purpose === "transfers" && refused === undefined))(
    "$name are what a client signs, and each is accepted by its proof",
    async ({ input, at }) => {
      given = new Map([[hex(at("signed bytes")), at("signature")]]);
      const { signature } = await signOrders(input, signer);
      const orders = input.map((_: object, index: number) => at(`order ${index}`)) as Buffer[];
      const kept = orderTree(orders).signatures(signature);
      expect(kept.map(hex)).toEqual(orders.map((_, index) => hex(at(`kept with order ${index}`))));
      for (const [index, order] of orders.entries()) {
        expect(await isOrderSignature(order, publicKey, kept[index] as Buffer, isSignature)).toBe(true);
      }
    },
  );

  test.each(all.filter(({ purpose }) => purpose === "linked transfers"))(
    "$name are what each sender signs, and each is accepted by its proof, in the set alone",
    async ({ input, at }) => {
      given = new Map([[hex(at("signed bytes")), at("signature")]]);
      const set = await linkedSet(input);
      const { signature } = await signLinked(set, { ...signer, identityId: "ada" });
      const orders = input.map((_: object, index: number) => at(`order ${index}`)) as Buffer[];
      const kept = orderTree(orders).signatures(signature);
      expect(kept.map(hex)).toEqual(orders.map((_, index) => hex(at(`kept with order ${index}`))));
      for (const [index, order] of orders.entries()) {
        expect(await isOrderSignature(order, publicKey, kept[index] as Buffer, isSignature, true)).toBe(true);
        expect(await isOrderSignature(order, publicKey, kept[index] as Buffer, isSignature)).toBe(false);
      }
    },
  );

  test.each(all.filter(({ refused }) => refused !== undefined))("$name is refused", async ({ at }) => {
    expect(await isOrderSignature(at("order"), publicKey, at("refused signature"), isSignature)).toBe(false);
  });
});

test.each(vectorsOf("holds"))("a $name is what a client signs and the service accepts", async ({ name, input, at }) => {
  const sign = (bytes: Uint8Array) => {
    expect(hex(bytes)).toBe(hex(at("signed bytes")));
    return at("signature");
  };
  const signer = { keyId: key.id, sign };
  const signs = { hold: signOrder, capture: signCapture, release: signRelease }[name] as typeof signOrder;
  const { order, signature } = await signs(input, signer);
  expect([order, signature].map(hex)).toEqual([at("order"), at("signature")].map(hex));
  expect(hex(orderDigest(order))).toBe(hex(at("digest")));
  const kind = entryKinds[name as "hold" | "capture" | "release"];
  expect(await isEntrySignature(kind, order, publicKey, signature, isSignature)).toBe(true);
});

test.each(vectorsOf("entries"))("entry $name is what the ledger writes", ({ at, name }) => {
  const { entries } = goldenVectors<Any>("ledger", []);
  const { bytes } = entries.find(({ title }: Any) => title === name);
  expect(hex(at("entry"))).toBe(bytes);
  expect(readEntry(at("entry")).id).not.toBe("");
  expect(hex(entryDigest(at("entry")))).toBe(hex(at("digest")));
  expect(confirmationCode(asEntryDigest(at("digest")))).toBe(at("confirmation code").toString("ascii"));
});

test.each(vectorsOf("requests"))("a request to $name has this digest", ({ name, input, at }) => {
  expect(hex(requestDigest(name, input))).toBe(hex(at("digest")));
});

test.each(vectorsOf("batches"))("$name is hashed as these bytes", ({ input, at, refused }) => {
  const digests = input.digests.map((digest: string) => Buffer.from(digest, "hex"));
  const hash = batchHash(input.number, asBatchHash(Buffer.from(input.previous, "hex")), digests);
  expect(hex(at("hash in the chain"))).toBe(hex(hash));
  expect(hex(at("hash")) === hex(hash)).toBe(refused === undefined);
});

test.each(vectorsOf("receipts"))("$name is what the service states", async ({ input, at, refused }) => {
  const { transaction, sequence, entry, batch, chain } = input;
  const entryDigest = asEntryDigest(Buffer.from(entry, "hex"));
  const batchHash = asBatchHash(Buffer.from(chain, "hex"));
  const facts = { transactionId: transaction, sequence: Number(sequence), entryDigest, batchNumber: Number(batch) };
  const bytes = bytesToSign("receipt", receiptStatement({ ...facts, batchHash }));
  expect(hex(bytes)).toBe(hex(at(refused === undefined ? "signed bytes" : "other bytes")));
  const { seed } = goldenVectors<Any>("receipts", []).key;
  const service = Buffer.from(publicKeyOf(seed), "hex");
  expect(await isSignature(bytes, service, at("signature"))).toBe(refused === undefined);
});

test.each(vectorsOf("tokens"))("token $name is what the service mints", ({ input, at, name }) => {
  const { identity, mint } = goldenVectors<Any>("rotating-tokens", []);
  const { payload, header } = input;
  const { version, secret_hex } = identity.rotation_key;
  const content = {
    keyId: header.kid,
    subject: payload.sub,
    audience: payload.aud,
    clientId: payload.client_id,
    scope: payload.scope,
    issuedAtSeconds: payload.iat,
    expiresAtSeconds: payload.exp,
    tokenId: payload.jti,
    challenge: payload.chal,
    channelBinding: payload.cb,
    counter: payload.rot.n,
  };
  const minted = mint.find((one: Any) => one.name === name);
  const unsigned = unsignedToken(content, { version, secret: Buffer.from(secret_hex, "hex") }, minted.window_seconds);
  expect(unsigned).toBe(at("signed bytes").toString("ascii"));
  expect(signedToken(unsigned, at("signature"))).toBe(at("token").toString("ascii"));
  expect(at("token").toString("ascii")).toBe(minted.token);
  expect(at("coded code").toString("ascii")).toBe(payload.rot.code);
});

describe("others:", () => {
  const find = (purpose: string) => vectorsOf("others").find((one) => one.purpose === purpose) as Any;

  test("the static key of the channel is signed as these bytes", () => {
    const { at } = find("channel");
    expect(hex(bytesToSign("channel" satisfies SigningPurpose, at("static key")))).toBe(hex(at("signed bytes")));
  });

  test("an agreement is accepted", () => {
    const { input, at } = find("agreement");
    const offered = offerAgreement(input.id, input.identity, input.text);
    expect(hex(Buffer.concat([agreementPrefix, offered.statement]))).toBe(hex(at("signed bytes")));
    const accepted = signAgreement(offered, { id: key.id, publicKey }, at("signature"), new Date(0));
    expect(accepted).toMatchObject({ state: "SIGNED" });
  });

  test("a webhook has this signature", () => {
    const { input, at } = find("webhook");
    const now = new Date(Number(input.timestamp) * 1000);
    const headers = signMessage(input.id, Buffer.from(input.payload), [at("secret")], now);
    expect(headers["webhook-signature"]).toBe(`v1,${at("signature").toString("base64")}`);
  });
});
