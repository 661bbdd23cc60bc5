import {
  create,
  createFileRegistry,
  type DescFile,
  type DescMethodUnary,
  type DescService,
  type MessageInitShape,
  setExtension,
} from "@bufbuild/protobuf";
import {
  DescriptorProtoSchema,
  Edition,
  type FieldDescriptorProto,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
  file_google_protobuf_struct,
  MethodDescriptorProtoSchema,
  MethodOptionsSchema,
  ServiceDescriptorProtoSchema,
  ServiceOptionsSchema,
} from "@bufbuild/protobuf/wkt";
import { file_platonic_geocode_v1_geometry } from "#contract/geocode/v1/geometry_pb.js";
import { file_google_api_annotations, http } from "#contract/google/api/annotations_pb.js";
import { type HttpRule, HttpRuleSchema } from "#contract/google/api/http_pb.js";
import { envelope, file_platonic_rest_v1_rest } from "#contract/rest/v1/rest_pb.js";

/** Fields of messages as in a .proto file, without their numbers. Types of other files begin with a dot. */
export type Messages = { readonly [name: string]: readonly string[] };

/** Request, answer and HTTP rule of methods. */
export type Methods = { readonly [name: string]: readonly [input: string, output: string, rule: HttpRule] };

const imports: readonly DescFile[] = [
  file_google_api_annotations,
  file_platonic_rest_v1_rest,
  file_platonic_geocode_v1_geometry,
  file_google_protobuf_struct,
];

/** A contract of one service, `t.Library`, as the server would read it from generated code. */
export function contract(messages: Messages, methods: Methods): DescService {
  const service = create(ServiceDescriptorProtoSchema, { name: "Library", options: create(ServiceOptionsSchema) });
  setExtension(service.options as never, envelope, "result");
  for (const [name, [input, output, rule]] of Object.entries(methods)) {
    const options = create(MethodOptionsSchema);
    setExtension(options, http, rule);
    const types = { inputType: typeName(input), outputType: typeName(output) };
    service.method.push(create(MethodDescriptorProtoSchema, { name, ...types, options }));
  }
  const file = create(FileDescriptorProtoSchema, {
    name: "t.proto",
    package: "t",
    syntax: "editions",
    edition: Edition.EDITION_2023,
    dependency: imports.map(({ name }) => `${name}.proto`),
    messageType: Object.entries(messages).map(([name, lines]) => messageOf(name, lines)),
    service: [service],
  });
  const registry = createFileRegistry(file, (name) => imports.find((known) => `${known.name}.proto` === name));
  return registry.getService("t.Library") as DescService;
}

/** The same with one method, `t.Library.Call`. */
export function methodOf(messages: Messages, input: string, output: string, rule: HttpRule): DescMethodUnary {
  return contract(messages, { Call: [input, output, rule] }).methods[0] as DescMethodUnary;
}

/** The HTTP rule of a pattern such as `GET /v1/books/{name}`. Verbs that HttpRule does not have are custom. */
export function rule(pattern: string, rest: MessageInitShape<typeof HttpRuleSchema> = {}): HttpRule {
  const space = pattern.indexOf(" ");
  const [kind, path] = [pattern.slice(0, space), pattern.slice(space + 1)];
  const name = kind.toLowerCase();
  const named = ["get", "put", "post", "delete", "patch"].includes(name);
  const value = named ? { case: name, value: path } : { case: "custom", value: { kind, path } };
  return create(HttpRuleSchema, { ...rest, pattern: value as never });
}

const scalars: { readonly [word: string]: FieldDescriptorProto_Type } = {
  double: FieldDescriptorProto_Type.DOUBLE,
  int32: FieldDescriptorProto_Type.INT32,
  bool: FieldDescriptorProto_Type.BOOL,
  string: FieldDescriptorProto_Type.STRING,
};

function messageOf(name: string, lines: readonly string[]) {
  const message = create(DescriptorProtoSchema, { name });
  for (const [i, line] of lines.entries()) {
    const words = line.split(" ");
    const field = fieldOf(words.at(-2) as string, words.at(-1) as string, i + 1);
    if (words[0] === "repeated") field.label = FieldDescriptorProto_Label.REPEATED;
    if (words.at(-3) === "enum") field.type = FieldDescriptorProto_Type.ENUM;
    if (words[0] === "map") {
      const entry = `${field.name[0]?.toUpperCase()}${field.name.slice(1)}Entry`;
      const members = [fieldOf("string", "key", 1), fieldOf(words[1] as string, "value", 2)];
      message.nestedType.push(
        create(DescriptorProtoSchema, { name: entry, field: members, options: { mapEntry: true } }),
      );
      field.label = FieldDescriptorProto_Label.REPEATED;
      field.type = FieldDescriptorProto_Type.MESSAGE;
      field.typeName = `.t.${name}.${entry}`;
    }
    message.field.push(field);
  }
  return message;
}

function fieldOf(type: string, name: string, number: number): FieldDescriptorProto {
  const scalar = scalars[type];
  return create(FieldDescriptorProtoSchema, {
    name,
    number,
    jsonName: name,
    label: FieldDescriptorProto_Label.OPTIONAL,
    type: scalar ?? FieldDescriptorProto_Type.MESSAGE,
    ...(scalar === undefined && { typeName: typeName(type) }),
  });
}

function typeName(name: string): string {
  return name.startsWith(".") ? name : `.t.${name}`;
}
