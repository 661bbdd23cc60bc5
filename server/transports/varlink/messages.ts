import { limits } from "../../core/limits.ts";
import { isObject, JsonProblem, parseJson } from "../../rpc/codec/dialect/json.ts";

/** Input that is not Varlink. It is not answered; the connection ends. */
export class ProtocolError extends Error {}

/** A call in its wire form. */
export interface VarlinkCall {
  /** Qualified name: `org.varlink.service.GetInfo`. */
  readonly method: string;
  readonly parameters: { readonly [name: string]: unknown };
  /** Whether the caller accepts any number of replies. */
  readonly more: boolean;
  /** Whether the caller wants no reply, not even for errors. */
  readonly oneway: boolean;
  /** Whether the caller wants to switch to another protocol. */
  readonly upgrade: boolean;
}

/** Splits input into messages, each of which ends with a NUL byte. */
export class MessageSplitter {
  #pieces: Buffer[] = [];
  #length = 0;

  /** Whether a message is incomplete. */
  get isMidway(): boolean {
    return this.#length > 0;
  }

  /**
   * Yields the messages that these bytes complete, without their NUL.
   *
   * @throws ProtocolError as soon as a message exceeds the bound
   */
  *push(chunk: Buffer): Generator<Buffer> {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#append(chunk.subarray(start, end));
      const message = Buffer.concat(this.#pieces);
      this.#pieces = [];
      this.#length = 0;
      start = end + 1;
      yield message;
    }
    this.#append(chunk.subarray(start));
  }

  #append(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#length += piece.length;
    if (this.#length > limits.hostMessageBytesMax) throw new ProtocolError("a message is too long");
    this.#pieces.push(piece);
    // One-byte chunks would cost a hundred times their memory.
    if (this.#pieces.length > piecesMax) this.#pieces = [Buffer.concat(this.#pieces)];
  }
}

const piecesMax = 64;

/** Parses a call. @throws ProtocolError if the message is not one */
export function readCall(message: Buffer): VarlinkCall {
  const json = parse(message);
  if (!isObject(json) || typeof json["method"] !== "string") throw new ProtocolError("a message is not a call");
  const parameters = json["parameters"] ?? {};
  if (!isObject(parameters)) throw new ProtocolError("parameters are not an object");
  const [more, oneway, upgrade] = [flag(json["more"]), flag(json["oneway"]), flag(json["upgrade"])];
  if (oneway && (more || upgrade)) throw new ProtocolError("a call sets oneway together with more or upgrade");
  return { method: json["method"], parameters, more, oneway, upgrade };
}

function parse(message: Buffer): unknown {
  try {
    return parseJson(message);
  } catch (error) {
    throw error instanceof JsonProblem ? new ProtocolError(error.message) : error;
  }
}

function flag(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === "boolean") return value === true;
  throw new ProtocolError("a flag is neither true nor false");
}
