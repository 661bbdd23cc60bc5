import { GeocodeService } from "../../../../gen/es/geocode/v1/service_pb.js";
import { operatorKey } from "../../../support/server.ts";
import type { Asked, LaneProtocol } from "./asked.ts";
import { connectGet, connectPost } from "./connect-protocol.ts";
import { type CodecName, type CompressionName, compress } from "./framing.ts";
import { grpc, grpcWeb, grpcWebText } from "./grpc-protocol.ts";
import { legalMessage } from "./outcomes.ts";
import type { Told } from "./told.ts";
import type { HttpVersion, Wire, WireRequest } from "./wire.ts";

const laneProtocols: readonly LaneProtocol[] = [connectPost, connectGet, grpc, grpcWeb, grpcWebText];

/** Every protocol by every version that carries it. */
export const lanes = laneProtocols.flatMap((protocol) =>
  protocol.versions.map((version) => ({ name: `${protocol.name} over HTTP/${version}`, protocol, version })),
);
export type Lane = (typeof lanes)[number];

/** The same legal call whatever is tested around it. */
export function legalCall(codec: CodecName = "proto", compression: CompressionName = "identity"): Asked {
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

/** Makes a call whose request may be changed on its way out. */
export async function tell(
  wire: Wire,
  lane: { readonly protocol: LaneProtocol; readonly version: HttpVersion },
  asked: Asked,
  change: (request: WireRequest) => WireRequest = (request) => request,
): Promise<Told> {
  const { protocol, version } = lane;
  return protocol.read(await wire.ask(version, change(protocol.request(asked))), asked);
}

export function withHeaders(headers: { readonly [name: string]: string }): (request: WireRequest) => WireRequest {
  return (request) => ({ ...request, headers: { ...request.headers, ...headers } });
}
