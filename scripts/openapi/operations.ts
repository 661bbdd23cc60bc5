import { type DescMethod, getOption, ScalarType } from "@bufbuild/protobuf";
import { envelope, example } from "#contract/rest/v1/rest_pb.js";
import { unexpectedReason } from "../../server/rpc/handler.ts";
import { compileTerms } from "../../server/rpc/terms/terms.ts";
import { compileHeaders, type HeaderField } from "../../server/transports/rest/header.ts";
import { queryParameters } from "../../server/transports/rest/query.ts";
import { type FieldPath, type Route, routesOf } from "../../server/transports/rest/route.ts";
import type { Segment, Template } from "../../server/transports/rest/template.ts";
import { commentOf } from "../contract-registry.ts";
import { callExtension, callText } from "./call.ts";
import { errorRefs } from "./errors.ts";
import { successHeaders } from "./headers.ts";
import { defined, type JsonObject } from "./json.ts";
import { isRequired, type Schemas } from "./schemas.ts";
import { securityOf } from "./security.ts";
import { defaultOf } from "./values.ts";

/** An operation, with its position in the document. */
export interface PlacedOperation {
  readonly path: string;
  /** In lower case. */
  readonly verb: string;
  readonly operation: JsonObject;
}

/**
 * Returns the operations of a method, one for each of its routes. The id is `Service_Method`, with the suffix `_2` for
 * the second route. Routes keep their order, so ids are stable.
 *
 * @throws Error for a route that OpenAPI cannot express
 */
export function operationsOf(method: DescMethod, schemas: Schemas): PlacedOperation[] {
  return routesOf(method).map((route, index) => {
    const id = `${method.parent.name}_${method.name}`;
    return {
      path: pathOf(route),
      verb: verbOf(route),
      operation: operationOf(route, index === 0 ? id : `${id}_${index + 1}`, schemas),
    };
  });
}

function operationOf(route: Route, id: string, schemas: Schemas): JsonObject {
  const { method } = route;
  const valued = compileHeaders(method.input);
  return defined({
    operationId: id,
    tags: [method.parent.name],
    ...textsOf(method),
    deprecated: method.proto.options?.deprecated || undefined,
    security: securityOf(method),
    "x-platonic-call": callExtension(method),
    parameters: parametersOf(route, valued, schemas),
    requestBody: requestBody(route, schemas),
    responses: {
      200: success(route, schemas),
      ...errorRefs({
        unexpectedReason: unexpectedReason(method.parent),
        hasVersion: valued.some(({ name }) => name === "if-match"),
        hasBody: route.body !== undefined,
      }),
    },
  });
}

/**
 * Returns the texts of a method: the first sentence of the comment is the summary; the whole comment and the terms of
 * the call are the description.
 */
function textsOf(method: DescMethod): JsonObject {
  const comment = commentOf(method) ?? "";
  const terms = callText(method);
  return { summary: firstSentence(comment), description: comment === "" ? terms : `${comment}\n\n${terms}` };
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

function firstSentence(text: string): string | undefined {
  const [first] = sentences.segment(text);
  return first?.segment.trim().replace(/\.$/, "");
}

function verbOf({ verb, title }: Route): string {
  const lower = verb.toLowerCase();
  if (["get", "put", "post", "delete", "options", "head", "patch", "trace"].includes(lower)) return lower;
  throw new Error(`${title}: OpenAPI has no operations of the verb ${verb}`);
}

function pathOf({ template, title, bound }: Route): string {
  const names = new Map(template.variables.map(({ from }, i) => [from, bound[i]?.text]));
  if (template.variables.some(({ from, to }) => to !== from + 1)) {
    throw new Error(`${title}: OpenAPI has no variables of several segments`);
  }
  const segments = template.segments.map((segment, i) => segmentOf(segment, names.get(i), title));
  return `/${segments.join("/")}${colonVerb(template)}`;
}

function segmentOf(segment: Segment, variable: string | undefined, title: string): string {
  if (typeof segment !== "string") return segment.literal;
  if (variable === undefined) throw new Error(`${title}: OpenAPI has no wildcards without a name`);
  return `{${variable}}`;
}

function colonVerb({ colonVerb }: Template): string {
  return colonVerb === "" ? "" : `:${colonVerb}`;
}

function parametersOf(route: Route, valued: readonly HeaderField[], schemas: Schemas): JsonObject[] {
  // The header replaces such a field: generated code has one name for `last_event_id` and `Last-Event-Id`.
  const isHeader = ({ field }: FieldPath) => valued.some((header) => header.field === field);
  const queried = [...queryParameters(route).values()].filter((path) => !isHeader(path));
  return [
    ...route.bound.map((path) => parameter("path", path, true, schemas)),
    ...queried.map((path) => parameter("query", path, isRequired(path.field), schemas)),
    ...valued.map((header) => headerParameter(header, schemas)),
    ...(compileTerms(route.method).takesKey ? ["Idempotency-Key", "X-Request-Id"] : ["X-Request-Id"]).map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
  ];
}

function parameter(
  place: "path" | "query",
  { text, field }: FieldPath,
  required: boolean,
  schemas: Schemas,
): JsonObject {
  return defined({
    name: text,
    in: place,
    required: required || undefined,
    description: commentOf(field),
    deprecated: field.proto.options?.deprecated || undefined,
    schema: defined({ ...schemas.requestField(field), ...bounds(place, field), default: defaultOf(field) }),
  });
}

/** Returns the bounds of a parameter. A path variable is never empty, whatever its field may be elsewhere. */
function bounds(place: "path" | "query", field: FieldPath["field"]): JsonObject {
  return place === "path" && field.scalar === ScalarType.STRING && !isRequired(field) ? { minLength: 1 } : {};
}

function headerParameter({ name, field }: HeaderField, schemas: Schemas): JsonObject {
  const comment = commentOf(field);
  return {
    name: name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase()),
    in: "header",
    description: `${comment === undefined ? "" : `${comment} `}The value of \`${field.name}\`; the body's own wins.`,
    schema: schemas.requestField(field),
  };
}

function requestBody(route: Route, schemas: Schemas): JsonObject | undefined {
  const { body, bound, method } = route;
  if (body === undefined) return undefined;
  if (bound.some(({ names }) => names.length > 1)) throw new Error(`${route.title}: a variable is within a member`);
  const taken = new Set(bound.map(({ text }) => text));
  const schema = body === "request" ? schemas.body(method.input, taken) : schemas.requestField(body);
  return { required: true, content: { "application/json": defined({ schema, example: exampleOf(route) }) } };
}

/** Returns the contract's example request of a method; undefined if it has none. */
function exampleOf({ method, body, title }: Route): unknown {
  const text = getOption(method, example);
  if (text === "" || body !== "request") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${title}: its rest.v1.example is not JSON: ${(error as Error).message}`);
  }
}

function success({ method, responseBody }: Route, schemas: Schemas): JsonObject {
  const answer = responseBody === undefined ? schemas.response(method.output) : schemas.responseField(responseBody);
  const member = getOption(method.parent, envelope);
  const schema = member === "" ? answer : { type: "object", required: [member], properties: { [member]: answer } };
  return {
    description: commentOf(method.output) ?? "Success.",
    headers: successHeaders(),
    content: method.methodKind === "unary" ? { "application/json": { schema } } : eventStream(schema),
  };
}

/**
 * Describes the content of a stream. OpenAPI 3.1 has no form for events, so the schema of their data is an extension.
 */
function eventStream(data: JsonObject): JsonObject {
  const description =
    "Server-Sent Events: the data of each is JSON, as `x-event-data` describes it, and its id is the cursor after it. " +
    "An event named `error` has the body of an error, and is the last.";
  return { "text/event-stream": { schema: { type: "string", description, "x-event-data": data } } };
}
