import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Envelope, EnvelopeSchema } from "#contract/channel/v1/channel_pb.js";
import { compileBinaryReader } from "../../../rpc/codec/protobuf/binary-reader.ts";
import { compileBinaryWriter } from "../../../rpc/codec/protobuf/binary-writer.ts";

export type EnvelopeBody = Exclude<MessageInitShape<typeof EnvelopeSchema>["body"], undefined>;

/** Returns the bytes of an envelope. */
export type EnvelopeWriter = (seq: bigint, ack: bigint, body: EnvelopeBody) => Uint8Array;

/** Creates a writer of envelopes, with its own buffer. */
export function createEnvelopeWriter(): EnvelopeWriter {
  const write = compileBinaryWriter(EnvelopeSchema);
  return (seq, ack, body) => write({ seq, ack, body });
}

/** Whether an envelope is the last under its key: it ends its message, and its direction is rekeyed after it. */
export function endsKey(body: { readonly case?: string | undefined }): boolean {
  return body.case === "reauthenticate";
}

/** Reads an envelope. Throws if the bytes are not one. */
export const readEnvelope = compileBinaryReader(EnvelopeSchema) as (bytes: Uint8Array) => Envelope;
