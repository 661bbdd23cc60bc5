import type { DescMessage, DescMethodUnary, Message, Registry } from "@bufbuild/protobuf";
import { Fault } from "../../../core/fault.ts";
import { compileBinaryReader } from "./binary-reader.ts";
import { compileBinaryWriter } from "./binary-writer.ts";
import { JsonFlaw } from "./json-flaw.ts";
import { compileJsonReader } from "./json-reader.ts";
import { compileJsonWriter } from "./json-writer.ts";
import type { ReverseBuffer } from "./reverse-buffer.ts";

/** Decodes a method's requests and encodes its answers, in one of the two formats. */
export interface MessageFormat {
  /** `proto` or `json`, as in content types. */
  readonly name: "proto" | "json";
  /** @throws Fault PARAMETER_INVALID if the bytes are not such a message */
  read(bytes: Uint8Array): Message;
  /** @param message a message, or the plain object from which `create` would make it */
  write(message: object): Uint8Array;
}

/** Both formats of a method, compiled when the server starts. */
export type MessageFormats = Readonly<Record<"proto" | "json", MessageFormat>>;

export interface MessageFormatOptions {
  /** Types of a google.protobuf.Any, whose JSON cannot be written without them. */
  readonly registry?: Registry;
  /** Buffer in which answers are written; shared by the methods of a transport. */
  readonly buffer?: ReverseBuffer;
}

/** Compiles both formats of a method. */
export function messageFormatsOf(
  { input, output }: DescMethodUnary,
  { registry, buffer }: MessageFormatOptions = {},
): MessageFormats {
  return { proto: binaryFormat(input, output, buffer), json: jsonFormat(input, output, registry) };
}

function binaryFormat(input: DescMessage, output: DescMessage, buffer: ReverseBuffer | undefined): MessageFormat {
  const read = compileBinaryReader(input);
  return {
    name: "proto",
    read: (bytes) => refuseUnreadable(() => read(bytes)),
    write: compileBinaryWriter(output, buffer),
  };
}

function jsonFormat(input: DescMessage, output: DescMessage, registry: Registry | undefined): MessageFormat {
  const read = compileJsonReader(input, registry);
  const write = compileJsonWriter(output, registry);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return {
    name: "json",
    // Connect clients send an empty body for an empty message.
    read: (bytes) => refuseUnreadable(() => read(bytes.length === 0 ? "{}" : decoder.decode(bytes))),
    write: (message) => Buffer.from(write(message), "utf8"),
  };
}

/** Hides a reader's own error, which may quote the payload, but reports unknown names. */
function refuseUnreadable(read: () => Message): Message {
  try {
    return read();
  } catch (error) {
    if (error instanceof JsonFlaw) throw new Fault("PARAMETER_INVALID", error.message, { parameter: error.path });
    throw new Fault(
      "PARAMETER_INVALID",
      "body must be a message of the method's type",
      { parameter: "body" },
      { cause: error },
    );
  }
}
