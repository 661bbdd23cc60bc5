import type { DescMethodUnary } from "@bufbuild/protobuf";
import type { Codec } from "../codec.ts";
import { type MessageFormat, messageFormatsOf } from "./message-format.ts";

/** How RPC spells the requests and answers of a method: by either codec, whatever the protocol around it. */
export function protobufCodecs(method: DescMethodUnary): Codec[] {
  return Object.values(messageFormatsOf(method)).map(codecOf);
}

/** By protobuf's bytes alone. */
export function binaryCodec(method: DescMethodUnary): Codec {
  return codecOf(messageFormatsOf(method).proto);
}

function codecOf(codec: MessageFormat): Codec {
  return {
    name: codec.name,
    read: (body) => ({ message: codec.read(body), issues: [] }),
    write: codec.write as Codec["write"],
  };
}
