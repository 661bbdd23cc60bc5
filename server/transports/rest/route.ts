import { type DescField, type DescMessage, type DescMethodUnary, getOption, hasOption } from "@bufbuild/protobuf";
import { http } from "../../../gen/es/google/api/annotations_pb.js";
import type { HttpRule } from "../../../gen/es/google/api/http_pb.js";
import { inlineField, untaggedOneof } from "../../rpc/codec/dialect/options.ts";
import { parseTemplate, RouteProblem, type Template } from "./template.ts";

/** A field by the way to it from the request, and that way in words such as `book.name`. */
export interface FieldPath {
  readonly text: string;
  readonly names: readonly string[];
  readonly field: DescField;
}

/** One HTTP spelling of a method, its names found among the fields of its messages. */
export interface Route {
  readonly method: DescMethodUnary;
  /** How it is told from others in error texts. */
  readonly title: string;
  /** `*` stands for every verb. */
  readonly verb: string;
  readonly template: Template;
  /** What the template's variables fill, in their order. */
  readonly bound: readonly FieldPath[];
  /** What the body holds: the request, one of its fields, or nothing. */
  readonly body: "request" | DescField | undefined;
  /** The field that is answered in place of the whole message. */
  readonly responseBody: DescField | undefined;
}

/**
 * The HTTP spellings that the contract declares for a method with google.api.http: its own and the additional ones.
 * What cannot be served is refused here, when the server starts.
 */
export function routesOf(method: DescMethodUnary): Route[] {
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

/** Says of a problem whose it is. */
export function explained<Result>(title: string, attempt: () => Result): Result {
  try {
    return attempt();
  } catch (error) {
    throw error instanceof RouteProblem ? new Error(`${title}: ${error.message}`) : error;
  }
}

function routeOf(method: DescMethodUnary, rule: HttpRule, title: string, verb: string, path: string): Route {
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
    throw new RouteProblem(`the body is ${body.name}, which the path holds`);
  }
  if (body !== "request" && !isPlainObject(method.input)) {
    throw new RouteProblem(`${method.input.typeName} is not written as an object, so that the body must be "*"`);
  }
  return { method, title, verb, template, bound, body, responseBody: responseBodyOf(rule, method.output) };
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

/** The field that a variable names: one value, reached through objects. */
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

/** Written in a way of their own. */
const wellKnown = new Set(["google.protobuf.Struct", "google.protobuf.Timestamp"]);

/** Whether a message is written as an object with its fields as members. */
export function isPlainObject(message: DescMessage): boolean {
  return !wellKnown.has(message.typeName) && inlineField(message) === undefined && untaggedOneof(message) === undefined;
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
