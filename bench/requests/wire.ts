import { apiKey } from "../harness/servers.ts";
import type { Payload } from "./payloads.ts";

/**
 * Protocol by which a payload is sent. `rest-proto-json` has the REST paths, with bodies in protobuf's own JSON
 * mapping: no other server knows the words, the inlining and the envelope of our dialect.
 */
export type Wire = "rest" | "rest-proto-json" | "connect-json" | "connect-proto" | "grpc";

/** A request, encoded once before the load begins. */
export interface WireRequest {
  readonly path: string;
  /** Headers in order, with lower-case names. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export function wireRequest(payload: Payload, wire: Wire): WireRequest {
  const authorization = ["authorization", `Bearer ${apiKey}`] as const;
  switch (wire) {
    case "rest":
      return {
        path: payload.restPath,
        headers: [["content-type", "application/json"], authorization],
        body: payload.rest,
      };
    case "rest-proto-json":
      return { ...wireRequest(payload, "rest"), body: payload.connectJson };
    case "connect-json":
      return {
        path: payload.rpcPath,
        headers: [["content-type", "application/json"], ["connect-protocol-version", "1"], authorization],
        body: payload.connectJson,
      };
    case "connect-proto":
      return {
        path: payload.rpcPath,
        headers: [["content-type", "application/proto"], ["connect-protocol-version", "1"], authorization],
        body: payload.proto,
      };
    case "grpc":
      return grpcRequest(payload.rpcPath, enveloped(payload.proto));
  }
}

/** Builds a gRPC request; `body` includes the five-byte prefix. */
export function grpcRequest(path: string, body: Buffer): WireRequest {
  const authorization = ["authorization", `Bearer ${apiKey}`] as const;
  return { path, headers: [["content-type", "application/grpc"], ["te", "trailers"], authorization], body };
}

/** Prefixes a message with gRPC's five bytes: not compressed, and its length. */
export function enveloped(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}
