import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { Codec } from "../codec.ts";
import { type MessageFormat, type MessageFormats, messageFormatsOf } from "./message-format.ts";
import type { ReverseBuffer } from "./reverse-buffer.ts";

/** Returns the codecs of a method for RPC, binary and JSON, for any protocol around them. */
export function protobufCodecs(formats: MessageFormats): Codec[] {
  return Object.values(formats).map(codecOf);
}

/** Returns the binary codec of a method, which writes answers in the given buffer. */
export function binaryCodec(method: DescMethodUnary, buffer?: ReverseBuffer): Codec {
  return codecOf(messageFormatsOf(method, { ...(buffer && { buffer }) }).proto);
}

function codecOf(format: MessageFormat): Codec {
  return {
    name: format.name,
    read: (body) => ({ message: format.read(body), issues: [] }),
    write: format.write as Codec["write"],
  };
}
