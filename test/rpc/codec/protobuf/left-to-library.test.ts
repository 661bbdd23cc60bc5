import { create, createRegistry, getExtension, setExtension, toBinary } from "@bufbuild/protobuf";
import { AnySchema, anyPack, FieldOptionsSchema, TimestampSchema } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { marked_by } from "#contract/rest/v1/rest_pb.js";
import { compileBinaryReader } from "../../../../server/rpc/codec/protobuf/binary-reader.ts";
import { compileJsonReader } from "../../../../server/rpc/codec/protobuf/json-reader.ts";
import { compileJsonWriter } from "../../../../server/rpc/codec/protobuf/json-writer.ts";

test("google.protobuf.Any is read and written with the registry", () => {
  const registry = createRegistry(TimestampSchema);
  const any = anyPack(TimestampSchema, create(TimestampSchema, { seconds: 1n }));
  const text = '{"value":"1970-01-01T00:00:01Z","@type":"type.googleapis.com/google.protobuf.Timestamp"}';
  const write = compileJsonWriter(AnySchema, registry);
  expect(write(any)).toBe(text);
  expect(write({ typeUrl: any.typeUrl, value: any.value })).toBe(text);
  expect(compileJsonReader(AnySchema, registry)(text)).toEqual(any);
  expect(compileBinaryReader(AnySchema)(toBinary(AnySchema, any))).toEqual(any);
  expect(() => compileJsonWriter(AnySchema)(any)).toThrow("type registry");
});

test("an extensible type keeps its extensions", () => {
  const options = create(FieldOptionsSchema, { deprecated: true });
  setExtension(options, marked_by, "x");
  const read = compileBinaryReader(FieldOptionsSchema)(toBinary(FieldOptionsSchema, options));
  expect(getExtension(read as typeof options, marked_by)).toBe("x");
});
