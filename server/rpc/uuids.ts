import { type DescField, getOption } from "@bufbuild/protobuf";
import { uuid as uuidOption } from "#contract/call/v1/call_pb.js";
import { canonicalUuid, isOtherFormOfUuid } from "../core/uuid.ts";
import { inlineField } from "./dialect-options.ts";
import { oncePerType } from "./once-per-type.ts";
import { type Issue, memberPath, phases } from "./validation/issue.ts";

/**
 * Canonicalises the ids of a request to their form in answers, so that permissions, limits, idempotency and the store
 * see one form of each id. Adds an issue for an id in another form than that of RFC 9562.
 */
export type ReadUuids = (message: object, path: string, issues: Issue[]) => void;

/** Compiles this for a request type and the messages within it; undefined if the contract declares no UUID there. */
export const compileUuids = oncePerType((message): ReadUuids | undefined => {
  // Free-form values contain no ids and are recursive.
  if (message.typeName.startsWith("google.protobuf.")) return undefined;
  const steps = message.fields.flatMap((field) => compileField(field) ?? []);
  if (steps.length === 0) return undefined;
  return (held, path, issues) => {
    for (const step of steps) step(held, path, issues);
  };
}, "the contract does not use");

type Record = { [member: string]: unknown };

function compileField(field: DescField): ReadUuids | undefined {
  const isUuid = getOption(field, uuidOption);
  const nested = field.message === undefined ? undefined : compileUuids(field.message);
  if (!isUuid && nested === undefined) return undefined;
  if (field.oneof !== undefined || field.fieldKind === "map") {
    throw new Error(`${field.toString()}: a UUID is in a oneof or a map, which is not supported`);
  }
  const { localName, name } = field;
  const isInline = inlineField(field.parent) === field;
  return (held, path, issues) => {
    if (!Object.hasOwn(held, localName)) return;
    const value = (held as Record)[localName];
    const here = isInline ? path : memberPath(path, name);
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) {
        if (isUuid) value[i] = read(value[i] as string, `${here}[${i}]`, issues);
        else nested?.(value[i] as object, `${here}[${i}]`, issues);
      }
    } else if (isUuid) {
      (held as Record)[localName] = read(value as string, here, issues);
    } else if (value !== undefined) {
      nested?.(value as object, here, issues);
    }
  };
}

function read(text: string, path: string, issues: Issue[]): string {
  if (isOtherFormOfUuid(text)) {
    const message = `${path} must be a UUID written with hyphens only, such as 01920000-0000-7000-8000-000000000000`;
    issues.push({ phase: phases.range, path, message, provided: text });
  }
  return canonicalUuid(text);
}
