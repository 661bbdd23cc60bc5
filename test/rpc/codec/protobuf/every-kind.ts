import { create, createFileRegistry, type DescMessage, type MessageInitShape } from "@bufbuild/protobuf";
import { protoCamelCase } from "@bufbuild/protobuf/reflect";
import {
  Edition,
  FeatureSet_EnumType,
  FeatureSet_FieldPresence,
  FeatureSet_Utf8Validation,
  type FeatureSetSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  type FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
} from "@bufbuild/protobuf/wkt";

const imports = [
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
];

const scalars = [
  ...["DOUBLE", "FLOAT", "INT64", "UINT64", "INT32", "FIXED64", "FIXED32", "BOOL", "STRING", "BYTES"],
  ...["UINT32", "SFIXED32", "SFIXED64", "SINT32", "SINT64"],
] as (keyof typeof FieldDescriptorProto_Type)[];
const keys = scalars.filter((name) => !["DOUBLE", "FLOAT", "BYTES"].includes(name));
const messages = [
  ...["Timestamp", "Duration", "FieldMask", "Struct", "Value", "ListValue", "Empty", "DoubleValue", "FloatValue"],
  ...["Int64Value", "UInt64Value", "Int32Value", "UInt32Value", "BoolValue", "StringValue", "BytesValue"],
];

const repeated = FieldDescriptorProto_Label.REPEATED;

type Field = Omit<MessageInitShape<typeof FieldDescriptorProtoSchema>, "$typeName" | "$unknown">;

interface Flavour {
  readonly name: string;
  readonly syntax: "proto3" | "editions";
  readonly features?: MessageInitShape<typeof FeatureSetSchema>;
}

/**
 * Message types that have a field of every kind: each scalar, enum, well-known type and the type itself, as a singular
 * field, a list, a list that is not packed, a member of a oneof and the value of a map; and every type of map key.
 */
export const everyKind: readonly DescMessage[] = [
  { name: "proto3", syntax: "proto3" } as const,
  { name: "explicit", syntax: "editions" } as const,
  {
    name: "implicit",
    syntax: "editions",
    features: { fieldPresence: FeatureSet_FieldPresence.IMPLICIT, utf8Validation: FeatureSet_Utf8Validation.NONE },
  } as const,
  { name: "closed", syntax: "editions", features: { enumType: FeatureSet_EnumType.CLOSED } } as const,
].map(typeOf);

function typeOf(flavour: Flavour): DescMessage {
  const typeName = `.${flavour.name}.Everything`;
  const fields: Field[] = [];
  const entries: { name: string; field: Field[] }[] = [];
  const add = (name: string, init: Field) =>
    fields.push({ name, jsonName: protoCamelCase(name), number: fields.length * 3 + 1, label: 1, ...init });
  const addMap = (name: string, key: Field, value: Field) => {
    const entry = `${name[0]?.toUpperCase()}${name.slice(1)}Entry`;
    entries.push({
      name: entry,
      field: [
        { name: "key", number: 1, label: 1, ...key },
        { name: "value", number: 2, label: 1, ...value },
      ],
    });
    add(name, { label: repeated, type: FieldDescriptorProto_Type.MESSAGE, typeName: `${typeName}.${entry}` });
  };
  const text = { type: FieldDescriptorProto_Type.STRING };
  const kinds = [
    ...scalars.map((name) => ({ name: name.toLowerCase(), kind: { type: FieldDescriptorProto_Type[name] } })),
    ...[`.${flavour.name}.Word`, ...(flavour.name === "closed" ? [] : [".google.protobuf.NullValue"])].map((name) => ({
      name: name.split(".").pop()?.toLowerCase() as string,
      kind: { type: FieldDescriptorProto_Type.ENUM, typeName: name },
    })),
    ...[typeName, ...messages.map((name) => `.google.protobuf.${name}`)].map((name) => ({
      name: name.split(".").pop()?.toLowerCase() as string,
      kind: { type: FieldDescriptorProto_Type.MESSAGE, typeName: name },
    })),
  ];
  for (const { name, kind } of kinds) {
    add(`one${name}`, { ...kind, jsonName: `the ${name}` });
    add(`list_${name}`, { ...kind, label: repeated });
    add(`chosen_${name}`, { ...kind, oneofIndex: 0 });
    addMap(`map${name}`, text, kind);
    const isPackable = kind.type !== FieldDescriptorProto_Type.MESSAGE && !["string", "bytes"].includes(name);
    if (!isPackable) continue;
    const options = flavour.syntax === "proto3" ? { packed: false } : { features: { repeatedFieldEncoding: 2 } };
    add(`loose${name}`, { ...kind, label: repeated, options: options as never });
  }
  for (const name of keys) addMap(`by${name.toLowerCase()}`, { type: FieldDescriptorProto_Type[name] }, text);
  if (flavour.name === "explicit") add("preset", { ...text, defaultValue: "preset" });
  const file = create(FileDescriptorProtoSchema, {
    name: `${flavour.name}.proto`,
    package: flavour.name,
    syntax: flavour.syntax,
    ...(flavour.syntax === "editions" && { edition: Edition.EDITION_2023 }),
    ...(flavour.features && { options: { features: flavour.features } }),
    dependency: imports.map(({ name }) => `${name}.proto`),
    enumType: [
      {
        name: "Word",
        value: [
          { name: "WORD_NONE", number: 0 },
          { name: "WORD_ONE", number: 1 },
          { name: "WORD_LOW", number: -5 },
        ],
      },
    ],
    messageType: [
      {
        name: "Everything",
        field: fields,
        oneofDecl: [{ name: "choice" }],
        nestedType: entries.map((entry) => ({ ...entry, options: { mapEntry: true } })),
      },
    ],
  });
  const registry = createFileRegistry(file, (name) => imports.find((known) => `${known.name}.proto` === name));
  return registry.getMessage(typeName.slice(1)) as DescMessage;
}
