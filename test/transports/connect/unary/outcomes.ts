import { type DescMethodUnary, fromJson, type JsonValue, toBinary } from "@bufbuild/protobuf";
import { expect } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { solid } from "../../../support/geocode-operations.ts";
import type { CodecName } from "./framing.ts";

/** An outcome of a call, and the request that leads to it. */
export interface Outcome {
  readonly name: string;
  readonly method: DescMethodUnary;
  /** The encoded message, by codec. */
  readonly message: { readonly [Codec in CodecName]: Uint8Array };
  /** Name that is sent in place of the compression's own name. */
  readonly compressionName?: string;
  readonly isUnauthenticated?: true;
  readonly isLate?: true;
  readonly isTooLong?: true;
  /** Part of the expected answer. */
  readonly expected: object;
}

const { transform, jitterbug } = GeocodeService.method;
const bytesMax = 4 * 1024 * 1024;
const short = { data: { values: [1, 2, 3] }, sourceDimensions: 3, targetDimensions: 4 };
const cube = solid("cube").vertices.map((values) => ({ values }));
const long = {
  sourceGeometry: "GEOMETRY_CUBE",
  targetGeometry: "GEOMETRY_OCTAHEDRON",
  data: { vertices: { vectors: cube }, values: { values: [1, 2, 3.5, -4, 5, 6, 0.25, 8] } },
  intermediateSteps: 10,
  returnPath: true,
};
const anyLimits = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

export const legalMessage = messageOf(transform, short);
export const longMessage = messageOf(jitterbug, long);

export const outcomes: readonly Outcome[] = [
  {
    name: "a short answer",
    method: transform,
    message: legalMessage,
    expected: { result: { sourceDimensions: 3, targetDimensions: 4 }, limitHeaders: anyLimits },
  },
  {
    name: "a long answer",
    method: jitterbug,
    message: longMessage,
    expected: { result: { transformedGeometry: { type: "octahedron" } }, limitHeaders: anyLimits },
  },
  {
    name: "a fault with details",
    method: transform,
    message: messageOf(transform, { ...short, targetDimensions: 14 }),
    expected: {
      error: {
        code: 3,
        fault: {
          reason: "REASON_PARAMETER_INVALID",
          parameter: "target_dimensions",
          provided: 14,
          validRange: { minimum: 3, maximum: 13 },
        },
        info: {
          reason: "PARAMETER_INVALID",
          domain: "geocode.v1",
          metadata: { parameter: "target_dimensions", provided: "14", valid_range: "[3,13]" },
        },
      },
      limitHeaders: anyLimits,
    },
  },
  {
    name: "no credentials",
    method: transform,
    message: legalMessage,
    isUnauthenticated: true,
    expected: { error: { code: 16, fault: { reason: "REASON_AUTHENTICATION_REQUIRED" } }, limitHeaders: [] },
  },
  {
    name: "an unknown compression",
    method: transform,
    message: legalMessage,
    compressionName: "snappy",
    expected: {
      error: {
        code: 12,
        message: expect.stringMatching(/"snappy".*gzip,br/),
        fault: { reason: "REASON_PARAMETER_INVALID", parameter: "compression", provided: "snappy" },
        info: { domain: "geocode.v1" },
      },
      limitHeaders: [],
    },
  },
  {
    name: "a malformed message",
    method: transform,
    message: { proto: Buffer.from("0a05ffffff", "hex"), json: Buffer.from('{"data":') },
    expected: {
      error: { code: 3, fault: { reason: "REASON_PARAMETER_INVALID", parameter: "body" } },
      limitHeaders: anyLimits,
    },
  },
  {
    name: "a deadline that has passed",
    method: transform,
    message: legalMessage,
    isLate: true,
    expected: { error: { code: 4, fault: { reason: "REASON_DEADLINE_EXCEEDED" } }, limitHeaders: [] },
  },
  {
    name: "a message that is too long",
    method: transform,
    message: tooLong(),
    isTooLong: true,
    expected: {
      error: { code: 8, fault: { reason: "REASON_PARAMETER_INVALID", parameter: "body" } },
      limitHeaders: anyLimits,
    },
  },
];

function messageOf(method: DescMethodUnary, json: JsonValue): Outcome["message"] {
  return {
    proto: toBinary(method.input, fromJson(method.input, json)),
    json: Buffer.from(JSON.stringify(json)),
  };
}

/** Returns the legal message with an unknown field that exceeds the message limit. */
function tooLong(): Outcome["message"] {
  // The tag of field 999, and its length of 4 MiB, as varints.
  const field = Buffer.from([0xba, 0x3e, 0x80, 0x80, 0x80, 0x02]);
  const filling = Buffer.alloc(bytesMax, "x");
  return {
    proto: Buffer.concat([legalMessage.proto, field, filling]),
    json: Buffer.from(JSON.stringify({ ...short, x: filling.toString("latin1") })),
  };
}
