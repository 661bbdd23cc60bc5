import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allPages } from "../documentation/contents.ts";
import type { Field, Operation } from "../src/playground/operation.ts";
import { readShape } from "./shapes.ts";

/** A schema of the OpenAPI document, as far as forms are made from it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: Described }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly requestBody: { readonly content: { readonly "application/json": Content } };
}

interface Content {
  readonly schema: Schema;
  readonly example?: object;
}

const prefix = "/v1/geocode/";

/** Reads the operations of the geocode service from the OpenAPI document, which is written from the descriptors. */
export function readOperations(): Operation[] {
  const file = join(import.meta.dirname, "../../../gen/openapi/openapi.json");
  const document = JSON.parse(readFileSync(file, "utf8")) as Document;
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const found = document.components.schemas[schema.$ref.slice("#/components/schemas/".length)];
    return { ...resolve(found as Schema), ...withoutReference(schema) };
  };

  function fieldsOf(schema: Schema, path: string): Field[] {
    const { properties = {}, required = [] } = resolve(schema);
    return Object.entries(properties).flatMap(([name, property]) =>
      fieldOf(`${path}${name}`, property, required.includes(name)),
    );
  }

  function fieldOf(path: string, property: Schema, isRequired: boolean): Field[] {
    const inner = property.anyOf?.find((one) => one.type !== "null") ?? {};
    const schema = { ...resolve(inner), ...resolve(property) };
    const types = [schema.type ?? []].flat();
    const { description = "", minimum, maximum } = schema;
    const common = { path, description, isRequired, default: schema.default };
    if (schema.enum !== undefined) return [{ ...common, kind: "word", words: schema.enum }];
    if (types.includes("boolean")) return [{ ...common, kind: "boolean" }];
    if (types.includes("integer")) return [{ ...common, kind: "integer", minimum, maximum }];
    if (types.includes("number")) return [{ ...common, kind: "number", minimum, maximum }];
    if (isNumbers(schema)) return [{ ...common, kind: "numbers" }];
    // A group of optional members has a field for each; one that must be there is given whole.
    return isRequired ? [{ ...common, kind: "json" }] : fieldsOf(schema, `${path}.`);
  }

  /** Whether a field takes a list of numbers, be it one form among others. */
  function isNumbers(schema: Schema): boolean {
    const forms = schema.oneOf ?? [schema];
    return forms.some((form) => ["number", "integer"].includes(String(resolve(form).items?.type)));
  }

  return Object.entries(document.paths).flatMap(([path, { post }]) => {
    if (!path.startsWith(prefix) || post === undefined) return [];
    const { schema, example = {} } = post.requestBody.content["application/json"];
    const fields = fieldsOf(schema, "");
    const name = path.slice(prefix.length);
    const hasGuide = allPages.some((page) => page.path === `/docs/${name}`);
    return [{ name, path, summary: post.summary, fields, example, hasGuide, ...readShape(name) }];
  });
}

function withoutReference({ $ref: _, ...rest }: Schema): Schema {
  return rest;
}
