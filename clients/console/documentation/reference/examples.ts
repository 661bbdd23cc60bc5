import type { JsonObject } from "./json.ts";

/** Texts of members by the end of their name, the first that fits. */
const textsByName: readonly (readonly [ending: string, text: string])[] = [
  ["request_id", "call-7"],
  ["id", "0c2cf0a5-6d5a-4a4e-9d0e-5a3f4a2f7c11"],
  ["sender", "0c2cf0a5-6d5a-4a4e-9d0e-5a3f4a2f7c11"],
  ["recipient", "4a2f7c11-9d0e-4a4e-8d5a-0c2cf0a55a3f"],
  ["username", "ada"],
  ["display_name", "Ada Lovelace"],
  ["email", "ada@example.com"],
  ["phone", "+14155550123"],
  ["amount", "12.5"],
  ["rate", "1.25"],
  ["balance", "100"],
  ["currency", "USD"],
  ["permissions", "wallets:read"],
  ["method", "wallet.v1.WalletService/GetBalance"],
];

/** Writes examples of the document's schemas. */
export class Examples {
  readonly #schemas: { readonly [name: string]: JsonObject };

  constructor(document: JsonObject) {
    this.#schemas = (document["components"] as JsonObject)["schemas"] as { [name: string]: JsonObject };
  }

  /**
   * Returns an example of a schema. Objects have the members that are required, or all but those of a failure.
   *
   * @param name Member that holds the value, from which texts are chosen
   */
  of(schema: JsonObject, isWhole: boolean, name = "", outer: readonly string[] = []): unknown {
    const ref = schema["$ref"];
    if (typeof ref === "string") {
      const target = ref.slice(ref.lastIndexOf("/") + 1);
      // A message within itself ends where it repeats.
      if (outer.includes(target)) return undefined;
      return this.of(this.#schemas[target] as JsonObject, isWhole, name, [...outer, target]);
    }
    const [alternative] = (schema["anyOf"] ?? schema["oneOf"] ?? []) as JsonObject[];
    if (alternative !== undefined && schema["type"] === undefined) return this.of(alternative, isWhole, name, outer);
    if (schema["default"] !== undefined) return schema["default"];
    const [word] = (schema["enum"] ?? []) as unknown[];
    if (word !== undefined) return word;
    return this.#typed(schema, isWhole, name, outer);
  }

  #typed(schema: JsonObject, isWhole: boolean, name: string, outer: readonly string[]): unknown {
    switch ([schema["type"]].flat()[0]) {
      case "object":
        return this.#object(schema, isWhole, outer);
      case "array":
        return this.#array(schema, isWhole, name, outer);
      case "boolean":
        return true;
      case "integer":
      case "number":
        return Math.min(Math.max(1, (schema["minimum"] as number) ?? 1), (schema["maximum"] as number) ?? 1);
      case "string":
        return textOf(schema, name);
      default:
        return null;
    }
  }

  #object(schema: JsonObject, isWhole: boolean, outer: readonly string[]): JsonObject {
    const members = (schema["properties"] ?? {}) as { [name: string]: JsonObject };
    const required = (schema["required"] ?? []) as string[];
    const names = Object.keys(members).filter(
      (name) => required.includes(name) || (isWhole && !(name.startsWith("error_") && "success" in members)),
    );
    const values = names.map((name) => [name, this.of(members[name] as JsonObject, isWhole, name, outer)] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
  }

  #array(schema: JsonObject, isWhole: boolean, name: string, outer: readonly string[]): unknown[] {
    const item = this.of(schema["items"] as JsonObject, isWhole, name, outer);
    const least = (schema["minItems"] as number | undefined) ?? 0;
    if (item === undefined) return [];
    // Vectors have three dimensions at least.
    return typeof item === "number" ? [1, 2, 3] : Array.from({ length: Math.max(1, least) }, () => item);
  }
}

function textOf(schema: JsonObject, name: string): string {
  if (schema["format"] === "date-time") return "2026-11-23T12:00:00.000Z";
  const least = (schema["minLength"] as number | undefined) ?? 0;
  if (schema["contentEncoding"] === "base64") return "AAAA".repeat(Math.max(1, Math.ceil(least / 4)));
  const named = textsByName.find(([ending]) => name === ending || name.endsWith(`_${ending}`))?.[1];
  const candidates = [named, "text", "x".repeat(Math.max(least, 1)), "*"].filter((text) => text !== undefined);
  return candidates.find((text) => isAllowed(schema, text)) ?? "";
}

function isAllowed({ pattern, minLength = 0, maxLength }: JsonObject, text: string): boolean {
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(text)) return false;
  return text.length >= (minLength as number) && text.length <= ((maxLength as number | undefined) ?? text.length);
}
