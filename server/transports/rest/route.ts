import { type DescField, type DescMessage, type DescMethod, getOption, hasOption } from "@bufbuild/protobuf";
import { http } from "#contract/google/api/annotations_pb.js";
import type { HttpRule } from "#contract/google/api/http_pb.js";
import { jsonFormOf } from "../../rpc/codec/dialect/json-form.ts";
import { parseTemplate, RouteProblem, type Template } from "./template.ts";

/** A field and its path from the request, such as `book.name`. */
export interface FieldPath {
  readonly text: string;
  readonly names: readonly string[];
  readonly field: DescField;
}

/** One HTTP binding of a method, with its names resolved to fields. */
export interface Route {
  readonly method: DescMethod;
  /** Name in error messages. */
  readonly title: string;
  /** `*` stands for every verb. */
  readonly verb: string;
  /** The template as the contract writes it. */
  readonly path: string;
  readonly template: Template;
  /** Fields that the template's variables fill, in order. */
  readonly bound: readonly FieldPath[];
  /** Content of the body: the request, one of its fields, or nothing. */
  readonly body: "request" | DescField | undefined;
  /** Field that is sent instead of the whole answer. */
  readonly responseBody: DescField | undefined;
}

/**
 * Returns the HTTP bindings that the contract declares for a method with google.api.http, the additional ones included.
 * Throws at start-up for a binding that cannot be served.
 */
export function routesOf(method: DescMethod): Route[] {
  if (!hasOption(method, http)) throw new Error(`${method.toString()} declares no HTTP path`);
  const rule = getOption(method, http);
  return [rule, ...rule.additionalBindings].map((binding) => {
    const { verb, path } = patternOf(binding);
    if (verb === "") throw new Error(`${method.toString()}: google.api.http names no verb`);
    const title = `${method.toString()}, ${verb} ${path}`;
    return explained(title, () => {
      if (binding !== rule && binding.additionalBindings.length > 0) {
        throw new RouteProblem("an additional binding must not have additional bindings");
      }
      return routeOf(method, binding, title, verb, path);
    });
  });
}

/** Runs a function and adds the route's title to its problems. */
export function explained<Result>(title: string, attempt: () => Result): Result {
  try {
    return attempt();
  } catch (error) {
    throw error instanceof RouteProblem ? new Error(`${title}: ${error.message}`) : error;
  }
}

function routeOf(method: DescMethod, rule: HttpRule, title: string, verb: string, path: string): Route {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(verb)) throw new RouteProblem("the verb is no HTTP method");
  const template = parseTemplate(path);
  const bound = template.variables.map((variable) => pathField(method.input, variable.field));
  for (const [i, { text }] of bound.entries()) {
    if (bound.findIndex((other) => other.text === text) < i) {
      throw new RouteProblem(`the variable ${text} is bound twice`);
    }
  }
  const body = bodyOf(rule, method.input);
  if (body !== undefined && (verb === "GET" || verb === "HEAD")) throw new RouteProblem(`${verb} has no body`);
  if (typeof body === "object" && bound.some(({ text }) => text === body.name)) {
    throw new RouteProblem(`the body is ${body.name}, which the path holds already`);
  }
  if (body !== "request" && !isPlainObject(method.input)) {
    throw new RouteProblem(`${method.input.typeName} is not written as an object, so that the body must be "*"`);
  }
  return { method, title, verb, path, template, bound, body, responseBody: responseBodyOf(rule, method.output) };
}

function patternOf({ pattern }: HttpRule): { verb: string; path: string } {
  switch (pattern.case) {
    case undefined:
      return { verb: "", path: "" };
    case "custom":
      return { verb: pattern.value.kind, path: pattern.value.path };
    default:
      return { verb: pattern.case.toUpperCase(), path: pattern.value };
  }
}

/** Resolves a variable to its field, which must hold one value and be reached through objects. */
function pathField(input: DescMessage, text: string): FieldPath {
  const names = text.split(".");
  let message: DescMessage | undefined = input;
  let field: DescField | undefined;
  for (const name of names) {
    if (message !== undefined && !isPlainObject(message)) {
      throw new RouteProblem(`the variable ${text} leads into ${message.typeName}, which is not written as an object`);
    }
    field = message?.fields.find((candidate) => candidate.name === name);
    if (field === undefined) throw new RouteProblem(`the variable ${text} names no field of ${input.typeName}`);
    if (field.fieldKind === "list" || field.fieldKind === "map") {
      throw new RouteProblem(`the variable ${text} names ${field.name}, which is repeated`);
    }
    message = field.message;
  }
  if (message !== undefined) throw new RouteProblem(`the variable ${text} names a message`);
  return { text, names, field: field as DescField };
}

/** Whether the JSON of a message is an object with its fields as members. */
export function isPlainObject(message: DescMessage): boolean {
  return jsonFormOf(message).kind === "object";
}

function bodyOf({ body }: HttpRule, input: DescMessage): Route["body"] {
  if (body === "") return undefined;
  if (body === "*") return "request";
  const field = input.fields.find((candidate) => candidate.name === body);
  if (field === undefined) throw new RouteProblem(`the body is ${body}, which is no field of ${input.typeName}`);
  return field;
}

function responseBodyOf({ responseBody }: HttpRule, output: DescMessage): DescField | undefined {
  if (responseBody === "") return undefined;
  const field = output.fields.find((candidate) => candidate.name === responseBody);
  if (field === undefined) {
    throw new RouteProblem(`the response body is ${responseBody}, which is no field of ${output.typeName}`);
  }
  if (field.oneof !== undefined) throw new RouteProblem(`the response body is ${responseBody}, which is in a oneof`);
  return field;
}
