import { isDeepStrictEqual } from "node:util";
import type { DescEnum, DescField, DescMessage } from "@bufbuild/protobuf";
import { isAlwaysWritten, type JsonForm, jsonFormOf, membersOf } from "../../server/rpc/codec/dialect/json-form.ts";
import type { Shape } from "../../server/rpc/codec/dialect/untagged-oneof.ts";
import { wordOf } from "../../server/rpc/dialect-options.ts";
import { type Bounds, boundsOf, isRequiredOneof, rulesOf } from "../../server/rpc/validation/rules.ts";
import { commentOf } from "../contract-registry.ts";
import { defined, type JsonObject } from "./json.ts";
import { defaultOf, scalarSchema, sizeSchema, wordsOf } from "./values.ts";

/** Whether a schema describes what the codec reads or writes: it reads more than it writes. */
type Direction = "request" | "response";

/**
 * Writes the schemas of messages by the rules of the REST dialect, and collects the named ones. Names are those of the
 * contract, so that they are stable; schemas used in requests have the suffix `.Input`, because null, defaults and
 * bounds concern only requests.
 */
export class Schemas {
  readonly #named = new Map<string, JsonObject>();

  /** Schemas by name, sorted. */
  named(): JsonObject {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns the schema of a request's body: its message without the fields in the path. */
  body(message: DescMessage, bound: ReadonlySet<string>): JsonObject {
    const schema = this.#form(message, jsonFormOf(message), "request", bound);
    const known = this.#named.get(message.typeName);
    // Routes of one method may have different path variables.
    const isOther = known !== undefined && !isDeepStrictEqual(known, schema);
    return this.#ref(isOther ? `${message.typeName}_2` : message.typeName, schema);
  }

  /** Returns the schema of a response. */
  response(message: DescMessage): JsonObject {
    return this.#message(message, "response");
  }

  /** Returns the schema of one field of a request, without null. */
  requestField(field: DescField): JsonObject {
    return this.#field(field, "request");
  }

  /** Returns the schema of one field of a response. */
  responseField(field: DescField): JsonObject {
    return this.#field(field, "response");
  }

  #message(message: DescMessage, direction: Direction): JsonObject {
    const form = jsonFormOf(message);
    if (form.kind === "free-form") return { type: "object", additionalProperties: true };
    if (form.kind === "timestamp") {
      if (direction === "request") throw new Error(`${message.typeName}: requests hold times as texts`);
      return { type: "string", format: "date-time" };
    }
    const name = direction === "request" ? `${message.typeName}.Input` : message.typeName;
    return this.#ref(name, this.#form(message, form, direction, new Set()));
  }

  #form(message: DescMessage, form: JsonForm, direction: Direction, bound: ReadonlySet<string>): JsonObject {
    const described = defined({ description: commentOf(message) });
    switch (form.kind) {
      case "untagged":
        return { ...described, ...this.#untagged(form, direction) };
      case "inline":
        return { ...described, ...this.#field(form.field, direction) };
      case "object":
        return { ...described, ...this.#object(message, direction, bound) };
      default:
        throw new Error(`${message.typeName} has no schema of its own`);
    }
  }

  #object(message: DescMessage, direction: Direction, bound: ReadonlySet<string>): JsonObject {
    const fields = membersOf(message).filter(({ name }) => !bound.has(name));
    const required = fields
      .filter((field) => (direction === "request" ? isRequired(field) : isAlwaysWritten(field)))
      .map(({ name }) => name);
    const members = fields.map((field) => [field.name, this.#member(field, direction)]);
    return {
      type: "object",
      ...(members.length > 0 && { properties: Object.fromEntries(members) }),
      ...(required.length > 0 && { required }),
      // A request with an unknown member is refused; a field of the path may be repeated. Answers of later versions
      // have more.
      ...(direction === "request" && bound.size === 0 && { additionalProperties: false }),
    };
  }

  /** In requests null counts as absent. */
  #member(field: DescField, direction: Direction): JsonObject {
    const schema = this.#field(field, direction);
    const allowsNull = direction === "request" && !isRequired(field);
    return defined({
      ...(allowsNull ? orNull(schema) : schema),
      // The comment of an inline message's only field is the field's own.
      description: commentOf(field) ?? schema["description"],
      default: direction === "request" ? defaultOf(field) : undefined,
      deprecated: field.proto.options?.deprecated || undefined,
      writeOnly: (direction === "request" && field.proto.options?.debugRedact) || undefined,
    });
  }

  #field(field: DescField, direction: Direction): JsonObject {
    const rules = direction === "request" ? rulesOf(field) : undefined;
    const bounds = rules && boundsOf(rules, field);
    const single = (within: Bounds | undefined) => this.#single(field, within, direction);
    if (field.fieldKind === "list") {
      const items = single(bounds?.kind === "list" ? bounds.items : undefined);
      return { type: "array", items, ...sizeSchema(bounds, rules?.required === true, ["minItems", "maxItems"]) };
    }
    if (field.fieldKind === "map") {
      const size = sizeSchema(undefined, rules?.required === true, ["minProperties", "maxProperties"]);
      return { type: "object", additionalProperties: single(undefined), ...size };
    }
    return single(bounds);
  }

  #single(field: DescField, bounds: Bounds | undefined, direction: Direction): JsonObject {
    if (field.message !== undefined) return this.#message(field.message, direction);
    if (field.enum !== undefined) return this.#enum(field.enum, bounds);
    return scalarSchema(field, bounds);
  }

  #enum(declared: DescEnum, bounds: Bounds | undefined): JsonObject {
    const all = wordsOf(declared, undefined);
    const legal = wordsOf(declared, bounds);
    if (legal.length < all.length) return { type: "string", enum: legal };
    return this.#ref(declared.typeName, defined({ type: "string", enum: all, description: enumComment(declared) }));
  }

  #untagged({ oneof, alternatives, marker }: JsonForm & { kind: "untagged" }, direction: Direction): JsonObject {
    const schemas = [...alternatives].map(([shape, field]) => {
      const schema = defined({ ...this.#single(field, undefined, direction), description: commentOf(field) });
      return shapeSchema(shape, marker, schema);
    });
    const mayBeNull = direction === "response" && !isRequiredOneof(oneof);
    return { oneOf: mayBeNull ? [...schemas, { type: "null" }] : schemas };
  }

  #ref(name: string, schema: JsonObject): JsonObject {
    const known = this.#named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) throw new Error(`${name} has two different schemas`);
    this.#named.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** Whether a request without the field is refused. An absent list counts as empty, which may be too short. */
export function isRequired(field: DescField): boolean {
  const rules = rulesOf(field);
  if (rules === undefined || rules.required) return rules !== undefined;
  return field.fieldKind === "list" && rules.type.case === "repeated" && rules.type.value.minItems > 0n;
}

/** Adds the shape by which the reader recognises an alternative. */
function shapeSchema(shape: Shape, marker: string, schema: JsonObject): JsonObject {
  if (shape === "list-of-lists") return { ...schema, type: "array", minItems: 1 };
  const marked = { required: [marker], properties: { [marker]: { type: "array", prefixItems: [{ type: "array" }] } } };
  if (shape === "tagged-object") return { ...schema, ...marked };
  return shape === "object" && marker !== "" ? { ...schema, not: marked } : schema;
}

/** Adds null to a schema. A mere type, possibly with bounds, is extended in place. */
function orNull(schema: JsonObject): JsonObject {
  if (typeof schema["type"] !== "string") return { anyOf: [schema, { type: "null" }] };
  const words = schema["enum"] as unknown[] | undefined;
  return { ...schema, type: [schema["type"], "null"], ...(words && { enum: [...words, null] }) };
}

/** Returns the comment of an enum, with those of its values. */
function enumComment(declared: DescEnum): string | undefined {
  const values = declared.values.flatMap((value) => {
    const [word, comment] = [wordOf(value), commentOf(value)];
    return word === undefined || comment === undefined ? [] : [`- \`${word}\`: ${comment}`];
  });
  return [commentOf(declared), values.join("\n")].filter(Boolean).join("\n\n") || undefined;
}
