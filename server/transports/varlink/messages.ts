import { limits } from "../../core/limits.ts";
import { isObject, JsonProblem, parseJson } from "../../rpc/codec/dialect/json.ts";

/** What arrives is no Varlink: there is nothing to answer, and the connection ends. */
export class ProtocolError extends Error {}

/** A call as it is on the wire. */
export interface VarlinkCall {
  /** With its interface: `org.varlink.service.GetInfo`. */
  readonly method: string;
  readonly parameters: { readonly [name: string]: unknown };
  /** The caller takes any number of replies. */
  readonly more: boolean;
  /** The caller takes no reply, and none of failures either. */
  readonly oneway: boolean;
  /** The caller wants to speak something else afterwards. */
  readonly upgrade: boolean;
}

/** Cuts what arrives into messages: each is ended by a NUL byte. */
export class MessageSplitter {
  #pieces: Buffer[] = [];
  #length = 0;

  /** Whether a message is begun and not ended. */
  get isMidway(): boolean {
    return this.#length > 0;
  }

  /**
   * The messages that the bytes end, without their NUL.
   *
   * @throws ProtocolError for one that is too long, as soon as it is
   */
  *push(chunk: Buffer): Generator<Buffer> {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#keep(chunk.subarray(start, end));
      const message = Buffer.concat(this.#pieces);
      this.#pieces = [];
      this.#length = 0;
      start = end + 1;
      yield message;
    }
    this.#keep(chunk.subarray(start));
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#length += piece.length;
    if (this.#length > limits.hostMessageBytesMax) throw new ProtocolError("a message is too long");
    this.#pieces.push(piece);
    // A byte at a time would cost a hundred times its memory.
    if (this.#pieces.length > piecesMax) this.#pieces = [Buffer.concat(this.#pieces)];
  }
}

const piecesMax = 64;

/** @throws ProtocolError for what is no call */
export function readCall(message: Buffer): VarlinkCall {
  const json = parse(message);
  if (!isObject(json) || typeof json["method"] !== "string") throw new ProtocolError("a message is no call");
  const parameters = json["parameters"] ?? {};
  if (!isObject(parameters)) throw new ProtocolError("parameters are no object");
  const [more, oneway, upgrade] = [flag(json["more"]), flag(json["oneway"]), flag(json["upgrade"])];
  if (oneway && (more || upgrade)) throw new ProtocolError("a call wants no reply and more than one");
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
