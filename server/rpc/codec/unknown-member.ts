import type { DescMessage } from "@bufbuild/protobuf";
import { nearestName } from "../../core/nearest-name.ts";
import { type Issue, memberPath, phases } from "../validation/issue.ts";

/**
 * Returns the issue of a member that a message does not have, with the name that was most likely meant. Ignoring it
 * silently could have an effect that the caller does not expect.
 */
export function unknownMember(
  { path, name, value }: { readonly path: string; readonly name: string; readonly value: unknown },
  known: Iterable<string>,
): Issue {
  const here = memberPath(path, name);
  const nearest = nearestName(name, known);
  const advice = nearest === undefined ? "" : `; the nearest is ${nearest}`;
  const whole = path === "" ? "the request" : path;
  return { phase: phases.type, path: here, message: `${here} is no member of ${whole}${advice}`, provided: value };
}

/** Whether a message holds secrets, so that the value of a misspelt member may be one. */
export function holdsSecrets(message: DescMessage, seen: ReadonlySet<DescMessage> = new Set()): boolean {
  if (seen.has(message)) return false;
  const within = new Set([...seen, message]);
  return message.fields.some(
    (field) =>
      field.proto.options?.debugRedact === true || (field.message !== undefined && holdsSecrets(field.message, within)),
  );
}
