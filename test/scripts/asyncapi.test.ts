import { readFileSync } from "node:fs";
import asyncApiSchema from "@asyncapi/specs/schemas/3.0.0.json" with { type: "json" };
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { EnvelopeSchema, file_platonic_channel_v1_channel } from "#contract/channel/v1/channel_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import manifest from "../../package.json" with { type: "json" };
import { endpoints, subprotocols } from "../../server/transports/channel/noise/endpoint.ts";
import type { Json } from "../support/geocode-operations.ts";

const document: Json = JSON.parse(readFileSync("gen/asyncapi/asyncapi.json", "utf8"));
// The schema of AsyncAPI brings that of JSON Schema itself.
const ajv = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false });
const isValid = ajv.compile(asyncApiSchema);

function resolve({ $ref }: Json): Json {
  return $ref
    .slice(2)
    .split("/")
    .reduce((value: Json, name: string) => value?.[name], document);
}

describe("the AsyncAPI document", () => {
  test("is valid by the official schema of AsyncAPI 3", () => {
    expect(isValid(document), ajv.errorsText(isValid.errors?.slice(0, 5))).toBe(true);
    expect(document.info.version).toBe(manifest.version);
  });

  test.each([
    ["an operation without an action", (broken: Json) => delete broken.operations["wallet.receiveRequest"].action],
    ["a channel with an unknown member", (broken: Json) => (broken.channels.wallet.adress = "/")],
    ["a binding that is none of WebSocket", (broken: Json) => (broken.channels.wallet.bindings.ws.method = "PUT")],
  ])("%s is noticed", (_, breakIt) => {
    const broken = structuredClone(document);
    breakIt(broken);
    expect(isValid(broken)).toBe(false);
  });

  test("every reference leads somewhere", () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, ref]) => ref);
    for (const ref of new Set(refs)) expect(resolve({ $ref: ref }), ref).toBeDefined();
  });

  test("has every message of the contract, every body of an envelope and every reason", () => {
    const declared = [...file_platonic_channel_v1_channel.messages, ...file_platonic_channel_v1_channel.enums];
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(declared.map(({ typeName }) => typeName)),
    );
    for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
      expect(schema.description, name).toMatch(/^[A-Z]/);
      for (const member of Object.values<Json>(schema.properties ?? {}))
        expect(member.description, name).toMatch(/^[A-Z]/);
    }
    const sent = Object.values<Json>(document.operations).flatMap(({ messages }) => messages.map(resolve).map(resolve));
    const bodies = EnvelopeSchema.oneofs.flatMap(({ fields }) => fields.map(({ message }) => message?.name));
    expect([...new Set(sent.map(({ name }: Json) => name))].sort()).toEqual(
      [...bodies, "ServerHello", "ClientHello", "Acknowledgement"].sort(),
    );
    const reasons = Object.values(Reason).filter((name) => typeof name === "string");
    expect(document.components.schemas["fault.v1.Reason"].enum).toEqual(
      reasons.map((name) => expect.stringContaining(name as string)),
    );
  });

  test("has every endpoint with its subprotocols, and every method", () => {
    const channels = Object.values<Json>(document.channels);
    expect(channels.map(({ address }) => address)).toEqual(endpoints.map(({ path }) => path));
    for (const { bindings } of channels) {
      const words = bindings.ws.headers.properties["Sec-WebSocket-Protocol"].enum;
      expect(words).toEqual([...subprotocols.keys()]);
    }
    expect(document["x-methods"]["wallet.v1.TransactionService/Transfer"]).toEqual({
      request: "wallet.v1.TransferRequest",
      response: expect.any(String),
    });
  });

  test("says who sends what as the comments of the contract do", () => {
    const actionsOf = (name: string) =>
      ["send", "receive"].filter((action) => document.operations[`wallet.${action}${name}`] !== undefined);
    const messages = Object.values<Json>(document.components.messages);
    const expected: Json = { "From the server.": ["send"], "From the client.": ["receive"] };
    for (const { name, summary } of messages.filter(({ name }) => !name.endsWith("Hello"))) {
      const end = /From (the server|the client|both sides)\.$/.exec(summary)?.[0] as string;
      expect(actionsOf(name), name).toEqual(expected[end] ?? ["send", "receive"]);
    }
  });
});
