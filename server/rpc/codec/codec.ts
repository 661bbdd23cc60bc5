import type { Message } from "@bufbuild/protobuf";
import type { Issue } from "../validation/issue.ts";

/** A decoded request, with the issues of what could not be decoded. */
export interface Decoded {
  readonly message: Message;
  readonly issues: readonly Issue[];
}

/** An encoded answer. */
export type Encoded = Uint8Array | string;

/** Encoding of the requests and answers of one method on one wire. It has no shared state, so any thread may use it. */
export interface Codec {
  /** Unique among the codecs of its method. */
  readonly name: string;
  /**
   * Decodes a request. `parameters` are the values outside its body, in the codec's own order.
   *
   * @throws Fault PARAMETER_INVALID if the body cannot be read at all
   */
  read(body: Uint8Array, parameters: readonly string[]): Decoded;
  write(answer: object): Encoded;
}
