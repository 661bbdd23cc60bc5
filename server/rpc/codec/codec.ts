import type { Message } from "@bufbuild/protobuf";
import type { Issue } from "../validation/issue.ts";

/** A request as far as it could be read, and what was wrong with its form. */
export interface Decoded {
  readonly message: Message;
  readonly issues: readonly Issue[];
}

/** An answer as a wire spells it. */
export type Encoded = Uint8Array | string;

/** How one wire spells the requests and the answers of one method. It is pure, so that any thread may use it. */
export interface Codec {
  /** By which it is told apart from the other forms of its method. */
  readonly name: string;
  /**
   * The parameters are what the request says outside its body, in the form's own order.
   *
   * @throws Fault PARAMETER_INVALID for bytes that cannot be read at all
   */
  read(body: Uint8Array, parameters: readonly string[]): Decoded;
  write(answer: object): Encoded;
}
