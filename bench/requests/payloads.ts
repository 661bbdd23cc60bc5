import { type DescMessage, toBinary, toJsonString } from "@bufbuild/protobuf";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { solids } from "../../server/modules/geocode/mathematics/solids.ts";
import { compileReader } from "../../server/rpc/codec/dialect/reader.ts";

export type Method = keyof typeof GeocodeService.method;

/** One request in all encodings in which it is sent. */
export interface Payload {
  readonly name: string;
  readonly method: Method;
  /** Path for Connect and gRPC. */
  readonly rpcPath: string;
  readonly restPath: string;
  readonly rest: Buffer;
  readonly connectJson: Buffer;
  readonly proto: Buffer;
}

export const payloads = {
  transform: payload("transform 5 to 8", "transform", "transform", {
    data: [1.25, -2.5, 3.375, 0.875, 4.75],
    source_dimensions: 5,
    target_dimensions: 8,
    transformation_type: "linear",
    preserve_magnitude: true,
    precision: "medium",
  }),
  encode: payload("encode 20 numbers, dodecahedron", "encode", "encode", {
    data: numbers(20),
    target_geometry: "dodecahedron",
    optimization: "phi",
    precision: "medium",
    compression: false,
  }),
  jitterbug: payload("jitterbug, path of 100 inner frames", "jitterbug", "jitterbug", {
    source_geometry: "cube",
    target_geometry: "octahedron",
    data: { vertices: solids.cube.vertices, values: numbers(8) },
    transformation_ratio: 1,
    preserve_energy: true,
    intermediate_steps: 100,
    return_path: true,
  }),
  phi: payload("phi-resonance, 10,000 numbers", "phiResonance", "phi-resonance", phiRequest(10_000)),
  phiLarge: payload("phi-resonance, 100,000 numbers", "phiResonance", "phi-resonance", phiRequest(100_000)),
};

function phiRequest(count: number): object {
  return { data: numbers(count), operation: "analyze", depth: 3, target_resonance: 0.95, preserve_endpoints: true };
}

/** Returns reproducible numbers with four decimals, as in typical measured data. */
function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => Math.round(1e4 * (10 * Math.sin(1.7 * i) + Math.cos(0.3 * i))) / 1e4);
}

function payload(name: string, method: Method, restName: string, json: object): Payload {
  const descriptor = GeocodeService.method[method];
  const issues: never[] = [];
  const input: DescMessage = descriptor.input;
  const message = compileReader(input)(json, issues);
  if (issues.length > 0) throw new Error(`the payload ${name} is no request`);
  return {
    name,
    method,
    rpcPath: `/${GeocodeService.typeName}/${descriptor.name}`,
    restPath: `/v1/geocode/${restName}`,
    rest: Buffer.from(JSON.stringify(json)),
    connectJson: Buffer.from(toJsonString(input, message)),
    proto: Buffer.from(toBinary(input, message)),
  };
}
