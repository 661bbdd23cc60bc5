import type { DescMethod, Message } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { Fault } from "../../core/fault.ts";
import { type Failure, TransportRefusal } from "../../rpc/call.ts";
import { errorOf } from "./fault-error.ts";
import { RpcError } from "./status.ts";

/**
 * Passes requests on, and gives a message that is too long or malformed the usual reason, since connect-node calls an
 * unparsable one internal.
 */
export async function* received(requests: AsyncIterable<Message>): AsyncGenerator<Message> {
  try {
    yield* requests;
  } catch (error) {
    const { code, rawMessage } = ConnectError.from(error);
    const isOfCaller = code === Code.ResourceExhausted || code === Code.InvalidArgument || code === Code.Internal;
    if (!isOfCaller) throw new RpcError(code, rawMessage);
    const reason = code === Code.ResourceExhausted ? "REQUEST_TOO_LARGE" : "PARAMETER_INVALID";
    throw new Fault(reason, rawMessage, { parameter: "body" });
  }
}

/** Returns the error with which an aborted stream ends; undefined if its caller is gone or has all answers. */
export function endOf(reason: unknown): RpcError | undefined {
  if (!(reason instanceof ConnectError) || reason.code === Code.Canceled || reason.code === Code.Aborted) {
    return undefined;
  }
  return new RpcError(reason.code, reason.rawMessage);
}

/** Returns a failure in the form that connect-node sends. The function may throw a TransportRefusal instead. */
export function connectErrorOf(
  failure: Failure | (() => Failure),
  method: DescMethod,
  requestId: string,
): ConnectError {
  const { code, message, metadata, details } = rpcErrorOf(failure, method.parent.file.proto.package, requestId);
  const error = new ConnectError(message, code);
  for (let i = 0; i < metadata.length; i += 2) error.metadata.set(metadata[i] as string, metadata[i + 1] as string);
  error.details = details.map(({ typeName, bytes, debug }) => ({
    type: typeName,
    value: bytes,
    ...(debug !== undefined && { debug: debug as never }),
  }));
  return error;
}

function rpcErrorOf(failure: Failure | (() => Failure), domain: string, requestId: string): RpcError {
  try {
    return errorOf(typeof failure === "function" ? failure() : failure, domain, requestId);
  } catch (error) {
    if (error instanceof RpcError) return error;
    if (error instanceof TransportRefusal) return new RpcError(Code.Canceled, error.message);
    throw error;
  }
}
