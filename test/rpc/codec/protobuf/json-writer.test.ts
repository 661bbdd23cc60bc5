import { create, toJsonString } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { GeometricObjectSchema } from "#contract/geocode/v1/geometry_pb.js";
import { TransformResponseSchema } from "#contract/geocode/v1/responses_pb.js";
import { compileJsonWriter } from "../../../../server/rpc/codec/protobuf/json-writer.ts";
import { law } from "../../../support/laws/law.ts";
import { outcomeOf } from "./outcome.ts";
import { types } from "./types.ts";
import { initsOf } from "./values.ts";

for (const desc of types) {
  const write = compileJsonWriter(desc);
  law(`compileJsonWriter() writes ${desc.typeName} as protobuf does`, initsOf(desc), (init) => {
    const message = create(desc, init);
    const expected = outcomeOf(() => toJsonString(desc, message));
    expect(outcomeOf(() => write(message))).toEqual(expected);
    expect(outcomeOf(() => write(init))).toEqual(expected);
  });
}

test("compileJsonWriter() writes NaN and infinities as strings", () => {
  const transformedData = [1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0];
  const text = compileJsonWriter(TransformResponseSchema)({ transformedData });
  expect(text).toBe('{"transformedData":[1,"NaN","Infinity","-Infinity",0]}');
});

test("compileJsonWriter() refuses values that JSON does not have", () => {
  const write = compileJsonWriter(GeometricObjectSchema);
  for (const wrong of [Number.NaN, undefined, 1n]) {
    expect(() => write({ properties: { a: [wrong] } })).toThrow();
  }
  expect(() => write({ type: 5 })).toThrow("string expected");
});
