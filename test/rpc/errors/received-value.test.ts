import type { DescMessage, JsonValue } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { EncodeRequestSchema, TransformRequestSchema } from "#contract/geocode/v1/requests_pb.js";
import { UpdateIdentityRequestSchema } from "#contract/identity/v1/identity_service_pb.js";
import {
  RequestChallengeRequestSchema,
  SubmitResponseRequestSchema,
} from "#contract/identity/v1/verification_service_pb.js";
import { compileReader } from "../../../server/rpc/codec/dialect/reader.ts";
import { compileReceivedValue } from "../../../server/rpc/errors/received-value.ts";

/** The value at a path of a REST request, if the error found `"found"` there. */
function received(type: DescMessage, json: JsonValue, path: string): unknown {
  return compileReceivedValue(type)(compileReader(type)(json, []), path, "found");
}

describe("the received value of a parameter", () => {
  const data = { a: [1, 2], "a.b": [3], "a[0]": [4] };
  const rows: [string, DescMessage, JsonValue, string, unknown][] = [
    ["an empty list", TransformRequestSchema, { data: [] }, "data", []],
    ["one vertex", EncodeRequestSchema, { data: { vertices: [[1, 2, 3]] } }, "data.vertices", [[1, 2, 3]]],
    ["an entry of a list", TransformRequestSchema, { data: [5, 6] }, "data[1]", 6],
    [
      "the word of an enum",
      RequestChallengeRequestSchema,
      { method: "METHOD_PERSONAL_DOCUMENTS" },
      "method",
      "METHOD_PERSONAL_DOCUMENTS",
    ],
    ["a number", UpdateIdentityRequestSchema, { version: 9 }, "version", 9],
    ["a member of a map", EncodeRequestSchema, { data }, "data.a", [1, 2]],
    ["a member whose name has a dot", EncodeRequestSchema, { data }, "data.a.b", [3]],
    ["a member whose name has a bracket", EncodeRequestSchema, { data }, "data.a[0]", [4]],
    ["null in a free-form object", UpdateIdentityRequestSchema, { profile: { n: null } }, "profile", { n: null }],
  ];
  test.each(rows)("is %s as it was sent", (_, type, json, path, expected) => {
    expect(received(type, json, path)).toEqual(expected);
  });

  test.each([
    ["that is absent", {}, "precision"],
    ["of a wrong type", { precision: 5 }, "precision"],
    ["beyond the end of a list", { data: [1] }, "data[1]"],
    ["of no field", {}, "body"],
  ])("is what the error found for one %s", (_, json, path) => {
    expect(received(TransformRequestSchema, json, path)).toBe("found");
  });

  test.each([
    ["code", { code: "a secret" }],
    ["answers.pet", { answers: { pet: "a secret" } }],
    ["credential", { credential: { id: "a secret" } }],
  ])("is null for the secret %s", (path, json) => {
    expect(received(SubmitResponseRequestSchema, json, path)).toBeNull();
  });
});
