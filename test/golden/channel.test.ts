import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { EnvelopeSchema, FrameSchema } from "#contract/channel/v1/channel_pb.js";
import { bytesToSign } from "../../server/core/signing/purposes.ts";
import { endpoints, prologueOf, subprotocols } from "../../server/transports/channel/noise/endpoint.ts";
import { keyPairOfBytes } from "../../server/transports/channel/noise/key-pair.ts";
import { protocolName, Responder } from "../../server/transports/channel/noise/responder.ts";
import { createStaticKey } from "../../server/transports/channel/noise/static-key.ts";
import {
  createEnvelopeWriter,
  type EnvelopeBody,
  readEnvelope,
} from "../../server/transports/channel/wire/envelope.ts";
import { Frame } from "../../server/transports/channel/wire/frame.ts";
import { OutgoingBatch } from "../../server/transports/channel/wire/outgoing-batch.ts";
import { goldenVectors, hex } from "./vectors.ts";

interface ChannelVectors {
  readonly endpoints: readonly { readonly path: string; readonly level: string; readonly prologue: Uint8Array }[];
  readonly protocols: readonly { readonly subprotocol: string; readonly protocol: string }[];
  readonly staticKey: {
    readonly seed: Uint8Array;
    readonly publicKey: Uint8Array;
    readonly signed: Uint8Array;
    readonly keyId: string;
    readonly signature: Uint8Array;
    readonly document: string;
  };
  readonly bindings: readonly { readonly protocol: string; readonly binding: Uint8Array }[];
  readonly frame: { readonly envelopes: readonly { readonly bytes: Uint8Array }[]; readonly bytes: Uint8Array };
}

/** The handshakes, of both ciphers and on both sides, are checked against noise.json by noise-vectors.test.ts. */
interface NoiseVectors {
  readonly vectors: readonly {
    readonly protocol_name: string;
    readonly init_prologue: Uint8Array;
    readonly init_static: Uint8Array;
    readonly init_ephemeral: Uint8Array;
    readonly resp_prologue: Uint8Array;
    readonly resp_static: Uint8Array;
    readonly resp_ephemeral: Uint8Array;
    readonly messages: readonly { readonly payload: Uint8Array; readonly ciphertext: Uint8Array }[];
  }[];
}

const channel = goldenVectors<ChannelVectors>("channel", [
  "prologue",
  "seed",
  "publicKey",
  "signed",
  "signature",
  "binding",
  "bytes",
]);
const sides = ["init", "resp"].flatMap((side) => ["prologue", "static", "ephemeral"].map((name) => `${side}_${name}`));
const noise = goldenVectors<NoiseVectors>("noise", [...sides, "payload", "ciphertext"]);

test("the endpoints have these paths, levels and prologues", () => {
  expect(endpoints.map((endpoint) => ({ ...endpoint, prologue: prologueOf(endpoint) }))).toEqual(channel.endpoints);
});

test("the subprotocols have these Noise protocols", () => {
  const protocols = Array.from(subprotocols, ([subprotocol, cipher]) => {
    return { subprotocol, protocol: protocolName(cipher) };
  });
  expect(protocols).toEqual(channel.protocols);
});

test("the static key is signed and published as these bytes", async () => {
  const { seed, publicKey, signed, keyId, signature, document } = channel.staticKey;
  const staticKey = createStaticKey(seed, async () => ({ keyId, signature }));
  expect(hex(staticKey.pair.publicKey)).toBe(hex(publicKey));
  expect(hex(bytesToSign("channel", publicKey))).toBe(hex(signed));
  expect(await staticKey.document()).toBe(document);
});

test.each(channel.bindings)("a handshake of $protocol has this channel binding", ({ protocol, binding }) => {
  const vector = noise.vectors.find(({ protocol_name }) => protocol_name === protocol);
  const cipher = [...subprotocols.values()].find((one) => protocolName(one) === protocol);
  if (vector === undefined || cipher === undefined) throw new Error(`${protocol} is not known`);
  const server = new Responder({
    cipher,
    prologue: vector.resp_prologue,
    staticKey: keyPairOfBytes(vector.resp_static),
    ephemeralKey: keyPairOfBytes(vector.resp_ephemeral),
  });
  const [hello, answer, introduction] = vector.messages;
  server.read(hello?.ciphertext as Uint8Array);
  expect(hex(server.write(answer?.payload as Uint8Array))).toBe(hex(answer?.ciphertext as Uint8Array));
  expect(hex(server.read(introduction?.ciphertext as Uint8Array))).toBe(hex(introduction?.payload as Uint8Array));
  expect(hex(server.payloadHash)).toBe(hex(binding));
});

describe("envelopes", () => {
  const { envelopes, bytes: frame } = channel.frame;
  const writeEnvelope = createEnvelopeWriter();

  test.each(envelopes)("%# is written and read as these bytes", ({ bytes }) => {
    const { seq, ack, body } = readEnvelope(bytes);
    expect(toBinary(EnvelopeSchema, create(EnvelopeSchema, { seq, ack, body }))).toEqual(Uint8Array.from(bytes));
    expect(hex(writeEnvelope(seq, ack, body as EnvelopeBody))).toBe(hex(bytes));
  });

  test("are framed as these bytes", () => {
    const batch = new OutgoingBatch();
    for (const { bytes } of envelopes) batch.add(bytes);
    expect(hex(batch.take())).toBe(hex(frame));
    const reader = new Frame(frame);
    const read = envelopes.map(() => reader.next());
    expect(reader.isOver).toBe(true);
    expect(read).toEqual(fromBinary(FrameSchema, frame).envelopes);
  });
});
