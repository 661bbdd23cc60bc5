import { describe, expect, test } from "vitest";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { readOperations } from "../../../clients/console/build/operations.ts";
import { draftOf, readDraft } from "../../../clients/console/src/playground/draft.ts";
import { legalRequests, operationNames, paths } from "../../support/geocode-operations.ts";
import { publishedDocument } from "../../support/openapi/document.ts";

const operations = readOperations();
const operationAt = (path: string) => operations.find((one) => one.path === path) as (typeof operations)[number];

describe("the forms of the playground", () => {
  test("are there for every operation of the service", () => {
    const methods = GeocodeService.methods.map(({ name }) => name);
    expect(operations.map(({ method }) => method).sort()).toEqual(methods.sort());
  });

  test("have a field for every member of each request, with the document's words, bounds and defaults", () => {
    const { schemas } = publishedDocument().json.components;
    for (const [path, name] of [
      [paths.encode, "EncodeRequest"],
      [paths.transform, "TransformRequest"],
      [paths.decode, "DecodeRequest"],
      [paths.jitterbug, "JitterbugRequest"],
      [paths.phiResonance, "PhiResonanceRequest"],
      [paths.rSpace, "RSpaceRequest"],
    ] as const) {
      const members = Object.keys(schemas[`geocode.v1.${name}`].properties);
      const fields = operationAt(path).fields;
      expect([...new Set(fields.map((field) => field.path.split(".")[0]))]).toEqual(members);
      for (const field of fields) expect(field.description, field.path).not.toBe("");
    }
    const dimensions = operationAt(paths.transform).fields.find((field) => field.path === "source_dimensions");
    expect(dimensions).toMatchObject({ kind: "integer", minimum: 3, maximum: 13, isRequired: true });
    const word = operationAt(paths.encode).fields.find((field) => field.path === "optimization");
    expect(word).toMatchObject({ kind: "word", default: "phi", words: ["phi", "pi", "sqrt2", "sqrt3", "e"] });
  });

  test.each(operationNames)("write a request of %s and read it back", (name) => {
    const { fields } = operationAt(paths[name]);
    const { request, problems } = readDraft(fields, draftOf(fields, legalRequests[name]));
    expect(problems).toEqual([]);
    expect(request).toEqual(legalRequests[name]);
  });

  test.each([
    ["1, 2, 3", [1, 2, 3]],
    ["1;2\n3\t4e2", [1, 2, 3, 400]],
    ["[1, [2]]", [1, [2]]],
    ['{"a": [1]}', { a: [1] }],
    ["  -0.5  ", [-0.5]],
  ])("read the numbers of '%s'", (text, data) => {
    const { request } = readDraft(operationAt(paths.encode).fields, { data: text });
    expect(request).toEqual({ data });
  });

  test.each(["1, two", "1e999", "[1, 2", "NaN", "Infinity"])("refuse '%s' for numbers, and say where", (data) => {
    const { request, problems } = readDraft(operationAt(paths.encode).fields, { data, target_geometry: "cube" });
    expect(problems).toEqual([{ path: "data", text: expect.any(String) }]);
    expect(request).toEqual({ target_geometry: "cube" });
  });
});
