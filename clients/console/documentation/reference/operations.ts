import type { Examples } from "./examples.ts";
import { type Html, html, prose } from "./html.ts";
import type { JsonObject } from "./json.ts";
import { memberTable, type Row, rows, typeOf } from "./schemas.ts";

/** Origin in the examples, which the page's script replaces by its own. */
const origin = "http://127.0.0.1:8080";

/** An operation, and where it stands in the document. */
export interface Operation {
  readonly verb: string;
  readonly path: string;
  readonly operation: JsonObject;
}

/** Returns the operations of a document in its order. */
export function operationsOf(document: JsonObject): Operation[] {
  const paths = document["paths"] as { [path: string]: { [verb: string]: JsonObject } };
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  );
}

/** Writes one operation: what it does, what it takes and answers, and a call of it. */
export function operationArticle({ verb, path, operation }: Operation, document: JsonObject, examples: Examples): Html {
  const id = String(operation["operationId"]);
  const words = [id, verb, path, operation["summary"]].join(" ");
  const { [200]: success, ...errors } = operation["responses"] as { [status: string]: JsonObject };
  return html`<article class="operation" id="${id}" data-search="${words}">
<div class="words">
<h3><a href="#${id}">${String(operation["summary"] ?? id)}</a></h3>
<p class="route"><span class="verb verb-${verb.toLowerCase()}">${verb}</span> <code>${breakable(path)}</code></p>
${prose(afterSummary(operation))}
<p class="credentials">${credentials(operation)}</p>
${parameterTable(operation, document)}
${requestTable(operation, document)}
${answerTable(success as JsonObject, document)}
<p class="errors">Errors: ${Object.entries(errors).map(
    ([status, { $ref }]) => html`<a href="#error-${lastOf(String($ref))}">${status}</a> `,
  )}</p>
</div>
<div class="calls">
<p>Request, with made-up values</p>
<pre tabindex="0" aria-label="Example of a request">${curl(verb, path, operation, examples)}</pre>
${exampleAnswer(success as JsonObject, examples)}
</div>
</article>
`;
}

/** Returns the description without its first sentence, which is the heading. */
function afterSummary({ summary, description }: JsonObject): string {
  const text = String(description ?? "");
  return text.startsWith(`${summary}`) ? text.slice(String(summary).length).replace(/^\.?\s*/, "") : text;
}

function breakable(path: string): Html {
  return html`${path.split("/").map((segment, i) => (i === 0 ? segment : html`/<wbr>${segment}`))}`;
}

function credentials(operation: JsonObject): string {
  const alternatives = operation["security"] as JsonObject[];
  if (alternatives.some((one) => Object.keys(one).length === 0)) {
    return "Open to callers without credentials as the description or the configuration says; otherwise an API key, JWT or session.";
  }
  const isForOwners = alternatives.some((one) => (one["session"] as string[] | undefined)?.length === 0);
  return isForOwners
    ? "Credentials: API key or JWT with the permission, or a session of the identity."
    : "Credentials: API key, JWT or session with the permission.";
}

function parameterTable(operation: JsonObject, document: JsonObject): Html {
  const all = (operation["parameters"] as JsonObject[]).map((one) => resolve(one, document));
  const lines = all.map(
    (one): Row => ({
      name: String(one["name"]),
      schema: one["schema"] as JsonObject,
      isRequired: one["required"] === true,
      place: String(one["in"]),
      description: one["description"],
    }),
  );
  return html`<h4>Parameters</h4>${rows(lines)}`;
}

function requestTable(operation: JsonObject, document: JsonObject): Html {
  const schema = contentOf(operation["requestBody"])?.schema;
  return schema === undefined ? html`` : html`<h4>Request body</h4>${members(schema, document)}`;
}

function answerTable(success: JsonObject, document: JsonObject): Html {
  const { mediaType, schema } = contentOf(success) as Content;
  const [member, inner] = wrapped(schema);
  const place = member === undefined ? "" : html` in <code>${member}</code>`;
  const kind = mediaType === "text/event-stream" ? " (data of each Server-Sent Event)" : "";
  return html`<h4>Answer${place}${kind}</h4>${members(inner, document)}`;
}

/** Writes the members of an object, or the type of anything else. */
function members(schema: JsonObject, document: JsonObject): Html {
  const resolved = resolve(schema, document);
  if (resolved["properties"] !== undefined) return memberTable(resolved);
  return html`<p class="type">${typeOf(schema)}</p>`;
}

/** Returns the member that wraps every success of a service, and the schema in it. */
function wrapped(schema: JsonObject): [string | undefined, JsonObject] {
  const entries = Object.entries((schema["properties"] ?? {}) as { [name: string]: JsonObject });
  return entries.length === 1 && schema["description"] === undefined
    ? (entries[0] as [string, JsonObject])
    : [undefined, schema];
}

interface Content {
  readonly mediaType: string;
  readonly schema: JsonObject;
}

function contentOf(holder: unknown): Content | undefined {
  const content = (holder as JsonObject | undefined)?.["content"] as { [type: string]: JsonObject } | undefined;
  if (content === undefined) return undefined;
  const [[mediaType, value]] = Object.entries(content) as [[string, JsonObject]];
  const schema = value["schema"] as JsonObject;
  return { mediaType, schema: (schema["x-event-data"] as JsonObject | undefined) ?? schema };
}

/** Writes a call by curl, whose texts are quoted for a shell. */
function curl(verb: string, path: string, operation: JsonObject, examples: Examples): Html {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => `$${String(name).toUpperCase()}`);
  const schema = contentOf(operation["requestBody"])?.schema;
  const body = schema && JSON.stringify(examples.of(schema, false), null, 2).replaceAll("'", "'\\''");
  const isStream = contentOf((operation["responses"] as JsonObject)["200"])?.mediaType === "text/event-stream";
  return html`curl -sS${isStream ? " -N" : ""}${verb === "GET" || (verb === "POST" && body) ? "" : ` -X ${verb}`} \\
  "<span class="origin">${origin}</span>${filled}" \\
  -H "Authorization: Bearer $PLATONIC_API_KEY"${
    body === undefined
      ? ""
      : html` \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
  }`;
}

function exampleAnswer(success: JsonObject, examples: Examples): Html {
  const content = contentOf(success) as Content;
  const text = JSON.stringify(examples.of(content.schema, true), null, 2);
  const event = content.mediaType === "text/event-stream" ? `data: ${JSON.stringify(JSON.parse(text))}` : text;
  return html`<p>Form of the answer, with made-up values</p><pre tabindex="0" aria-label="Example of an answer">${event}</pre>`;
}

function resolve(value: JsonObject, document: JsonObject): JsonObject {
  const ref = value["$ref"];
  if (typeof ref !== "string") return value;
  const [, kind, name] = ref.slice(2).split("/") as [string, string, string];
  return ((document["components"] as JsonObject)[kind] as { [name: string]: JsonObject })[name] as JsonObject;
}

function lastOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
