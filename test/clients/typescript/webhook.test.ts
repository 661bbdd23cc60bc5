import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BadWebhook, verifyWebhook } from "../../../clients/typescript/src/index.ts";
import { signMessage } from "../../../server/core/signing/webhook-signature.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newHolder } from "../../support/sdk-holder.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { deposit } from "../../support/wallet-holder.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

interface Vector {
  readonly name: string;
  readonly input: { readonly id: string; readonly timestamp: string; readonly payload: string };
  readonly steps: readonly { readonly name: string; readonly bytes: string }[];
}
const { vectors } = JSON.parse(readFileSync("test/vectors/steps/others.json", "utf8")) as { vectors: Vector[] };
const vector = vectors.find(({ name }) => name === "webhook") as Vector;
const bytesOf = (step: string) =>
  Buffer.from(vector.steps.find(({ name }) => name === step)?.bytes as string, "hex").toString("base64");

const secret = `whsec_${bytesOf("secret")}`;
const { id, timestamp, payload } = vector.input;
const headers = {
  "webhook-id": id,
  "webhook-timestamp": timestamp,
  "webhook-signature": `v1,${bytesOf("signature")}`,
};
const now = Number(timestamp) * 1000;
const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

describe("a webhook", () => {
  test("of the vectors is good: with headers of fetch or of Node, and the body as text or bytes", async () => {
    const proven = { id, sentAt: new Date(now) };
    expect(await verifyWebhook(secret, headers, payload, now)).toEqual(proven);
    expect(await verifyWebhook([secret], new Headers(headers), Buffer.from(payload), new Date(now))).toEqual(proven);
    const { "webhook-id": ownId, ...others } = headers;
    expect(await verifyWebhook(secret, { "Webhook-Id": ownId, ...others }, payload, now)).toEqual(proven);
  });

  test("is good by any of several secrets and signatures", async () => {
    expect(await verifyWebhook([other, secret], headers, payload, now)).toMatchObject({ id });
    const signature = `v2,abc v1,!! v1, v1,AAAA ${headers["webhook-signature"]}`;
    expect(await verifyWebhook(secret, { ...headers, "webhook-signature": signature }, payload, now)).toMatchObject({
      id,
    });
  });

  const wrong = (members: object) => ({ ...headers, ...members });
  test.each<[what: string, ...Parameters<typeof verifyWebhook>]>([
    ["another secret", other, headers, payload, now],
    ["no secret", [], headers, payload, now],
    ["another body", secret, headers, `${payload} `, now],
    ["another id", secret, wrong({ "webhook-id": "msg_2" }), payload, now],
    ["an id that ends elsewhere", secret, wrong({ "webhook-id": `${id}.1` }), payload, now],
    ["another time", secret, wrong({ "webhook-timestamp": String(Number(timestamp) + 1) }), payload, now],
    ["a time that is none", secret, wrong({ "webhook-timestamp": "soon" }), payload, now],
    [
      "a cut signature",
      secret,
      wrong({ "webhook-signature": headers["webhook-signature"].slice(0, 20) }),
      payload,
      now,
    ],
    [
      "a signature of another version",
      secret,
      wrong({ "webhook-signature": `v2,${bytesOf("signature")}` }),
      payload,
      now,
    ],
    ["no signature", secret, wrong({ "webhook-signature": undefined }), payload, now],
    ["an id twice", secret, wrong({ "Webhook-Id": id }), payload, now],
    ["two ids", secret, wrong({ "webhook-id": [id, id] }), payload, now],
    ["an age of more than five minutes", secret, headers, payload, now + 300_001],
    ["a time that is five minutes ahead", secret, headers, payload, now - 300_001],
  ])("with %s is refused", async (_, ...given) => {
    await expect(verifyWebhook(...given)).rejects.toBeInstanceOf(BadWebhook);
  });

  test("of any body and secrets is signed by the service as it is verified", async () => {
    const body = Buffer.from([0, 255, 10, 13, 128]);
    const secrets = [Buffer.alloc(32, 1), Buffer.alloc(24, 2)];
    const signed = { ...signMessage("evt-1", body, secrets, new Date(now)) };
    for (const one of secrets) {
      expect(await verifyWebhook(`whsec_${one.toString("base64")}`, signed, body, now)).toMatchObject({ id: "evt-1" });
    }
  });

  test.each(["", "whsec_", "whsec_abc", "not base64!"])("needs a secret, and %j is none", async (text) => {
    await expect(verifyWebhook(text, headers, payload, now)).rejects.toThrow(TypeError);
  });
});

const server = sharedServer({ WEBHOOK_ADDRESSES: "any" });

test("a webhook that the service delivers is good, and with a byte more it is not", async () => {
  const receiver = await startReceiver();
  const api = new ApiClient(server());
  const ada = await newHolder(server().url);
  const { body } = await api.call("POST", `/api/wallets/${ada.id}/webhooks`, { url: receiver.url });
  await deposit(api, ada.id, "TOKEN_STANDARD", "5");
  const [post] = await receiver.until(1);
  const given = [body.result.secret, post?.headers] as [string, Record<string, string>];
  expect(await verifyWebhook(...given, post?.body as Buffer)).toMatchObject({ id: post?.headers["webhook-id"] });
  const longer = Buffer.concat([post?.body as Buffer, Buffer.from(" ")]);
  await expect(verifyWebhook(...given, longer)).rejects.toBeInstanceOf(BadWebhook);
});
