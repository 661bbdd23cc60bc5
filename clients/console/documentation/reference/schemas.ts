import { type Html, html, inline, prose } from "./html.ts";
import type { JsonObject } from "./json.ts";

/** Id of the element that describes a schema. */
function schemaId(name: string): string {
  return `schema-${name}`;
}

/** Writes the named schemas, one article each. */
export function schemaArticles(schemas: { readonly [name: string]: JsonObject }): Html {
  return html`${Object.entries(schemas).map(
    ([name, schema]) => html`<article class="schema" id="${schemaId(name)}" data-search="${name}">
<h3><a href="#${schemaId(name)}">${name}</a></h3>
${prose(schema["description"])}
${bodyOf(schema)}
</article>
`,
  )}`;
}

function bodyOf(schema: JsonObject): Html {
  if (schema["properties"] !== undefined) return memberTable(schema);
  return html`<p class="type">${typeOf(schema)} ${boundsOf(schema)}</p>`;
}

/** Writes the members of an object as a table; a sentence if it has none. */
export function memberTable(schema: JsonObject): Html {
  const members = Object.entries((schema["properties"] ?? {}) as { [name: string]: JsonObject });
  if (members.length === 0) return html`<p>Without members.</p>`;
  const required = (schema["required"] ?? []) as string[];
  return rows(members.map(([name, member]) => ({ name, schema: member, isRequired: required.includes(name) })));
}

/** One line of a table. */
export interface Row {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  /** Where a parameter is sent. */
  readonly place?: string;
  readonly description?: unknown;
}

/** Writes a table of members or parameters. */
export function rows(all: readonly Row[]): Html {
  return html`<table><tbody>${all.map(
    ({ name, schema, isRequired, place, description }) =>
      html`<tr><th scope="row"><code>${name}</code>${
        isRequired ? html`<span class="required">required</span>` : ""
      }${place === undefined ? "" : html`<span class="place">${place}</span>`}${
        schema["deprecated"] === true ? html`<span class="deprecated">deprecated</span>` : ""
      }</th><td><span class="type">${typeOf(schema)}</span> ${boundsOf(schema)}${prose(
        description ?? schema["description"],
      )}</td></tr>`,
  )}</tbody></table>`;
}

/** Writes the type of a value; named schemas are links. */
export function typeOf(schema: JsonObject): Html {
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    const name = ref.slice(ref.lastIndexOf("/") + 1);
    return html`<a href="#${schemaId(name)}">${name}</a>`;
  }
  const alternatives = ((schema["anyOf"] ?? schema["oneOf"]) as JsonObject[] | undefined)?.filter(
    ({ type }) => type !== "null",
  );
  if (alternatives !== undefined && schema["type"] === undefined) {
    return html`${alternatives.map((one, i) => html`${i === 0 ? "" : " or "}${typeOf(one)}`)}`;
  }
  const [type] = [schema["type"]].flat();
  if (type === "array") return html`list of ${typeOf(schema["items"] as JsonObject)}`;
  const values = schema["additionalProperties"];
  if (type === "object" && typeof values === "object") return html`map of ${typeOf(values as JsonObject)}`;
  const kind = schema["contentEncoding"] ?? (schema["format"] === "date-time" ? "time" : undefined);
  return html`${String(kind ?? type ?? "any value")}`;
}

const bounds: readonly (readonly [lower: string, upper: string, unit: string])[] = [
  ["minimum", "maximum", ""],
  ["minLength", "maxLength", " characters"],
  ["minItems", "maxItems", " entries"],
];

/** Writes the words, the default and the bounds of a value. Those of mere machine types are left out. */
function boundsOf(schema: JsonObject): Html {
  const words = ((schema["enum"] ?? []) as unknown[]).filter((word) => word !== null);
  const parts = bounds.flatMap(([lower, upper, unit]) => {
    const [low, high] = [schema[lower], schema[upper]] as (number | undefined)[];
    if (Math.abs(low ?? 0) >= 2 ** 31 || (low === undefined && high === undefined)) return [];
    const isOpen = high === undefined || high >= 2 ** 31 - 1;
    return isOpen ? [`at least ${low}${unit}`] : [`${low ?? 0} to ${high}${unit}`];
  });
  const fallback = schema["default"] === undefined ? [] : [`default \`${JSON.stringify(schema["default"])}\``];
  const listed = words.length === 0 ? [] : [words.map((word) => `\`${word}\``).join(", ")];
  const pattern = typeof schema["pattern"] === "string" && schema["contentEncoding"] === undefined;
  const texts = [...listed, ...parts, ...(pattern ? [`pattern \`${schema["pattern"]}\``] : []), ...fallback];
  return texts.length === 0 ? html`` : html`<span class="bounds">${inline(texts.join("; "))}</span>`;
}
