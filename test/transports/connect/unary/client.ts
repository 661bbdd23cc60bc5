import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { operatorKey } from "../../../support/server.ts";
import type { Answer } from "./answer.ts";
import { connectGet, connectPost } from "./connect-protocol.ts";
import { type CodecName, type CompressionName, compress } from "./framing.ts";
import { grpc, grpcWeb, grpcWebText } from "./grpc-protocol.ts";
import { legalMessage } from "./outcomes.ts";
import type { CallSpec, Protocol } from "./protocol.ts";
import type { HttpVersion, Wire, WireRequest } from "./wire.ts";

const protocols: readonly Protocol[] = [connectPost, connectGet, grpc, grpcWeb, grpcWebText];

/** Every protocol over every HTTP version that carries it. */
export const variants = protocols.flatMap((protocol) =>
  protocol.versions.map((version) => ({ name: `${protocol.name} over HTTP/${version}`, protocol, version })),
);
export type Variant = (typeof variants)[number];

/** A valid call, the base of every test. */
export function legalCall(codec: CodecName = "proto", compression: CompressionName = "identity"): CallSpec {
  return {
    method: GeocodeService.method.transform,
    codec,
    compression,
    bytes: compress(compression, legalMessage[codec]),
    accepted: undefined,
    authorization: `Bearer ${operatorKey}`,
    isLate: false,
  };
}

/** Makes a call. `change` may alter the request before it is sent. */
export async function makeCall(
  wire: Wire,
  variant: { readonly protocol: Protocol; readonly version: HttpVersion },
  call: CallSpec,
  change: (request: WireRequest) => WireRequest = (request) => request,
): Promise<Answer> {
  const { protocol, version } = variant;
  return protocol.read(await wire.send(version, change(protocol.request(call))), call);
}

export function withHeaders(headers: { readonly [name: string]: string }): (request: WireRequest) => WireRequest {
  return (request) => ({ ...request, headers: { ...request.headers, ...headers } });
}
