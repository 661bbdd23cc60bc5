import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { inlineField, untaggedOneof } from "../dialect-options.ts";
import { oncePerType } from "../once-per-type.ts";
import { type Check, type Issue, memberPath, phases } from "./issue.ts";
import { compileCheck, compileItemCheck, isRequiredOneof, rangeOf, rulesOf } from "./rules.ts";
import { compileEntryChecks } from "./texts.ts";

/** Adds an issue for every rule of the contract that the message breaks. */
export type Validator = (message: object, path: string, issues: Issue[]) => void;

/**
 * Compiles the rules that the contract declares for a message, and for all messages within it, into one function. The
 * results equal those of protovalidate (a test compares them), in the order in which issues are reported, with paths as in
 * REST, and without reading the numbers of long lists.
 *
 * Undefined if no message of this type can break a rule.
 */
export const compileValidator = oncePerType((message): Validator | undefined => {
  // Free-form values have no rules and recursive types.
  if (message.typeName.startsWith("google.protobuf.")) return undefined;
  const untagged = untaggedOneof(message);
  if (untagged !== undefined) return compileOneof(untagged);
  if (message.oneofs.length > 0) throw new Error(`${message.typeName}: a oneof must be untagged`);
  const steps = message.fields.map((field) => compileField(field)).filter((step) => step !== undefined);
  if (steps.length === 0) return undefined;
  return (value, path, issues) => {
    for (const step of steps) step(value as Record, path, issues);
  };
}, "the contract does not use");

type Record = { readonly [member: string]: unknown };

function compileOneof(oneof: DescMessage["oneofs"][number]): Validator {
  const required = isRequiredOneof(oneof);
  const alternatives = new Map(oneof.fields.map((field) => [field.localName, compileAlternative(field)]));
  return (value, path, issues) => {
    const chosen = (value as Record)[oneof.localName] as { case?: string; value?: object };
    if (chosen.case === undefined) {
      if (required) issues.push(missing(path));
    } else {
      alternatives.get(chosen.case)?.(chosen.value as never, path, issues);
    }
  };
}

/** Compiles the rules of an alternative, whose path is that of its oneof. */
function compileAlternative(field: DescField): Validator | undefined {
  if (field.message !== undefined) return compileValidator(field.message);
  const check = compileCheck(rulesOf(field), field);
  return check && ((value, path, issues) => report(check, value, path, issues));
}

function compileField(field: DescField): Validator | undefined {
  const rules = rulesOf(field);
  const required = rules?.required ?? false;
  const check = compileCheck(rules, field);
  const checkItem = compileItemCheck(rules, field);
  const entries = compileEntryChecks(field);
  const nested = field.message && compileValidator(field.message);
  if (!required && [check, checkItem, entries, nested].every((step) => step === undefined)) return undefined;
  const { localName, name } = field;
  // An inline message is written as its list, so paths do not contain the list's name.
  const isInline = inlineField(field.parent) === field;
  const range = rangeOf(field);
  const hasPresence = field.fieldKind === "message" || field.presence !== FeatureSet_FieldPresence.IMPLICIT;

  return (value, path, issues) => {
    const here = isInline ? path : memberPath(path, name);
    // Unset fields with explicit presence are not own members: reading them gives the default.
    const present = hasPresence ? Object.hasOwn(value, localName) : true;
    const held = (value as Record)[localName];
    if (!present || held === undefined || (required && isEmpty(field, held))) {
      if (required) issues.push(missing(here, range));
      return;
    }
    if (check !== undefined) report(check, held, here, issues, range);
    if (field.fieldKind === "list") {
      const items = held as readonly unknown[];
      for (let i = 0; i < items.length; i++) {
        if (checkItem !== undefined) report(checkItem, items[i], `${here}[${i}]`, issues);
        if (nested !== undefined) nested(items[i] as object, `${here}[${i}]`, issues);
      }
    } else if (field.fieldKind === "map") {
      if (nested === undefined && entries === undefined) return;
      for (const key of Object.keys(held as Record)) {
        const [value, place] = [(held as Record)[key], memberPath(here, key)];
        if (entries?.name !== undefined) report(entries.name, key, here, issues);
        if (entries?.value !== undefined) report(entries.value, value, place, issues);
        nested?.(value as object, place, issues);
      }
    } else if (nested !== undefined) {
      nested(held as object, here, issues);
    }
  };
}

function isEmpty(field: DescField, held: unknown): boolean {
  if (field.fieldKind === "list") return (held as readonly unknown[]).length === 0;
  return field.fieldKind === "map" && Object.keys(held as object).length === 0;
}

function missing(path: string, validRange?: readonly [number, number]): Issue {
  return { phase: phases.presence, path, message: `${path} is required`, ...(validRange && { validRange }) };
}

function report(
  check: Check,
  provided: unknown,
  path: string,
  issues: Issue[],
  validRange?: readonly [number, number],
): void {
  const expected = check(provided);
  if (expected === undefined) return;
  issues.push({
    phase: phases.range,
    path,
    message: `${path} ${expected}`,
    provided,
    ...(validRange && { validRange }),
  });
}
