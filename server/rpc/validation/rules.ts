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
import { wordOf } from "../codec/dialect/options.ts";

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

/** Returns what is expected of an invalid value; undefined for a valid one. */
export type Check = (value: unknown) => string | undefined;

/**
 * Compiles the rules of one value into a function; undefined if every value is valid. Throws at start-up for rules that it
 * does not support, so that none is ignored silently.
 */
export function compileCheck(rules: FieldRules, field: DescField): Check | undefined {
  refuseUnknown(rules, field, ["required", "int32", "double", "enum", "string", "bytes", "repeated"]);
  const { type } = rules;
  switch (type.case) {
    case "int32":
      return numberCheck(type.value, field, "an integer");
    case "double":
      return numberCheck(type.value, field, "a finite number");
    case "enum":
      return enumCheck(type.value, field);
    case "string":
      return stringCheck(type.value, field);
    case "bytes":
      return bytesCheck(type.value, field);
    case "repeated":
      return listCheck(type.value, field);
    default:
      return undefined;
  }
}

function numberCheck(rules: Int32Rules | DoubleRules, field: DescField, noun: string): Check {
  refuseUnknown(rules, field, ["gte", "lte", "finite"]);
  const low = rules.greaterThan.case === "gte" ? rules.greaterThan.value : Number.NEGATIVE_INFINITY;
  const high = rules.lessThan.case === "lte" ? rules.lessThan.value : Number.POSITIVE_INFINITY;
  const finite = "finite" in rules && rules.finite;
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
    return number >= low && number <= high && (!finite || Number.isFinite(number)) ? undefined : expected;
  };
}

function enumCheck(rules: EnumRules, field: DescField): Check {
  refuseUnknown(rules, field, ["defined_only", "not_in"]);
  const declared = field.enum as DescEnum;
  const legal = new Set(declared.values.map((value) => value.number).filter((number) => !rules.notIn.includes(number)));
  const expected = expectedWords(declared, (number) => legal.has(number));
  return (value) => (legal.has(value as number) ? undefined : expected);
}

/** Returns what is expected of an enum: one of its words, or of the valid ones. */
export function expectedWords(declared: DescEnum, isLegal = (_: number) => true): string {
  const words = declared.values.filter(({ number }) => isLegal(number)).map(wordOf);
  return `must be one of ${words.filter(Boolean).join(", ")}`;
}

function stringCheck(rules: StringRules, field: DescField): Check {
  refuseUnknown(rules, field, ["min_len", "max_len", "pattern"]);
  const low = isSet(rules, "min_len") ? Number(rules.minLen) : 0;
  const high = isSet(rules, "max_len") ? Number(rules.maxLen) : Number.POSITIVE_INFINITY;
  const pattern = rules.pattern === "" ? undefined : new RegExp(rules.pattern, "u");
  const form = pattern === undefined ? "" : ` that matches ${rules.pattern}`;
  const expected = `must be a text of ${low} to ${high} characters${form}`;
  return (value) => {
    const text = value as string;
    // Code points, as the rule's definition says; a text has at most as many of them as UTF-16 units.
    const length = text.length > high || text.length >= low ? [...text].length : text.length;
    return length >= low && length <= high && (pattern === undefined || pattern.test(text)) ? undefined : expected;
  };
}

function bytesCheck(rules: BytesRules, field: DescField): Check {
  refuseUnknown(rules, field, ["min_len", "max_len"]);
  const low = isSet(rules, "min_len") ? Number(rules.minLen) : 0;
  const high = isSet(rules, "max_len") ? Number(rules.maxLen) : Number.POSITIVE_INFINITY;
  const expected =
    high === Number.POSITIVE_INFINITY ? `must be ${low} bytes or more` : `must be ${low} to ${high} bytes`;
  return (value) => {
    const { length } = value as Uint8Array;
    return length >= low && length <= high ? undefined : expected;
  };
}

function listCheck(rules: RepeatedRules, field: DescField): Check | undefined {
  refuseUnknown(rules, field, ["min_items", "max_items", "items"]);
  const low = Number(rules.minItems);
  const high = isSet(rules, "max_items") ? Number(rules.maxItems) : Number.POSITIVE_INFINITY;
  if (low === 0 && high === Number.POSITIVE_INFINITY) return undefined;
  const expected = `must have ${low} to ${high} entries`;
  return (value) => {
    const { length } = value as readonly unknown[];
    return length >= low && length <= high ? undefined : expected;
  };
}

/**
 * Compiles the check of each entry of a list. Numbers have none: the operation checks their bound after the lengths, since
 * it reads each of them anyway.
 */
export function compileItemCheck(rules: FieldRules, field: DescField): Check | undefined {
  if (rules.type.case !== "repeated" || rules.type.value.items === undefined) return undefined;
  if (field.fieldKind === "list" && field.scalar === ScalarType.DOUBLE) return undefined;
  return compileCheck(rules.type.value.items, field);
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
