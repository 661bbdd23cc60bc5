import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Envelope, EnvelopeSchema } from "../../../../gen/es/channel/v1/channel_pb.js";
import { compileBinaryReader } from "../../../rpc/codec/protobuf/binary-reader.ts";
import { compileBinaryWriter } from "../../../rpc/codec/protobuf/binary-writer.ts";

export type EnvelopeBody = Exclude<MessageInitShape<typeof EnvelopeSchema>["body"], undefined>;

const write = compileBinaryWriter(EnvelopeSchema);

/** An envelope's bytes. */
export function envelopeBytes(seq: bigint, ack: bigint, body: EnvelopeBody): Uint8Array {
  return write({ seq, ack, body });
}

/** Whether it is the last of its message, after which its direction has a new key, whatever comes of it. */
export function endsKey(body: { readonly case?: string | undefined }): boolean {
  return body.case === "reauthenticate";
}

/** The envelope of bytes. Throws for what is none. */
export const readEnvelope = compileBinaryReader(EnvelopeSchema) as (bytes: Uint8Array) => Envelope;
