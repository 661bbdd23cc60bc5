import { describe, expect, test } from "vitest";
import {
  Client,
  credentialsFromJson,
  credentialsToJson,
  mintToken,
  newExportableKey,
  newSigningKey,
} from "../../../clients/typescript/src/index.ts";
import { freshName } from "../../support/identity/api-client.ts";
import { newHolder, standard, walletOf } from "../../support/sdk-holder.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import vectors from "../../vectors/rotating-tokens.json" with { type: "json" };

const bytes = (count: number, first: number) => Buffer.from(Array.from({ length: count }, (_, index) => first + index));
/** Those of docs/rotating-token.md. */
const json = {
  identityId: "0197a0c2-8f4e-7a51-9c1d-2f6b8e3a4d05",
  keyId: "0197a0c2-8f4f-7b62-8e2c-3a7c9f4b5e16",
  privateKey: bytes(32, 0).toString("base64url"),
  rotationKey: { version: 3, secret: bytes(32, 0x20).toString("base64url") },
};

describe("credentials as JSON", () => {
  test("are read and written alike, as an object or its text", () => {
    expect(credentialsToJson(credentialsFromJson(json))).toEqual(json);
    expect(credentialsToJson(credentialsFromJson(JSON.stringify(json)))).toEqual(json);
  });

  test("mint the token of the vectors", async () => {
    const token = await mintToken(credentialsFromJson(json), {
      audience: "https://wallet.example",
      clientId: "wallet-app",
      scope: "wallet:read level:standard",
      counter: 42,
      windowSeconds: 300,
      nowMs: 1_800_000_010_000,
      tokenId: bytes(16, 0xa0),
    });
    expect(JSON.stringify(vectors)).toContain(token);
  });

  test.each<[member: string, wrong: object]>([
    ["identityId", { ...json, identityId: "" }],
    ["keyId", { ...json, keyId: 7 }],
    ["privateKey", { ...json, privateKey: `${json.privateKey}=` }],
    ["privateKey", { ...json, privateKey: json.privateKey.slice(1) }],
    ["rotationKey.version", { ...json, rotationKey: { ...json.rotationKey, version: 0 } }],
    ["rotationKey.version", { ...json, rotationKey: undefined }],
    ["rotationKey.secret", { ...json, rotationKey: { version: 3, secret: "AAAA" } }],
  ])("with a wrong %s are refused, and the error says so without a secret", (member, wrong) => {
    const read = () => credentialsFromJson(wrong as never);
    expect(read).toThrow(TypeError);
    expect(read).toThrow(`\`${member}\` of the credentials must be`);
    expect(read).not.toThrow(json.privateKey);
  });

  test.each(["", "{", "null", "[]", `${JSON.stringify(json)}x`])("%j is refused without a quotation", (text) => {
    expect(() => credentialsFromJson(text)).toThrow(TypeError);
    expect(() => credentialsFromJson(text)).not.toThrow(json.privateKey);
  });

  test("cannot be written if the key stays inside the platform, and the error says what to do", async () => {
    const { sign } = await newSigningKey();
    const rotationKey = { version: 1, secret: bytes(32, 0) };
    expect(() => credentialsToJson({ identityId: "i", keyId: "k", sign, rotationKey })).toThrow("newExportableKey()");
  });
});

const server = sharedServer();

test("an identity whose credentials were written pays when they are read", async () => {
  const { url } = server();
  const client = new Client({ endpoint: url, credentials: operatorKey });
  const { credentials } = await client.register({ username: freshName() }, newExportableKey());
  const read = credentialsFromJson(JSON.stringify(credentialsToJson(credentials)));
  const wallet = walletOf(url, { id: read.identityId, credentials: read }, { configuration: { useChannel: false } });
  await wallet.create();
  const outcome = await wallet.pay(standard(await newHolder(url), "1"));
  expect(outcome).toMatchObject({ status: "failed" });
  wallet.close();
});
