import { Fault } from "../../domain/fault.ts";
import { BodyCut, BodyTooLarge } from "../http/exchange.ts";
import { code, RpcError } from "./status.ts";

/** Runs what reads a body, and turns its ways of failing into the statuses of RPC. */
export async function reading<Result>(bytesMax: number, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BodyTooLarge) {
      throw new RpcError(code.resourceExhausted, `the message is larger than ${bytesMax} bytes`);
    }
    if (error instanceof BodyCut) throw new RpcError(code.canceled, "the caller went away");
    if (error instanceof RpcError || error instanceof Fault) throw error;
    throw new RpcError(code.internal, "the message could not be read");
  }
}
