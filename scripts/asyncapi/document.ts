import type { DescMessage, FileRegistry } from "@bufbuild/protobuf";
import type { Envelope } from "#contract/channel/v1/channel_pb.js";
import manifest from "../../package.json" with { type: "json" };
import { limits } from "../../server/core/limits.ts";
import { faultTable } from "../../server/rpc/errors/faults.ts";
import { endpoints, subprotocols } from "../../server/transports/channel/noise/endpoint.ts";
import { protocolName } from "../../server/transports/channel/noise/responder.ts";
import { callableMethods } from "../../server/transports/channel/session/calls.ts";
import { closeStatus } from "../../server/transports/channel/wire/connection.ts";
import { commentOf, servicesOf } from "../contract-registry.ts";
import { defined, type JsonObject } from "../openapi/json.ts";
import { ProtobufSchemas } from "./schemas.ts";

const description = `The wallet channel: a WebSocket on which an identity makes its calls, encrypted end to end.

One binary WebSocket message of at most ${limits.channelMessageBytesMax} bytes carries one Noise message. The payload of the handshake's second
message is \`ServerHello\`, that of its third \`ClientHello\`; all later ones carry a \`Frame\` of one or more envelopes. Each is
encoded as protobuf in binary. The schemas here are those of protobuf's JSON mapping, by which tools show messages; nothing
of it is sent as JSON. docs/channel.md describes the handshake, rekeying, resumption and limits.`;

/** Names of the bodies of an envelope. */
type BodyName = NonNullable<Envelope["body"]["case"]>;
type Side = "client" | "server" | "both";

/** Sender of each body. */
const sides: Record<BodyName, Side> = {
  welcome: "server",
  request: "client",
  accepted: "server",
  result: "server",
  resolve: "client",
  outcome: "server",
  ping: "both",
  pong: "both",
  reauthenticate: "both",
  goAway: "both",
  error: "server",
};

/** Answers to each body that requests one. */
const replies: Partial<Record<BodyName, readonly BodyName[]>> = {
  request: ["accepted", "result"],
  resolve: ["outcome"],
  ping: ["pong"],
  reauthenticate: ["reauthenticate", "error"],
};

const messageType = "application/protobuf";

/** Writes the AsyncAPI document of the wallet channel from the service's perspective: it receives what clients send. */
export function asyncApiDocument(registry: FileRegistry): JsonObject {
  const schemas = new ProtobufSchemas();
  // Only the registry has the comments.
  const declared = (name: string) => {
    const message = registry.getMessage(`channel.v1.${name}`);
    if (message === undefined) throw new Error(`the contract has no message channel.v1.${name}`);
    return message;
  };
  const messages = messagesOf(schemas, declared);
  schemas.message(declared("Frame"));
  const channels = endpoints.map((endpoint) => [
    channelName(endpoint.path),
    channelOf(endpoint, Object.keys(messages)),
  ]);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Platonic wallet channel",
      version: manifest.version,
      description,
      license: { name: manifest.license },
    },
    defaultContentType: messageType,
    servers: {
      secure: server("wss", "Over TLS."),
      local: server("ws", "Without TLS: from the same machine, or behind a proxy that ends TLS."),
    },
    channels: Object.fromEntries(channels),
    operations: Object.fromEntries(endpoints.flatMap(({ path }) => operationsOf(channelName(path)))),
    components: { schemas: schemas.named(), messages, securitySchemes },
    "x-methods": methodsOf(registry),
    "x-close-status": closeStatus,
    "x-upgrade-errors": upgradeErrors(),
  };
}

const securitySchemes: JsonObject = {
  rotatingToken: {
    type: "apiKey",
    in: "password",
    description:
      "`ClientHello.rotating_token`: a token that the identity signs for one use, with the claims `chal` (the challenge of " +
      "ServerHello) and `cb` (the handshake hash). It is renewed by `Reauthenticate`. See docs/rotating-token.md.",
  },
  sessionToken: {
    type: "apiKey",
    in: "password",
    description: "`ClientHello.session_token`: the token of an open session. Channels of the highest level refuse it.",
  },
};

function server(protocol: string, text: string): JsonObject {
  const security = Object.keys(securitySchemes).map((name) => ({ $ref: `#/components/securitySchemes/${name}` }));
  const host = { default: "127.0.0.1:8080", description: "Host and port of the service." };
  return { host: "{host}", protocol, description: text, variables: { host }, security };
}

/** Messages by name: those of the handshake, and one for each body of an envelope. */
function messagesOf(schemas: ProtobufSchemas, declared: (name: string) => DescMessage): JsonObject {
  const hellos = ["ServerHello", "ClientHello"]
    .map(declared)
    .map((schema) => [
      schema.name,
      { name: schema.name, summary: commentOf(schema), contentType: messageType, payload: schemas.message(schema) },
    ]);
  const envelope = schemas.message(declared("Envelope"));
  const bodies = Object.keys(sides).map((body) => {
    const field = declared("Envelope").fields.find(({ localName }) => localName === body);
    if (field?.message === undefined) throw new Error(`an envelope has no body ${body}`);
    const payload = { allOf: [envelope, { required: [field.jsonName] }] };
    return [
      field.message.name,
      defined({
        name: field.message.name,
        summary: commentOf(field),
        description: commentOf(field.message),
        contentType: messageType,
        payload,
      }),
    ];
  });
  const acknowledgement = {
    name: "Acknowledgement",
    summary: "An envelope without a body. It carries only its `ack`. From the client.",
    contentType: messageType,
    payload: envelope,
  };
  return Object.fromEntries([...hellos, ...bodies, ["Acknowledgement", acknowledgement]]);
}

function channelName(path: string): string {
  return path.replace("/channel/", "");
}

function channelOf({ path, level }: (typeof endpoints)[number], messages: readonly string[]): JsonObject {
  const protocol = { type: "string", enum: [...subprotocols.keys()] };
  const headers = {
    type: "object",
    required: ["Sec-WebSocket-Protocol"],
    properties: { "Sec-WebSocket-Protocol": protocol },
  };
  return {
    address: path,
    description: `Authentication level: ${level}. The prologue of the handshake is \`platonic channel v1 ${path}\`.`,
    messages: Object.fromEntries(messages.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
    bindings: { ws: { method: "GET", headers, bindingVersion: "0.1.0" } },
    "x-ciphers": Object.fromEntries([...subprotocols].map(([name, cipher]) => [name, protocolName(cipher)])),
  };
}

function operationsOf(channel: string): [string, JsonObject][] {
  const one = (action: "send" | "receive", name: string, answers: readonly BodyName[] = []): [string, JsonObject] => [
    `${channel}.${action}${name}`,
    defined({
      action,
      channel: { $ref: `#/channels/${channel}` },
      messages: [reference(channel, name)],
      reply: answers.length === 0 ? undefined : reply(channel, answers),
    }),
  ];
  const bodies = Object.entries(sides) as [BodyName, Side][];
  return [
    one("send", "ServerHello"),
    one("receive", "ClientHello", ["welcome"]),
    ...bodies.filter(([, side]) => side !== "client").map(([body]) => one("send", typeName(body))),
    ...bodies.filter(([, side]) => side !== "server").map(([body]) => one("receive", typeName(body), replies[body])),
    one("receive", "Acknowledgement"),
  ];
}

function reply(channel: string, answers: readonly BodyName[]): JsonObject {
  const messages = answers.map((body) => reference(channel, typeName(body)));
  return { channel: { $ref: `#/channels/${channel}` }, messages };
}

function reference(channel: string, message: string): JsonObject {
  return { $ref: `#/channels/${channel}/messages/${message}` };
}

function typeName(body: BodyName): string {
  return body.charAt(0).toUpperCase() + body.slice(1);
}

/** Returns the callable methods, with the messages in `payload` of request and result. */
function methodsOf(registry: FileRegistry): JsonObject {
  const methods = callableMethods(servicesOf(registry));
  return Object.fromEntries(
    methods.map(({ parent, name, input, output }) => [
      `${parent.typeName}/${name}`,
      { request: input.typeName, response: output.typeName },
    ]),
  );
}

/** Returns the HTTP answers to a rejected upgrade, by status. */
function upgradeErrors(): JsonObject {
  const reasons = ["PARAMETER_INVALID", "PERMISSION_DENIED", "RESOURCE_NOT_FOUND", "RATE_LIMIT_EXCEEDED"] as const;
  return Object.fromEntries(reasons.map((reason) => [faultTable[reason].status, faultTable[reason].meaning]));
}
