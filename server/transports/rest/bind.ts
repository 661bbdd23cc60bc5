import { isObject } from "../../rpc/codec/dialect/json.ts";
import type { Issue } from "../../rpc/validation/issue.ts";
import { compileQuery } from "./query.ts";
import type { Route } from "./route.ts";
import { textValue } from "./text-value.ts";

/** Builds the JSON of a request from its body, the values of its path variables and its query. */
export type Bind = (body: unknown, values: readonly string[], query: string, issues: Issue[]) => unknown;

/**
 * Compiles how the requests of a route are built. A field in the path takes precedence over the body and the query; a
 * field in the body cannot be in the query.
 *
 * @throws RouteProblem for a field that a request cannot hold
 */
export function compileBind(route: Route): Bind {
  const { bound, body: declared } = route;
  const readQuery = compileQuery(route);
  return (body, values, query, issues) => {
    const json = declared === "request" ? body : declared === undefined ? {} : { [declared.name]: body };
    // The reader refuses a body that is not an object.
    if (!isObject(json)) return json;
    if (query !== "") {
      for (const { path, value } of readQuery(query, issues)) place(json, path.names, value);
    }
    for (let i = 0; i < bound.length; i++) {
      const { names, field } = bound[i] as Route["bound"][number];
      place(json, names, textValue(values[i] as string, field));
    }
    return json;
  };
}

type Members = { [member: string]: unknown };

/** Sets a nested member and creates the objects on the way to it. */
function place(json: Members, names: readonly string[], value: unknown): void {
  let object = json;
  const last = names.length - 1;
  for (let i = 0; i < last; i++) {
    const name = names[i] as string;
    if (!Object.hasOwn(object, name) || object[name] === null) object[name] = {};
    const inner = object[name];
    // The reader refuses it, reporting the caller's path.
    if (!isObject(inner)) return;
    object = inner;
  }
  object[names[last] as string] = value;
}
