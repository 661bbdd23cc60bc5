import { toBinary, toJsonString } from "@bufbuild/protobuf";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { type Json, legalRequests, operationNames, paths, solid } from "../support/geocode-operations.ts";
import type { Random } from "../support/laws/random.ts";
import { flawOfExchange } from "../support/openapi/exchange-check.ts";
import { messageOf } from "../support/protocols.ts";
import { anyJson, cut, mutated, mutatedBytes } from "./mutations.ts";
import type { WireAnswer, Wires } from "./wires.ts";

/** An input: a request, and the check of its answer. */
export interface Input {
  readonly wire: "rest" | "connect" | "grpc";
  readonly path: string;
  readonly body: Buffer;
  send(wires: Wires): Promise<WireAnswer>;
  /** Returns the flaw of an answer; undefined if it is valid. */
  flawOf(answer: WireAnswer): string | undefined;
}

const { transform, encode, decode, jitterbug, phiResonance, rSpace } = legalRequests;
const rows = [
  [1, 2.5],
  [3, -4],
];
const shape = { type: "x", ...solid("octahedron"), properties: { a: [1, { b: null }] } };
/** Legal requests that together have every member. */
const seeds: { readonly [name: string]: readonly Json[] } = {
  transform: [{ ...transform, transformation_type: "phi", preserve_magnitude: false, precision: "high" }],
  encode: [
    { ...encode, optimization: "e", precision: "low", compression: true },
    { ...encode, data: rows },
    { ...encode, data: { b: rows[0], a: rows[1] } },
    { ...encode, data: { ...shape, values: [1, 2, 3, 4, 5, 6] } },
    { ...encode, data: shape, target_geometry: "dodecahedron" },
    { ...encode, data: new Array(2500).fill(0.5) },
  ],
  decode: [{ ...decode, precision: "low" }],
  jitterbug: [
    { ...jitterbug, transformation_ratio: 0.4, preserve_energy: false, intermediate_steps: 2, return_path: true },
    { ...jitterbug, target_geometry: "icosahedron" },
  ],
  phiResonance: ["analyze", "optimize", "generate", "extend"].map((operation) => ({
    ...phiResonance,
    operation,
    depth: 2,
    target_resonance: 0.6,
    preserve_endpoints: false,
  })),
  rSpace: [
    { ...rSpace, parameters: { rotation_angle: 1, rotation_plane: [2, 3], normalize: true } },
    { ...rSpace, operation: "project", parameters: { harmonics: 2 } },
    { ...rSpace, operation: "harmonize", parameters: { strength: 0.3 } },
    { ...rSpace, operation: "invert", r_space: "R13" },
  ],
};
const admin = ["/v1/admin/keys", "/v1/admin/keys/none", "/v1/admin/keys/%2e%2e", "/v1/admin/keys/%"];

/** Returns a random input. */
export function inputOf(random: Random): Input {
  const kind = random.below(100);
  if (kind < 3) return adminInput(random);
  if (kind < 65) return restInput(random);
  if (kind < 85) return connectInput(random);
  return grpcInput(random);
}

function restInput(random: Random): Input {
  const name = random.pick(operationNames);
  return restAt(random.chance(0.99) ? "POST" : "PUT", paths[name], jsonBody(random, random.pick(seeds[name] ?? [])));
}

function adminInput(random: Random): Input {
  const body = jsonBody(random, { name: "x", plan: "nobody's", permissions: ["geocode:*"] });
  return restAt(random.pick(["POST", "GET", "DELETE", "PUT"]), random.pick(admin), body);
}

function restAt(method: string, path: string, body: Buffer): Input {
  return {
    wire: "rest",
    path: `${method} ${path}`,
    body,
    send: (wires) => wires.http(method, path, "application/json", body),
    flawOf: ({ status, body: text }) => {
      if (![200, 400, 404, 405].includes(status)) return `status ${status}`;
      const json = JSON.parse(text);
      const undocumented = flawOfExchange({ method, path, status, body: json });
      if (undocumented !== undefined) return `outside openapi.json: ${undocumented}`;
      const [member, ...others] = Object.keys(json);
      if (others.length > 0 || member !== (status === 200 ? "result" : "error")) return `members ${Object.keys(json)}`;
      // Only null outside of strings is a flaw: strings may be the caller's own.
      if (status === 200) return /[:,[]null/.test(text) ? "a null in place of a number" : undefined;
      return errorFlaw(json.error, text);
    },
  };
}

const codes = ["PARAMETER_REQUIRED", "PARAMETER_INVALID", "VECTOR_DIMENSION_MISMATCH", "RESOURCE_NOT_FOUND"];

function errorFlaw({ code, message, details }: Json, text: string): string | undefined {
  if (!codes.includes(code)) return `code ${code}`;
  if (typeof message !== "string" || typeof details !== "object") return "an error of another shape";
  return text.length > 3000 ? `an error of ${text.length} characters` : undefined;
}

function jsonBody(random: Random, seed: Json): Buffer {
  const text = () => Buffer.from(JSON.stringify(seed), "utf8");
  const kind = random.below(100);
  if (kind < 55) return Buffer.from(JSON.stringify(mutated(random, seed)), "utf8");
  if (kind < 65) return Buffer.from(JSON.stringify(anyJson(random, 5)), "utf8");
  if (kind < 75) return cut(random, text());
  if (kind < 88) return mutatedBytes(random, text());
  if (kind < 92) return random.bytes(random.below(300));
  if (kind < 94) return text();
  return Buffer.from(oddText(random, text().toString("utf8")), "utf8");
}

/** Returns JSON with parts that JSON.stringify never writes. */
function oddText(random: Random, text: string): string {
  const odd = [
    "1e999",
    "-1e999",
    "1e-999",
    "-0",
    "NaN",
    "0x1",
    "01",
    "1E2",
    '"\\ud800"',
    "[".repeat(70),
    '{"a":'.repeat(70),
  ];
  const member = random.pick([
    '"__proto__":{"a":1},',
    '"data":[1],"data":[2],',
    '"constructor":{"prototype":{}},',
    '"a":1,"\\u0061":2,',
  ]);
  return random.chance(0.4) ? text.replace("{", `{${member}`) : text.replace(/\d+(\.\d+)?/, random.pick(odd));
}

function messageBytes(random: Random, name: (typeof operationNames)[number]): Buffer {
  if (random.chance(0.1)) return random.bytes(random.below(200));
  const seed = random.pick(seeds[name] ?? []);
  const message = (random.chance(0.5) ? messageOf(name, mutated(random, seed)) : undefined) ?? messageOf(name, seed);
  const bytes = Buffer.from(toBinary(GeocodeService.method[name].input, message as never));
  return random.chance(0.7) ? mutatedBytes(random, bytes) : bytes;
}

function rpcPath(name: (typeof operationNames)[number]): string {
  return `/geocode.v1.GeocodeService/${GeocodeService.method[name].name}`;
}

function connectInput(random: Random): Input {
  const name = random.pick(operationNames);
  const isJson = random.chance(0.5);
  const contentType = isJson ? "application/json" : "application/proto";
  let body = messageBytes(random, name);
  if (isJson) {
    const legal = toJsonString(
      GeocodeService.method[name].input,
      messageOf(name, random.pick(seeds[name] ?? [])) as never,
    );
    body = jsonBody(random, JSON.parse(legal));
  }
  return {
    wire: "connect",
    path: rpcPath(name),
    body,
    send: (wires) => wires.http("POST", rpcPath(name), contentType, body),
    flawOf: ({ status, body: text }) => {
      if (status === 200) return undefined;
      if (status !== 400) return `status ${status}`;
      return JSON.parse(text).code === "invalid_argument" ? undefined : `code ${JSON.parse(text).code}`;
    },
  };
}

function grpcInput(random: Random): Input {
  const name = random.pick(operationNames);
  const message = messageBytes(random, name);
  const prefix = Buffer.alloc(5);
  const isEnvelope = random.chance(0.9);
  prefix.writeUInt32BE(isEnvelope ? message.length : random.pick([0, 1, message.length + 1, 2 ** 31, 2 ** 32 - 1]), 1);
  const whole = Buffer.concat([prefix, message]);
  const body = isEnvelope || random.chance(0.5) ? whole : cut(random, whole);
  return {
    wire: "grpc",
    path: rpcPath(name),
    body,
    send: (wires) => wires.grpc(rpcPath(name), body),
    flawOf: ({ status, grpcStatus }) => {
      // OK and INVALID_ARGUMENT; without exactly one message also UNIMPLEMENTED, or RESOURCE_EXHAUSTED for its length.
      const right = isEnvelope ? ["0", "3"] : ["0", "3", "8", "12"];
      return status === 200 && right.includes(String(grpcStatus))
        ? undefined
        : `status ${status}, grpc-status ${grpcStatus}`;
    },
  };
}
