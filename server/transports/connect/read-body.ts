import { BodyCut, BodyTooLarge, type Exchange } from "../http/exchange.ts";
import { code, RpcError } from "./status.ts";

/**
 * Reads a body of at most `bytesMax` and opens the message in it. The error names `messageBytesMax`.
 *
 * @throws RpcError if the body is too long or the caller goes away
 */
export function readBody(
  exchange: Exchange,
  bytesMax: number,
  messageBytesMax: number,
  open: (body: Buffer) => Uint8Array | Promise<Uint8Array>,
): Promise<Uint8Array> {
  return exchange.readBody(bytesMax).then(open, (error: unknown) => {
    if (error instanceof BodyTooLarge) throw tooLarge(messageBytesMax);
    if (error instanceof BodyCut) throw new RpcError(code.canceled, "the caller went away");
    throw new RpcError(code.internal, "the message could not be read");
  });
}

export function tooLarge(bytesMax: number): RpcError {
  return new RpcError(code.resourceExhausted, `the message is larger than ${bytesMax} bytes`);
}
