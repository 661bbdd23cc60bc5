import {
  type DescEnum,
  type DescField,
  type DescMessage,
  getOption,
  hasOption,
  isFieldSet,
  type Message,
  ScalarType,
} from "@bufbuild/protobuf";
import {
  type BytesRules,
  type DoubleRules,
  type EnumRules,
  type FieldRules,
  FieldRulesSchema,
  field as fieldRulesOption,
  type Int32Rules,
  oneof as oneofRulesOption,
  type RepeatedRules,
  type StringRules,
} from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { isVisible, type TextForm } from "../../core/readable-text.ts";
import { wordOf } from "../dialect-options.ts";
import type { Check } from "./issue.ts";
import { formOf, readableCheck } from "./texts.ts";

/** Returns the rules that the contract declares for a field; undefined if there are none. */
export function rulesOf(field: DescField): FieldRules | undefined {
  return hasOption(field, fieldRulesOption) ? getOption(field, fieldRulesOption) : undefined;
}

/** Whether the contract requires one alternative of the oneof. */
export function isRequiredOneof(oneof: DescMessage["oneofs"][number]): boolean {
  return hasOption(oneof, oneofRulesOption) && getOption(oneof, oneofRulesOption).required;
}

/** Returns the smallest and largest valid value of a number field, if the contract declares both. */
export function rangeOf(field: DescField): readonly [number, number] | undefined {
  const type = rulesOf(field)?.type;
  if (type?.case !== "int32" && type?.case !== "double") return undefined;
  const { greaterThan, lessThan } = type.value;
  if (greaterThan.case !== "gte" || lessThan.case !== "lte") return undefined;
  return [greaterThan.value, lessThan.value];
}

/** Rules of one value, which the validator enforces and the documents state. Bounds are inclusive. */
export type Bounds =
  | { readonly kind: "number"; readonly low: number; readonly high: number; readonly isFinite: boolean }
  | { readonly kind: "enum"; readonly legal: ReadonlySet<number> }
  | {
      readonly kind: "text";
      readonly low: number;
      readonly high: number;
      readonly pattern: string | undefined;
      readonly form: TextForm | undefined;
    }
  | { readonly kind: "bytes"; readonly low: number; readonly high: number }
  | { readonly kind: "list"; readonly low: number; readonly high: number; readonly items: Bounds | undefined };

/**
 * Reads the rules of one value; undefined if every value is valid. Throws at start-up for rules that it does not support,
 * so that none is ignored silently.
 */
export function boundsOf(rules: FieldRules, field: DescField): Bounds | undefined {
  refuseUnknown(rules, field, ["required", "int32", "double", "enum", "string", "bytes", "repeated"]);
  const { type } = rules;
  switch (type.case) {
    case "int32":
    case "double":
      return numberBounds(type.value, field);
    case "enum":
      return enumBounds(type.value, field);
    case "string":
      refuseUnknown(type.value, field, ["min_len", "max_len", "pattern"]);
      return {
        kind: "text",
        ...lengthBounds(type.value),
        pattern: type.value.pattern || undefined,
        form: formOf(field),
      };
    case "bytes":
      refuseUnknown(type.value, field, ["min_len", "max_len"]);
      return { kind: "bytes", ...lengthBounds(type.value) };
    case "repeated":
      return listBounds(type.value, field);
    default:
      return undefined;
  }
}

function numberBounds(rules: Int32Rules | DoubleRules, field: DescField): Bounds {
  refuseUnknown(rules, field, ["gte", "lte", "finite"]);
  return {
    kind: "number",
    low: rules.greaterThan.case === "gte" ? rules.greaterThan.value : Number.NEGATIVE_INFINITY,
    high: rules.lessThan.case === "lte" ? rules.lessThan.value : Number.POSITIVE_INFINITY,
    isFinite: "finite" in rules && rules.finite,
  };
}

function enumBounds(rules: EnumRules, field: DescField): Bounds {
  refuseUnknown(rules, field, ["defined_only", "not_in"]);
  const numbers = (field.enum as DescEnum).values.map((value) => value.number);
  return { kind: "enum", legal: new Set(numbers.filter((number) => !rules.notIn.includes(number))) };
}

function lengthBounds(rules: StringRules | BytesRules): { low: number; high: number } {
  return {
    low: isSet(rules, "min_len") ? Number(rules.minLen) : 0,
    high: isSet(rules, "max_len") ? Number(rules.maxLen) : Number.POSITIVE_INFINITY,
  };
}

function listBounds(rules: RepeatedRules, field: DescField): Bounds {
  refuseUnknown(rules, field, ["min_items", "max_items", "items"]);
  return {
    kind: "list",
    low: Number(rules.minItems),
    high: isSet(rules, "max_items") ? Number(rules.maxItems) : Number.POSITIVE_INFINITY,
    items: rules.items && boundsOf(rules.items, field),
  };
}

/** Compiles the rules of one value into a function; undefined if every value is valid. Texts without rules are readable. */
export function compileCheck(rules: FieldRules | undefined, field: DescField): Check | undefined {
  const bounds = rules && boundsOf(rules, field);
  if (bounds !== undefined) return checkOf(bounds, field);
  return field.fieldKind === "scalar" && field.scalar === ScalarType.STRING ? readableCheck(formOf(field)) : undefined;
}

function checkOf(bounds: Bounds, field: DescField): Check | undefined {
  switch (bounds.kind) {
    case "number":
      return numberCheck(bounds, nounOf(field));
    case "enum":
      return enumCheck(bounds, field);
    case "text":
      return textCheck(bounds);
    case "bytes":
      return bytesCheck(bounds);
    case "list":
      return listCheck(bounds);
  }
}

function nounOf(field: DescField): string {
  return field.scalar === ScalarType.DOUBLE ? "a finite number" : "an integer";
}

function numberCheck({ low, high, isFinite: mustBeFinite }: Bounds & { kind: "number" }, noun: string): Check {
  const bounds =
    low > Number.NEGATIVE_INFINITY && high < Number.POSITIVE_INFINITY
      ? ` from ${low} to ${high}`
      : low > Number.NEGATIVE_INFINITY
        ? ` of ${low} or more`
        : high < Number.POSITIVE_INFINITY
          ? ` of ${high} or less`
          : "";
  const expected = `must be ${noun}${bounds}`;
  // NaN, which compares false with everything, is refused.
  return (value) => {
    const number = value as number;
    return number >= low && number <= high && (!mustBeFinite || Number.isFinite(number)) ? undefined : expected;
  };
}

function enumCheck({ legal }: Bounds & { kind: "enum" }, field: DescField): Check {
  const expected = expectedWords(field.enum as DescEnum, (number) => legal.has(number));
  return (value) => (legal.has(value as number) ? undefined : expected);
}

/** Returns the sentence about the valid words of an enum. */
export function expectedWords(declared: DescEnum, isLegal = (_: number) => true): string {
  const words = declared.values.filter(({ number }) => isLegal(number)).map(wordOf);
  return `must be one of ${words.filter(Boolean).join(", ")}`;
}

function textCheck({ low, high, pattern: source, form: textForm }: Bounds & { kind: "text" }): Check {
  const isReadable = readableCheck(textForm);
  const pattern = source === undefined ? undefined : new RegExp(source, "u");
  const form = source === undefined ? "" : ` that matches ${source}`;
  const expected = `must be a text of ${low} to ${high} characters${form}`;
  return (value) => {
    const text = value as string;
    // Counts code points, as the rule is defined; a text has at most as many of them as UTF-16 units.
    const length = text.length > high || text.length >= low ? [...text].length : text.length;
    if (length < low || length > high || pattern?.test(text) === false) return expected;
    if (low > 0 && textForm !== undefined && !isVisible(text)) return "must have something to see";
    return isReadable?.(text);
  };
}

function bytesCheck({ low, high }: Bounds & { kind: "bytes" }): Check {
  const expected =
    high === Number.POSITIVE_INFINITY ? `must be ${low} bytes or more` : `must be ${low} to ${high} bytes`;
  return (value) => {
    const { length } = value as Uint8Array;
    return length >= low && length <= high ? undefined : expected;
  };
}

function listCheck({ low, high }: Bounds & { kind: "list" }): Check | undefined {
  if (low === 0 && high === Number.POSITIVE_INFINITY) return undefined;
  const expected = `must have ${low} to ${high} entries`;
  return (value) => {
    const { length } = value as readonly unknown[];
    return length >= low && length <= high ? undefined : expected;
  };
}

/**
 * Compiles the check of each entry of a list. Numbers have none: the operation checks their bound after the lengths,
 * since it reads each of them anyway.
 */
export function compileItemCheck(rules: FieldRules | undefined, field: DescField): Check | undefined {
  if (field.fieldKind !== "list" || field.scalar === ScalarType.DOUBLE) return undefined;
  const bounds = rules && boundsOf(rules, field);
  if (bounds?.kind === "list" && bounds.items !== undefined) return checkOf(bounds.items, field);
  return field.scalar === ScalarType.STRING ? readableCheck(formOf(field)) : undefined;
}

function refuseUnknown(rules: Message, field: DescField, known: readonly string[]): void {
  for (const declared of schemaOf(rules).fields) {
    if (isFieldSet(rules, declared) && !known.includes(declared.name)) {
      throw new Error(`${field.toString()}: the rule ${declared.name} is not supported`);
    }
  }
}

function isSet(rules: Message, name: string): boolean {
  const declared = schemaOf(rules).fields.find((candidate) => candidate.name === name);
  return declared !== undefined && isFieldSet(rules, declared);
}

function schemaOf(rules: Message): DescMessage {
  if (rules.$typeName === FieldRulesSchema.typeName) return FieldRulesSchema;
  const schema = FieldRulesSchema.fields.find((field) => field.message?.typeName === rules.$typeName)?.message;
  if (schema === undefined) throw new Error(`${rules.$typeName} is not a known type of rules`);
  return schema;
}
