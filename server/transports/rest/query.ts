import type { DescMessage } from "@bufbuild/protobuf";
import { nearestName } from "../../core/nearest-name.ts";
import { holdsSecrets } from "../../rpc/codec/unknown-member.ts";
import { inlineField } from "../../rpc/dialect-options.ts";
import { type Issue, memberPath, phases } from "../../rpc/validation/issue.ts";
import { type FieldPath, isPlainObject, type Route } from "./route.ts";
import { RouteProblem } from "./template.ts";
import { textValue } from "./text-value.ts";

/** The field of a query parameter, and its JSON value. */
export interface QueryValue {
  readonly path: FieldPath;
  readonly value: unknown;
}

/** Reads the parameters of a query. One that the route does not have is an issue. */
export type QueryReader = (query: string, issues: Issue[]) => QueryValue[];

/** Compiles the reader of a route's query. */
export function compileQuery(route: Route): QueryReader {
  const parameters = queryParameters(route);
  const bound = new Set(route.bound.map(({ text }) => text));
  const isSecret = holdsSecrets(route.method.input);
  return (query, issues) => readQuery(query, { parameters, bound, isSecret }, issues);
}

/**
 * Returns the query parameters of a route by name: every field that is in neither the path nor the body, members of
 * messages by their paths.
 *
 * @throws RouteProblem for a field that cannot be written in a query
 */
export function queryParameters(route: Route): ReadonlyMap<string, FieldPath> {
  const parameters = new Map<string, FieldPath>();
  if (route.body === "request") return parameters;
  const taken = new Set(route.bound.map(({ text }) => text));
  if (route.body !== undefined) taken.add(route.body.name);
  addParameters(route.method.input, [], taken, parameters, []);
  return parameters;
}

function addParameters(
  message: DescMessage,
  prefix: readonly string[],
  taken: ReadonlySet<string>,
  parameters: Map<string, FieldPath>,
  outer: readonly DescMessage[],
): void {
  for (const field of message.fields) {
    const names = [...prefix, field.name];
    const text = names.join(".");
    if (taken.has(text)) continue;
    // An inline list or map has the name of its message's field.
    const leaf = (field.fieldKind === "message" ? inlineField(field.message) : undefined) ?? field;
    if (leaf.message === undefined && leaf.fieldKind !== "map") {
      parameters.set(text, { text, names, field: leaf });
    } else if (leaf.fieldKind === "message" && isPlainObject(leaf.message) && !outer.includes(leaf.message)) {
      addParameters(leaf.message, names, taken, parameters, [...outer, message]);
    } else {
      throw new RouteProblem(`${text} cannot be written in a query, so that it must be in the body`);
    }
  }
}

interface Known {
  readonly parameters: ReadonlyMap<string, FieldPath>;
  /** Fields in the path, which override the query's. */
  readonly bound: ReadonlySet<string>;
  readonly isSecret: boolean;
}

function readQuery(query: string, { parameters, bound, isSecret }: Known, issues: Issue[]): QueryValue[] {
  const found = new Map<FieldPath, unknown[]>();
  for (const part of query.split("&")) {
    const equals = part.indexOf("=");
    const name = decode(equals === -1 ? part : part.slice(0, equals));
    if (name === "" || (name !== undefined && bound.has(name))) continue;
    const path = name === undefined ? undefined : parameters.get(name);
    const raw = equals === -1 ? "" : part.slice(equals + 1);
    if (path === undefined) {
      issues.push(unknownParameter(name ?? part, isSecret ? undefined : (decode(raw) ?? raw), parameters));
      continue;
    }
    const text = decode(raw);
    const values = found.get(path) ?? [];
    found.set(path, values);
    if (text === undefined) issues.push(issueOf(path, "must be percent-encoded UTF-8", raw));
    else values.push(textValue(text, path.field));
  }
  const read: QueryValue[] = [];
  for (const [path, values] of found) {
    if (path.field.fieldKind === "list") read.push({ path, value: values });
    else if (values.length === 1) read.push({ path, value: values[0] });
    // Repeated parameters are refused like repeated members: a proxy might check one and let another one pass.
    else if (values.length > 1) issues.push(issueOf(path, "must be given once", values[1]));
  }
  return read;
}

function unknownParameter(name: string, provided: unknown, parameters: ReadonlyMap<string, FieldPath>): Issue {
  const nearest = nearestName(name, parameters.keys());
  const advice = nearest === undefined ? "" : `; the nearest is ${nearest}`;
  const message = `${name} is no parameter of the query at this path${advice}`;
  return { phase: phases.type, path: name, message, provided };
}

function issueOf({ names }: FieldPath, expected: string, provided: unknown): Issue {
  const path = names.reduce(memberPath, "");
  return { phase: phases.type, path, message: `${path} ${expected}`, provided };
}

/** Decodes a name or value; a plus is a space, as in HTML forms. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
