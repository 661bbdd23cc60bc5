import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Envelope, EnvelopeSchema } from "../../../gen/es/channel/v1/channel_pb.js";
import { limits } from "../../limits.ts";
import { compileBinaryReader } from "../rpc/binary-reader.ts";
import { compileBinaryWriter } from "../rpc/binary-writer.ts";
import { tagBytes } from "./cipher-state.ts";

export type EnvelopeBody = Exclude<MessageInitShape<typeof EnvelopeSchema>["body"], undefined>;

/** The longest envelope that fits into a message. */
export const envelopeBytesMax = limits.channelMessageBytesMax - tagBytes;

const write = compileBinaryWriter(EnvelopeSchema);

/** An envelope's bytes. */
export function envelopeBytes(seq: bigint, ack: bigint, body: EnvelopeBody): Uint8Array {
  return write({ seq, ack, body });
}

/** Whether the direction that carries it has a new key directly after it, whatever comes of it. */
export function endsKey(body: { readonly case?: string | undefined }): boolean {
  return body.case === "reauthenticate";
}

/** The envelope of bytes. Throws for what is none. */
export const readEnvelope = compileBinaryReader(EnvelopeSchema) as (bytes: Uint8Array) => Envelope;
