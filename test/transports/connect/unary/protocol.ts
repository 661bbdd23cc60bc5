import type { DescMethodUnary } from "@bufbuild/protobuf";
import { expect } from "vitest";
import type { Answer } from "./answer.ts";
import type { CodecName } from "./framing.ts";
import type { HttpVersion, WireAnswer, WireRequest } from "./wire.ts";

/** A call, independent of the protocol. */
export interface CallSpec {
  readonly method: DescMethodUnary;
  readonly codec: CodecName;
  /** Name of the message's compression; `identity` is not sent. */
  readonly compression: string;
  /** The message, encoded and compressed. */
  readonly bytes: Uint8Array;
  /** Compression that the caller accepts, if any. */
  readonly accepted: string | undefined;
  readonly authorization: string | undefined;
  /** Whether the deadline has passed already. */
  readonly isLate: boolean;
}

/** A protocol, implemented from its specification: builds requests, and checks answers. */
export interface Protocol {
  readonly name: string;
  readonly versions: readonly HttpVersion[];
  request(call: CallSpec): WireRequest;
  /** Checks the format of an answer and decodes it. */
  read(answer: WireAnswer, call: CallSpec): Answer;
}

export function pathOf({ method }: CallSpec): string {
  return `/${method.parent.typeName}/${method.name}`;
}

export function authorizationOf({ authorization }: CallSpec): { [name: string]: string } {
  return authorization === undefined ? {} : { authorization };
}

/** Checks the Content-Length, which HTTP/2 does not need. */
export function expectLength({ version, headers, body }: WireAnswer): void {
  const declared = headers["content-length"];
  if (version === "1.1" || declared !== undefined) expect(declared).toBe(String(body.length));
}

/** Minimum size of answers that are compressed if the caller accepts it. */
const compressedBytesMin = 1024;

/** Returns the compression that an answer of this size must have. */
export function compressionDue(bytes: number, { accepted }: CallSpec): string | undefined {
  return bytes < compressedBytesMin ? undefined : accepted;
}
