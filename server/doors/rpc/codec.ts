import {
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  fromJsonString,
  type Message,
  type Registry,
  toJsonString,
} from "@bufbuild/protobuf";
import { Fault } from "../../domain/fault.ts";
import { compileBinaryWriter } from "./binary-writer.ts";

/** Turns a method's messages into bytes and back, in one of the two encodings. */
export interface Codec {
  /** `proto` or `json`, as content types name it. */
  readonly name: "proto" | "json";
  /** @throws Fault PARAMETER_INVALID for bytes that are no such message */
  read(bytes: Uint8Array): Message;
  write(message: Message): Uint8Array;
}

/** Both codecs of a method, made when the server starts. */
export type Codecs = Readonly<Record<"proto" | "json", Codec>>;

/** The registry is for messages that hold a google.protobuf.Any, whose JSON cannot be written without its type. */
export function codecsOf({ input, output }: DescMethodUnary, registry?: Registry): Codecs {
  return { proto: binaryCodec(input, output), json: jsonCodec(input, output, registry) };
}

function binaryCodec(input: DescMessage, output: DescMessage): Codec {
  return {
    name: "proto",
    read: (bytes) => refuseUnreadable(() => fromBinary(input, bytes)),
    write: compileBinaryWriter(output),
  };
}

function jsonCodec(input: DescMessage, output: DescMessage, registry: Registry | undefined): Codec {
  const known = registry === undefined ? {} : { registry };
  // As all implementations of Connect read: a client may be newer than the server.
  const lenient = { ...known, ignoreUnknownFields: true };
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return {
    name: "json",
    // An empty body is an empty message, which Connect's clients send for one.
    read: (bytes) =>
      refuseUnreadable(() => fromJsonString(input, bytes.length === 0 ? "{}" : decoder.decode(bytes), lenient)),
    write: (message) => Buffer.from(toJsonString(output, message, known), "utf8"),
  };
}

/** The library's own message may quote the payload, which is not ours to repeat. */
function refuseUnreadable(read: () => Message): Message {
  try {
    return read();
  } catch (error) {
    throw new Fault(
      "PARAMETER_INVALID",
      "body must be a message of the method's type",
      { parameter: "body" },
      { cause: error },
    );
  }
}
