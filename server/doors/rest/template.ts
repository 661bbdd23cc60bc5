import { type DescMethodUnary, getOption, hasOption } from "@bufbuild/protobuf";
import { http } from "../../../gen/es/google/api/annotations_pb.js";

/** One path segment of a template: a literal, or the name of the field that it fills. */
export type Segment = { readonly literal: string } | { readonly field: string };

/** The HTTP spelling of a method. */
export interface Template {
  readonly verb: string;
  readonly segments: readonly Segment[];
  /** Whether the body holds the request. */
  readonly hasBody: boolean;
}

/**
 * The HTTP spelling that the contract declares with google.api.http. Literal segments and `{field}` are understood;
 * anything else is refused when the server starts.
 */
export function templateOf(method: DescMethodUnary): Template {
  if (!hasOption(method, http)) throw new Error(`${method.toString()} declares no HTTP path`);
  const rule = getOption(method, http);
  const { case: kind, value: path } = rule.pattern;
  const verbs: { [kind: string]: string } = { get: "GET", put: "PUT", post: "POST", delete: "DELETE", patch: "PATCH" };
  const verb = kind === undefined ? undefined : verbs[kind];
  if (verb === undefined || typeof path !== "string" || !path.startsWith("/") || rule.additionalBindings.length > 0) {
    throw new Error(`${method.toString()}: this form of google.api.http is not supported`);
  }
  if (rule.body !== "" && rule.body !== "*") throw new Error(`${method.toString()}: the body must be "*" or absent`);
  const segments = path
    .slice(1)
    .split("/")
    .map((text) => segmentOf(text, method));
  return { verb, segments, hasBody: rule.body === "*" };
}

function segmentOf(text: string, method: DescMethodUnary): Segment {
  const variable = /^\{(\w+)\}$/.exec(text)?.[1];
  if (variable !== undefined) {
    const field = method.input.fields.find((candidate) => candidate.name === variable);
    if (field === undefined) throw new Error(`${method.toString()}: the path names ${variable}, which is no field`);
    return { field: field.name };
  }
  if (!/^[\w.-]+$/.test(text)) throw new Error(`${method.toString()}: the path segment ${text} is not supported`);
  return { literal: text };
}
