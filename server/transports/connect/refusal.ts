import type { Fault } from "../../core/fault.ts";
import { faultTable } from "../../rpc/errors/faults.ts";
import { allowHeader, notAllowed } from "../http/allowed-methods.ts";
import type { Exchange } from "../http/exchange.ts";
import { mediaTypeOf } from "../http/header-value.ts";
import * as connectReply from "./connect/reply.ts";
import { connectStreamFamily, grpcFamily, grpcWebFamily } from "./content-type.ts";
import { errorOf } from "./fault-error.ts";
import * as grpcReply from "./grpc/reply.ts";
import * as grpcWebReply from "./grpc-web/reply.ts";
import { code, RpcError } from "./status.ts";

/** Refuses an RPC, whether its method exists or not, in the form of its protocol; returns false for other requests. */
export function refuseCall(exchange: Exchange, fault: Fault): boolean {
  const write = writerFor(exchange);
  if (write === undefined) return false;
  const [, domain = ""] = methodPath.exec(exchange.path) ?? [];
  write(exchange, errorOf({ fault }, domain, exchange.requestId));
  return true;
}

/**
 * Answers an RPC by a method of HTTP that its path does not serve: OPTIONS asks for those it has, others are refused by
 * 405, with an error where the protocol has one outside of its envelopes.
 */
export function refuseHttpMethod(exchange: Exchange, methods: Iterable<string>): void {
  const allow = allowHeader(methods);
  if (exchange.verb === "OPTIONS") {
    exchange.reply(204, allow);
    return;
  }
  const fault = notAllowed(exchange.verb);
  const { status } = faultTable[fault.reason];
  if (writerFor(exchange) === connectReply.writeError) {
    // The code that clients of Connect read from this status.
    connectReply.writeError(exchange, new RpcError(code.unknown, fault.message, [], allow), status);
  } else {
    exchange.reply(status, allow);
  }
}

/** Path of a method, such as `/package.Service/Method`. */
const methodPath = /^\/([\w.]+)\.\w+\/\w+$/;

function writerFor({ headers, path }: Exchange): ((exchange: Exchange, error: RpcError) => void) | undefined {
  const mediaType = mediaTypeOf(headers["content-type"]);
  if (mediaType.startsWith(grpcWebFamily)) return grpcWebReply.writeError;
  if (mediaType.startsWith(grpcFamily)) return grpcReply.writeError;
  if (mediaType.startsWith(connectStreamFamily)) return connectReply.writeStreamError;
  const isConnect = headers["connect-protocol-version"] !== undefined || methodPath.test(path);
  return isConnect ? connectReply.writeError : undefined;
}
