import type { Fault } from "../../core/fault.ts";
import type { Exchange, HeaderList } from "../http/exchange.ts";
import { mediaTypeOf } from "../http/header-value.ts";
import * as connectReply from "./connect/reply.ts";
import { connectStreamFamily, grpcFamily, grpcWebFamily } from "./content-type.ts";
import { domainOf, errorOf, methodPath } from "./fault-error.ts";
import * as grpcReply from "./grpc/reply.ts";
import * as grpcWebReply from "./grpc-web/reply.ts";
import { code, RpcError } from "./status.ts";

/**
 * Refuses an RPC for any method, even an unknown one, in the form of its protocol; returns false for other requests.
 */
export function refuseCall(exchange: Exchange, fault: Fault): boolean {
  const write = writerFor(exchange);
  if (write === undefined) return false;
  write(exchange, errorOf({ fault }, domainOf(exchange.path), exchange.requestId));
  return true;
}

/**
 * Refuses an HTTP method that the path of an RPC does not support: with an error if the protocol has one outside its
 * envelopes, otherwise without a body. The error has the code that Connect clients derive from the status.
 */
export function refuseHttpMethod(exchange: Exchange, fault: Fault, status: number, allow: HeaderList): void {
  if (writerFor(exchange) === connectReply.writeError) {
    connectReply.writeError(exchange, new RpcError(code.unknown, fault.message, [], allow), status);
  } else {
    exchange.reply(status, allow);
  }
}

function writerFor({ headers, path }: Exchange): ((exchange: Exchange, error: RpcError) => void) | undefined {
  const mediaType = mediaTypeOf(headers["content-type"]);
  if (mediaType.startsWith(grpcWebFamily)) return grpcWebReply.writeError;
  if (mediaType.startsWith(grpcFamily)) return grpcReply.writeError;
  if (mediaType.startsWith(connectStreamFamily)) return connectReply.writeStreamError;
  const isConnect = headers["connect-protocol-version"] !== undefined || methodPath.test(path);
  return isConnect ? connectReply.writeError : undefined;
}
