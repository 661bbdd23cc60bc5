import { create, type DescMessage, type Message, toBinary } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { CreateKeyResponseSchema, ListKeysResponseSchema } from "#contract/admin/v1/keys_pb.js";
import { GeometricObjectSchema, VectorMapSchema } from "#contract/geocode/v1/geometry_pb.js";
import { TransformResponseSchema } from "#contract/geocode/v1/responses_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { compileBinaryWriter } from "../../../../server/rpc/codec/protobuf/binary-writer.ts";
import { law } from "../../../support/laws/law.ts";
import { messagesOf } from "../../../support/laws/messages.ts";
import { initsOf } from "./values.ts";

const messages: DescMessage[] = [
  ...GeocodeService.methods.flatMap(({ input, output }) => [input, output]),
  VectorMapSchema,
  CreateKeyResponseSchema,
];

for (const desc of messages) {
  const write = compileBinaryWriter(desc);
  law(`compileBinaryWriter() writes ${desc.name} as protobuf does`, messagesOf(desc), (message) => {
    expect(Buffer.from(write(message)).toString("hex")).toBe(Buffer.from(toBinary(desc, message)).toString("hex"));
  });
}

for (const desc of messages) {
  const write = compileBinaryWriter(desc);
  law(`compileBinaryWriter() writes ${desc.name} from an init object as from a message`, initsOf(desc), (init) => {
    const message = create(desc, init);
    const expected = Buffer.from(toBinary(desc, message)).toString("hex");
    expect(Buffer.from(write(init)).toString("hex")).toBe(expected);
    expect(Buffer.from(write(message)).toString("hex")).toBe(expected);
  });
}

test("compileBinaryWriter() writes answers larger than its scratch buffer", () => {
  const transformedData = Array.from({ length: 100_000 }, (_, i) => i / 7);
  const message = create(TransformResponseSchema, { transformedData, magnitude: { original: 1 } });
  expect(isSameAsLibrary(TransformResponseSchema, message)).toBe(true);
  const small = create(TransformResponseSchema, { transformedData: [1] });
  expect(isSameAsLibrary(TransformResponseSchema, small)).toBe(true);
});

test("compileBinaryWriter() writes times", () => {
  const message = create(ListKeysResponseSchema, {
    keys: [{ id: "a", createdAt: { seconds: 1_700_000_000n, nanos: 5 } }, { id: "b" }],
  });
  expect(isSameAsLibrary(ListKeysResponseSchema, message)).toBe(true);
});

test("compileBinaryWriter() writes free-form values", () => {
  for (const text of ["c", "larger than the scratch ".repeat(200_000)]) {
    const properties = { a: [1, "x", null, { b: true }], constructor: text, $typeName: "google.protobuf.Struct" };
    const message = create(GeometricObjectSchema, { type: `ä${text}`, properties });
    expect(isSameAsLibrary(GeometricObjectSchema, message)).toBe(true);
  }
});

function isSameAsLibrary(desc: DescMessage, message: Message): boolean {
  return Buffer.from(compileBinaryWriter(desc)(message)).equals(toBinary(desc, message));
}
