import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Envelope, FrameSchema } from "#contract/channel/v1/channel_pb.js";
import type { NoiseTransport } from "../../../../server/transports/channel/noise/transport.ts";
import { endsKey } from "../../../../server/transports/channel/wire/envelope.ts";

/** Fields of an envelope, for protobuf's `create`. */
export type EnvelopeInit = Partial<Omit<Envelope, "$typeName" | "body">> & { readonly body: object };

/** Encrypts envelopes as one message, as a correct client does. */
export function sealedFrame(transport: NoiseTransport, envelopes: readonly EnvelopeInit[]): Buffer {
  const sealed = transport.encrypt(toBinary(FrameSchema, create(FrameSchema, { envelopes: envelopes as never })));
  if (envelopes.some(({ body }) => endsKey(body))) transport.rekeyOutgoing();
  return sealed;
}

/** Decrypts a message of the service and checks that its frame is valid. */
export function openedFrame(transport: NoiseTransport, sealed: Uint8Array): Envelope[] {
  const { envelopes } = fromBinary(FrameSchema, transport.decrypt(sealed));
  const last = envelopes.at(-1);
  if (last === undefined) throw new Error("the service has sent a frame without envelopes");
  const ending = envelopes.find(({ body }) => endsKey(body));
  if (ending !== undefined && ending !== last)
    throw new Error("the service has sent an envelope after the one that ends the key");
  if (ending !== undefined) transport.rekeyIncoming();
  return envelopes;
}
