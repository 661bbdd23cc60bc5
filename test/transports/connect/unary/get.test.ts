import { describe, expect, test } from "vitest";
import { operatorKey } from "../../../support/server.ts";
import { compress } from "./framing.ts";
import { legalMessage } from "./outcomes.ts";
import { sharedWire } from "./shared-wire.ts";
import type { HttpVersion, WireAnswer } from "./wire.ts";

const wire = sharedWire();
const path = "/geocode.v1.GeocodeService/Transform";
const text = Buffer.from(legalMessage.json).toString("utf8");
const message = encodeURIComponent(text);
const standard = Buffer.from(legalMessage.proto).toString("base64");
const urlSafe = Buffer.from(legalMessage.proto).toString("base64url");
const json = Buffer.from(text).toString("base64url");
const versions = ["1.1", "2"] as const;

function get(version: HttpVersion, query: string, where = path): Promise<WireAnswer> {
  const headers = { authorization: `Bearer ${operatorKey}` };
  return wire().send(version, { verb: "GET", path: `${where}${query}`, headers });
}

function inBase64(name: "gzip" | "br", bytes: Uint8Array): string {
  return Buffer.from(compress(name, bytes)).toString("base64url");
}

function errorOf({ body }: WireAnswer): { code: string; message: string; details?: { debug: unknown }[] } {
  return JSON.parse(body.toString("utf8"));
}

test("the example message has padding and a character that differs between the base64 alphabets", () => {
  expect(standard).toMatch(/\/.*=$/);
});

describe.each(versions)("over HTTP/%s", (version) => {
  test.each([
    ["text that is percent-encoded", `?connect=v1&encoding=json&message=${message}`],
    ["parameters in another order", `?message=${message}&encoding=json&connect=v1`],
    ["a query without a version", `?encoding=json&message=${message}`],
    ["an unknown parameter", `?encoding=json&message=${message}&utm=1`],
    ["the compression identity", `?encoding=json&compression=identity&message=${message}`],
    ["an empty compression", `?encoding=json&compression=&message=${message}`],
    ["base64=0", `?encoding=json&base64=0&message=${message}`],
    ["JSON in base64", `?encoding=json&base64=1&message=${json}`],
    ["a message in base64 without padding", `?encoding=proto&base64=1&message=${urlSafe}`],
    ["a message in base64 with padding", `?encoding=proto&base64=1&message=${urlSafe}%3D%3D`],
    ["gzip of JSON", `?encoding=json&base64=1&compression=gzip&message=${inBase64("gzip", legalMessage.json)}`],
    ["br of a message", `?encoding=proto&base64=1&compression=br&message=${inBase64("br", legalMessage.proto)}`],
  ])("%s is read", async (_, query) => {
    const { status, headers } = await get(version, query);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe(query.includes("encoding=json") ? "application/json" : "application/proto");
  });

  test.each([
    ["no parameters", "", 400, "invalid_argument"],
    ["no message", "?encoding=json", 400, "invalid_argument"],
    ["another version", `?connect=v2&encoding=json&message=${message}`, 400, "invalid_argument"],
    ["an unknown compression", `?encoding=json&compression=zip&message=${message}`, 501, "unimplemented"],
    ["a message that is not gzip", `?encoding=json&compression=gzip&message=${message}`, 400, "invalid_argument"],
    ["a truncated message", `?encoding=json&message=${message.slice(0, -3)}`, 400, "invalid_argument"],
    ["an invalid percent-encoding", "?encoding=json&message=%7B%2", 400, "invalid_argument"],
    ["invalid UTF-8", "?encoding=json&message=%ff%fe", 400, "invalid_argument"],
    ["invalid base64", "?encoding=json&base64=1&message=***", 400, "invalid_argument"],
  ])("%s is refused", async (_, query, status, code) => {
    const answer = await get(version, query);
    expect([answer.status, errorOf(answer).code]).toEqual([status, code]);
  });

  test("the error for an unknown compression names the known ones", async () => {
    expect(errorOf(await get(version, `?encoding=json&compression=zip&message=${message}`)).message).toMatch(/gzip,br/);
  });

  // "It must respond with an HTTP status code of 415" (the protocol's specification, Unary-Get-Request).
  test.each(["xml", "", "JSON"])("the unknown encoding %j is answered by 415", async (encoding) => {
    expect((await get(version, `?encoding=${encoding}&message=${message}`)).status).toBe(415);
  });

  test("a query without an encoding is refused", async () => {
    expect([400, 415]).toContain((await get(version, `?message=${message}`)).status);
  });

  test.each(["", "&compression=gzip", "&compression=br"])(
    "an empty message is not decompressed: %j",
    async (compression) => {
      for (const encoding of ["json", "proto"]) {
        const answer = await get(version, `?encoding=${encoding}&base64=1&message=${compression}`);
        expect(answer.status).toBe(400);
        expect(errorOf(answer).details?.[0]?.debug).toMatchObject({
          reason: "REASON_PARAMETER_REQUIRED",
          parameter: "data",
        });
      }
    },
  );

  test("a method with side effects refuses GET with 405", async () => {
    const answer = await get(version, "?encoding=json&message=%7B%7D", "/admin.v1.KeyService/CreateKey");
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "POST, OPTIONS"]);
  });

  test("an idempotent method with side effects refuses GET with 405", async () => {
    const answer = await get(version, "?encoding=json&message=%7B%7D", "/admin.v1.KeyService/RevokeKey");
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "POST, OPTIONS"]);
  });

  test("a method without side effects accepts GET", async () => {
    const answer = await get(version, "?encoding=json&message=%7B%7D", "/admin.v1.KeyService/ListKeys");
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body.toString("utf8")).keys).toHaveLength(1);
  });

  test("a query longer than the header limit is refused, and the server stays available", async () => {
    const tooLong = get(version, `?encoding=json&message=${message}&x=${"x".repeat(40_000)}`);
    const status = await tooLong.then(
      (answer) => answer.status,
      () => "none",
    );
    expect([400, 414, 431, "none"]).toContain(status);
    expect((await get(version, `?encoding=json&message=${message}`)).status).toBe(200);
  });
});
