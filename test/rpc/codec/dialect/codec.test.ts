import {
  create,
  createFileRegistry,
  type DescMessage,
  equals,
  type MessageInitShape,
  setExtension,
} from "@bufbuild/protobuf";
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
  OneofOptionsSchema,
  timestampFromMs,
} from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { CreateKeyResponseSchema, KeySchema } from "#contract/admin/v1/keys_pb.js";
import { ExportLedgerRequestSchema, LedgerCheckSchema } from "#contract/admin/v1/ledger_pb.js";
import { file_platonic_geocode_v1_geometry, VectorDataSchema } from "#contract/geocode/v1/geometry_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { UploadSchema } from "#contract/identity/v1/review_service_pb.js";
import { file_platonic_rest_v1_rest, untagged } from "#contract/rest/v1/rest_pb.js";
import { AmountSchema } from "#contract/wallet/v1/money_pb.js";
import { GetBalanceResponseSchema, GetWalletResponseSchema } from "#contract/wallet/v1/wallet_service_pb.js";
import { compileReader } from "../../../../server/rpc/codec/dialect/reader.ts";
import { compileFieldWriter, compileWriter } from "../../../../server/rpc/codec/dialect/writer.ts";
import type { Issue } from "../../../../server/rpc/validation/issue.ts";
import { law } from "../../../support/laws/law.ts";
import { messagesOf } from "../../../support/laws/messages.ts";

const { transform, encode, jitterbug, phiResonance, rSpace } = GeocodeService.method;

function read(desc: Parameters<typeof compileReader>[0], json: unknown) {
  const issues: Issue[] = [];
  const message = compileReader(desc)(json, issues);
  return { message, issues: issues.map(({ path, message: text, phase }) => ({ path, text, phase })) };
}

/** The value of what a writer writes. */
function written(desc: Parameters<typeof compileWriter>[0], message: object): unknown {
  return JSON.parse(compileWriter(desc)(message));
}

test("a reader reads enums from words only", () => {
  expect(read(transform.input, { transformation_type: "phi" }).message).toMatchObject({ transformationType: 3 });
  for (const wrong of ["PHI", "TRANSFORMATION_TYPE_PHI", "Phi", " phi", "3", "", "constructor", "undefined"]) {
    const { message, issues } = read(transform.input, { transformation_type: wrong });
    expect(issues).toEqual([
      {
        path: "transformation_type",
        text: "transformation_type must be one of linear, harmonic, phi, jitterbug",
        phase: 2,
      },
    ]);
    expect(Object.hasOwn(message, "transformationType")).toBe(false);
  }
  expect(read(transform.input, { transformation_type: 3 }).issues).toMatchObject([{ phase: 1 }]);
});

test("a reader reads numbers from JSON numbers only", () => {
  for (const wrong of ["1", true, [1], {}]) {
    expect(read(jitterbug.input, { transformation_ratio: wrong }).issues).toEqual([
      { path: "transformation_ratio", text: "transformation_ratio must be a number", phase: 1 },
    ]);
    expect(read(transform.input, { data: [0, wrong] }).issues).toMatchObject([{ path: "data[1]", phase: 1 }]);
  }
  for (const wrong of [3.5, 1e-9, "3", Number.POSITIVE_INFINITY]) {
    expect(read(transform.input, { source_dimensions: wrong }).issues).toMatchObject([
      { path: "source_dimensions", phase: 1 },
    ]);
  }
  expect(read(transform.input, { source_dimensions: 2 ** 31 }).issues).toMatchObject([{ phase: 2 }]);
});

test.each([[], [0], [251, 255], [1, 2, 3], Array.from({ length: 256 }, (_, n) => n)])(
  "bytes are read and written as standard base64: %j",
  (...bytes) => {
    const content = Buffer.from(bytes).toString("base64");
    const { message, issues } = read(UploadSchema, { content });
    expect([issues, [...(message as unknown as { content: Uint8Array }).content]]).toEqual([[], bytes]);
    const within = new Uint8Array([9, ...bytes, 9]).subarray(1, -1);
    expect(written(UploadSchema, create(UploadSchema, { content: within }))).toEqual({ content });
  },
);

test.each([5, true, [1], {}, "AAA", "AA", "A", "AB==", "AA==AA==", "AA= =", "-_8=", "AAAA\n", " AAAA", "é"])(
  "a reader refuses bytes in any other encoding: %j",
  (content) => {
    expect(read(UploadSchema, { content }).issues).toEqual([
      { path: "content", text: "content must be bytes as base64", phase: 1 },
    ]);
  },
);

test.each([0, -0, 1, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1])("a 64-bit integer is a JSON number: %s", (after) => {
  const { message, issues } = read(ExportLedgerRequestSchema, { after });
  expect([issues, (message as unknown as { after: bigint }).after]).toEqual([[], BigInt(after)]);
  const check = create(LedgerCheckSchema, { entries: BigInt(after) });
  expect(written(LedgerCheckSchema, check)).toMatchObject({ entries: after + 0, batches: 0 });
});

test.each([2 ** 53, -(2 ** 53), 1e300, 1e18])("a 64-bit integer that doubles round is refused: %s", (after) => {
  expect(read(ExportLedgerRequestSchema, { after }).issues).toEqual([
    { path: "after", text: "after must be an integer from -9007199254740991 to 9007199254740991", phase: 2 },
  ]);
  const check = create(LedgerCheckSchema, { entries: BigInt(after) });
  expect(() => compileWriter(LedgerCheckSchema)(check)).toThrow(RangeError);
});

test.each(["1", 0.5, true, [1], {}, Number.POSITIVE_INFINITY])("a 64-bit integer is not read from %j", (after) => {
  expect(read(ExportLedgerRequestSchema, { after }).issues).toMatchObject([{ path: "after", phase: 1 }]);
});

test.each([
  [12.5, { case: "number", value: 12.5 }],
  [-0, { case: "number", value: -0 }],
  [1e-300, { case: "number", value: 1e-300 }],
  ["12.5", { case: "decimal", value: "12.5" }],
  ["", { case: "decimal", value: "" }],
  ["anything", { case: "decimal", value: "anything" }],
])("an amount may be a number or a text: %j", (json, form) => {
  const { message, issues } = read(AmountSchema, json);
  expect([issues, message]).toMatchObject([[], { form }]);
  expect(compileWriter(AmountSchema)(create(AmountSchema, { form: form as never }))).toBe(JSON.stringify(json));
});

test.each([true, [1], {}, { number: 1 }, { decimal: "1" }])("an amount is not read from %j", (json) => {
  expect(read(AmountSchema, json).issues).toMatchObject([
    { text: "the request must be a number, or a text", phase: 1 },
  ]);
});

test("an amount is not read from a text that is not valid Unicode", () => {
  expect(read(AmountSchema, "\ud800").issues).toMatchObject([{ phase: 1 }]);
});

test("a reader treats null as absent and refuses unknown members", () => {
  const { message, issues } = read(transform.input, { data: null, precision: null, unknown: [[["x"]]], toString: 1 });
  expect(issues.map(({ path }) => path)).toEqual(["unknown", "toString"]);
  expect(equals(transform.input, message as never, create(transform.input))).toBe(true);
});

test("a reader does not read protobuf's JSON names", () => {
  const { message } = read(transform.input, { sourceDimensions: 3 });
  expect(Object.hasOwn(message, "sourceDimensions")).toBe(false);
});

test.each([
  ["a list of numbers", [1, 2], "vector"],
  ["an empty list", [], "vector"],
  ["lists of numbers", [[1], [2]], "vectorArray"],
  ["named lists", { a: [1], constructor: [2] }, "vectorMap"],
  ["a list named vertices", { vertices: [1, 2] }, "vectorMap"],
  ["an empty object", {}, "vectorMap"],
  ["an object with lists as vertices", { type: "cube", vertices: [[1, 2, 3]], faces: [] }, "geometricObject"],
])("a reader distinguishes the four forms of data: %s", (_, data, form) => {
  const { message, issues } = read(encode.input, { data });
  expect(issues).toEqual([]);
  expect(message).toMatchObject({ data: { form: { case: form } } });
});

test.each([
  [5, "data"],
  ["x", "data"],
  [true, "data"],
  [[1, "x"], "data[1]"],
  [[1, [2]], "data[1]"],
  [[[1], 2], "data[1]"],
  [[[1], ["x"]], "data[1][0]"],
  [{ a: 1 }, "data.a"],
  [{ a: [null] }, "data.a[0]"],
  [{ a: null }, "data.a"],
  [{ vertices: [[1], [null]] }, "data.vertices[1][0]"],
  [{ vertices: [[1]], faces: [[0.5]] }, "data.faces[0][0]"],
  [{ vertices: [[1]], values: {} }, "data.values"],
  [{ vertices: [[1]], properties: [] }, "data.properties"],
  [{ vertices: [[1]], type: 3 }, "data.type"],
])("a reader reports the path of the invalid value in %j", (data, path) => {
  expect(read(encode.input, { data }).issues).toMatchObject([{ path, phase: 1 }]);
});

test("a reader reports one issue for a request that is not an object", () => {
  for (const json of [5, "x", [], null, true]) {
    expect(read(transform.input, json).issues).toMatchObject([{ path: "", text: "the request must be an object" }]);
  }
});

test("a writer always writes lists and plain fields, and other fields when they are set", () => {
  const bare = create(phiResonance.output, { phiMetrics: { sequenceAnalysis: {} } });
  expect(written(phiResonance.output, bare)).toEqual({
    original_data: [],
    phi_metrics: {
      original_resonance: 0,
      sequence_analysis: { fibonacci_alignment: 0, golden_angle_coherence: 0, phi_ratio_consistency: 0 },
    },
    phi_patterns: [],
  });
  const full = create(phiResonance.output, {
    optimizedData: { values: [1] },
    phiMetrics: { optimizedResonance: 0 },
    phiPatterns: [
      { type: 1, strength: 0.5, locations: { indices: [0, 2] } },
      { type: 2, strength: 1, center: 0 },
    ],
  });
  expect(written(phiResonance.output, full)).toMatchObject({
    optimized_data: [1],
    phi_metrics: { optimized_resonance: 0 },
    phi_patterns: [
      { type: "ratio", strength: 0.5, locations: [0, 2] },
      { type: "spiral", strength: 1, center: 0 },
    ],
  });
});

test("a writer writes times as RFC 3339", () => {
  const key = create(KeySchema, { createdAt: { seconds: 1_700_000_000n, nanos: 5_000_000 } });
  expect(written(KeySchema, key)).toEqual({ permissions: [], created_at: "2023-11-14T22:13:20.005Z" });
});

test("one writer writes times of the same second and of others", () => {
  const write = compileWriter(KeySchema);
  const ms = [0, 1, 999, 1_000, 10, 1_700_000_000_005, 1_700_000_000_995, 1_700_000_001_000, -1, -1_000, -999, 8.64e15];
  for (const at of [...ms, ...ms.toReversed()]) {
    const text = write(create(KeySchema, { createdAt: timestampFromMs(at) }));
    expect(JSON.parse(text).created_at).toBe(new Date(at).toISOString());
  }
  // Rounded up to the next second.
  const late = create(KeySchema, { createdAt: { seconds: 1n, nanos: 999_999_999 } });
  expect(JSON.parse(write(late)).created_at).toBe("1970-01-01T00:00:02.000Z");
  expect(() => write(create(KeySchema, { createdAt: { seconds: 8_640_000_000_001n } }))).toThrow(RangeError);
});

test.each([
  "",
  "a",
  "é",
  '"',
  "\\",
  "\n",
  "\u0000",
  "\u007f",
  "\u2028",
  "\ud800",
  "\ud83d\ude00",
  "</script>",
  "~ !#[]",
])("a writer writes text as JSON.stringify does: %j", (id) => {
  expect(compileWriter(KeySchema)({ id })).toBe(JSON.stringify({ id, permissions: [] }));
  const message = { form: { case: "vectorMap", value: { vectors: { [id]: { values: [1] } } } } };
  expect(compileWriter(VectorDataSchema)(message)).toBe(JSON.stringify({ [id]: [1] }));
});

test("a writer writes a plain object as the message that is made of it", () => {
  const plain = { id: "", permissions: ["a"], createdAt: timestampFromMs(5) };
  expect(compileWriter(KeySchema)(plain)).toBe(compileWriter(KeySchema)(create(KeySchema, plain)));
  expect(compileWriter(KeySchema)(plain)).toContain('"id":""');
});

test.each<[string, NonNullable<MessageInitShape<typeof VectorDataSchema>["form"]>, unknown]>([
  ["a list", { case: "vector", value: { values: [1, 2] } }, [1, 2]],
  ["an empty list", { case: "vector", value: {} }, []],
  ["lists", { case: "vectorArray", value: { vectors: [{ values: [1] }, {}] } }, [[1], []]],
  ["named lists", { case: "vectorMap", value: { vectors: { a: { values: [1] } } } }, { a: [1] }],
  [
    "an object",
    { case: "geometricObject", value: { type: "cube", vertices: { vectors: [{ values: [1] }] }, faces: {} } },
    { type: "cube", vertices: [[1]], faces: [] },
  ],
  ["nothing", { case: undefined }, null],
])("a writer writes an untagged oneof as its alternative alone: %s", (_, form, json) => {
  expect(written(VectorDataSchema, create(VectorDataSchema, { form }))).toEqual(json);
  expect(written(encode.input, create(encode.input, { data: { form } }))).toEqual({ data: json });
});

test("a field writer writes a field as the message writer does, and null when it is unset", () => {
  const { key, secret } = CreateKeyResponseSchema.field;
  const message = create(CreateKeyResponseSchema, { key: { id: "k" } });
  expect(compileFieldWriter(key)(message)).toBe('{"id":"k","permissions":[]}');
  expect(compileFieldWriter(secret)(message)).toBe("null");
  expect(compileFieldWriter(KeySchema.field.permissions)(create(KeySchema))).toBe("[]");
});

test("readers and writers refuse a oneof that is tagged or whose alternatives are ambiguous in JSON", () => {
  const twice = oneofOf(true);
  const tagged = oneofOf(false);
  for (const compile of [compileReader, compileWriter]) {
    expect(() => compile(twice)).toThrow(new Error("t.Choice: two alternatives are written as list"));
    expect(() => compile(tagged)).toThrow(new Error("t.Choice: a oneof must be untagged"));
  }
});

/** A message with a oneof of two lists of numbers. */
function oneofOf(isUntagged: boolean): DescMessage {
  const options = create(OneofOptionsSchema);
  if (isUntagged) setExtension(options, untagged, true);
  const file = create(FileDescriptorProtoSchema, {
    name: "t.proto",
    package: "t",
    syntax: "proto3",
    dependency: ["platonic/geocode/v1/geometry.proto", "platonic/rest/v1/rest.proto"],
    messageType: [
      {
        name: "Choice",
        oneofDecl: [{ name: "form", options }],
        field: ["a", "b"].map((name, i) => ({
          name,
          number: i + 1,
          jsonName: name,
          label: FieldDescriptorProto_Label.OPTIONAL,
          type: FieldDescriptorProto_Type.MESSAGE,
          typeName: ".geocode.v1.Vector",
          oneofIndex: 0,
        })),
      },
    ],
  });
  const imports = [file_platonic_geocode_v1_geometry, file_platonic_rest_v1_rest];
  const registry = createFileRegistry(file, (name) => imports.find((known) => `${known.name}.proto` === name));
  return registry.getMessage("t.Choice") as DescMessage;
}

const answers = [
  ...[transform.output, jitterbug.output, rSpace.output, encode.input],
  ...[AmountSchema, GetBalanceResponseSchema, GetWalletResponseSchema],
];
for (const answer of answers) {
  law(`a reader reads back what a writer writes of ${answer.name}`, messagesOf(answer), (message) => {
    const text = compileWriter(answer)(message);
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
    const issues: Issue[] = [];
    const again = compileReader(answer)(JSON.parse(text), issues);
    // NaN cannot be written, nor can an enum value without a word, which is left out.
    if (issues.length > 0 || text.includes("null")) return;
    expect(compileWriter(answer)(again)).toBe(text);
  });
}
