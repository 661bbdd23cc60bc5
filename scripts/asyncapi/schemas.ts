import { type DescEnum, type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { commentOf } from "../contract-registry.ts";
import { defined, type JsonObject } from "../openapi/json.ts";

/** Schemas of messages by protobuf's own JSON mapping. The wire uses their binary form. */
export class ProtobufSchemas {
  readonly #named = new Map<string, JsonObject>();

  /** Schemas by the name of their type, sorted. */
  named(): JsonObject {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns a reference to the schema of a message. */
  message(message: DescMessage): JsonObject {
    if (message.typeName === "google.protobuf.Timestamp") return { type: "string", format: "date-time" };
    return this.#ref(message.typeName, () => this.#object(message));
  }

  #object(message: DescMessage): JsonObject {
    const members = message.fields.map((field) => [field.jsonName, this.#field(field)]);
    const oneofs = message.oneofs.map(({ fields }) => atMostOne(fields.map(({ jsonName }) => jsonName)));
    return defined({
      type: "object",
      description: commentOf(message),
      "x-protobuf-type": message.typeName,
      properties: Object.fromEntries(members),
      allOf: oneofs.length > 0 ? oneofs : undefined,
    });
  }

  #field(field: DescField): JsonObject {
    const number = { "x-field-number": field.number };
    if (field.fieldKind === "map") throw new Error(`${field}: messages of the channel have no maps`);
    const single = this.#single(field);
    const schema = field.fieldKind === "list" ? { type: "array", items: single } : single;
    // AsyncAPI 3 ignores members next to a reference, so the comment is put around it.
    const placed = "$ref" in schema ? { allOf: [schema] } : schema;
    return defined({ ...placed, description: commentOf(field), ...number });
  }

  #single(field: DescField): JsonObject {
    if (field.message !== undefined) return this.message(field.message);
    if (field.enum !== undefined) {
      const declared = field.enum;
      return this.#ref(declared.typeName, () => enumSchema(declared));
    }
    return scalarSchema(field.scalar as ScalarType, String(field));
  }

  #ref(name: string, schemaOf: () => JsonObject): JsonObject {
    if (!this.#named.has(name)) {
      // Registered before it is complete, so that the recursion of a message within itself ends.
      this.#named.set(name, {});
      this.#named.set(name, schemaOf());
    }
    return { $ref: `#/components/schemas/${name}` };
  }
}

function enumSchema(declared: DescEnum): JsonObject {
  const values = declared.values.map((value) => `- \`${value.name}\`: ${commentOf(value) ?? ""}`);
  return {
    type: "string",
    description: [commentOf(declared), values.join("\n")].filter(Boolean).join("\n\n"),
    enum: declared.values.map(({ name }) => name),
    "x-protobuf-type": declared.typeName,
    "x-numbers": Object.fromEntries(declared.values.map(({ name, number }) => [name, number])),
  };
}

function scalarSchema(scalar: ScalarType, title: string): JsonObject {
  switch (scalar) {
    case ScalarType.STRING:
      return { type: "string" };
    case ScalarType.BOOL:
      return { type: "boolean" };
    case ScalarType.BYTES:
      return { type: "string", contentEncoding: "base64" };
    case ScalarType.INT32:
      return { type: "integer", format: "int32" };
    case ScalarType.UINT64:
      return { type: "string", format: "uint64", pattern: "^[0-9]{1,20}$" };
    default:
      throw new Error(`${title}: add its type to the schemas of AsyncAPI`);
  }
}

/** Allows one of these members and none of the others. */
function atMostOne(names: readonly string[]): JsonObject {
  const each = names.map((name) => ({ required: [name] }));
  return { oneOf: [...each, { not: { anyOf: each } }] };
}
