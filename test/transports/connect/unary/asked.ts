import type { DescMethodUnary } from "@bufbuild/protobuf";
import { expect } from "vitest";
import type { CodecName } from "./framing.ts";
import type { Told } from "./told.ts";
import type { HttpVersion, WireAnswer, WireRequest } from "./wire.ts";

/** A call before any protocol: what is asked, and in which form the answer may come. */
export interface Asked {
  readonly method: DescMethodUnary;
  readonly codec: CodecName;
  /** The name as it is sent; `identity` is not. */
  readonly compression: string;
  /** The message, encoded and compressed. */
  readonly bytes: Uint8Array;
  /** The one compression that the answer may have, if any. */
  readonly accepted: string | undefined;
  readonly authorization: string | undefined;
  /** The deadline has passed already. */
  readonly isLate: boolean;
}

/** One protocol, written from its specification: how it asks, and how it must be answered. */
export interface LaneProtocol {
  readonly name: string;
  readonly versions: readonly HttpVersion[];
  request(asked: Asked): WireRequest;
  /** Checks the form of an answer. */
  read(answer: WireAnswer, asked: Asked): Told;
}

export function pathOf({ method }: Asked): string {
  return `/${method.parent.typeName}/${method.name}`;
}

export function authorizationOf({ authorization }: Asked): { [name: string]: string } {
  return authorization === undefined ? {} : { authorization };
}

/** HTTP/2 tells by itself where an answer ends. */
export function expectLength({ version, headers, body }: WireAnswer): void {
  const declared = headers["content-length"];
  if (version === "1.1" || declared !== undefined) expect(declared).toBe(String(body.length));
}

/** Answers from this size on are compressed for those who accept it. */
const compressedBytesMin = 1024;

/** How an answer of so many bytes must be compressed. */
export function compressionDue(bytes: number, { accepted }: Asked): string | undefined {
  return bytes < compressedBytesMin ? undefined : accepted;
}
