import { isObject } from "../../rpc/codec/dialect/json.ts";
import type { Issue } from "../../rpc/validation/issue.ts";
import { compileQuery } from "./query.ts";
import type { Route } from "./route.ts";
import { textValue } from "./text-value.ts";

/** Makes the JSON of a request from its body, the values of its path's variables and its query. */
export type Bind = (body: unknown, values: readonly string[], query: string, issues: Issue[]) => unknown;

/**
 * Compiles how a route's requests are put together. The path's word is the last: where it names a field, neither the
 * body nor the query can say otherwise. What the body is written for is in no query.
 *
 * @throws RouteProblem for a field that has no place in a request
 */
export function compileBind(route: Route): Bind {
  const { bound, body: declared } = route;
  const readQuery = compileQuery(route);
  return (body, values, query, issues) => {
    const json = declared === "request" ? body : declared === undefined ? {} : { [declared.name]: body };
    // A body of another type has no members; the reader refuses it.
    if (!isObject(json)) return json;
    if (readQuery !== undefined && query !== "") {
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

/** Sets a member within a member and so on, making what is not there. The JSON is this request's own. */
function place(json: Members, names: readonly string[], value: unknown): void {
  let object = json;
  const last = names.length - 1;
  for (let i = 0; i < last; i++) {
    const name = names[i] as string;
    if (!Object.hasOwn(object, name) || object[name] === null) object[name] = {};
    const inner = object[name];
    // The reader refuses it in the caller's own words.
    if (!isObject(inner)) return;
    object = inner;
  }
  object[names[last] as string] = value;
}
