import { expect, test } from "vitest";
import { type Json, type OperationName, withMember, withoutMember } from "../../../support/geocode-operations.ts";
import type { TestServer } from "../../../support/server.ts";
import { expectRefusal, resultOf } from "./answers.ts";

/** Promises of the interface about one field of a request. */
export interface Field {
  /** Path in the request. */
  readonly name: string;
  readonly kind: keyof typeof wrongKinds;
  readonly required?: true;
  /** The default value of an absent field, and a legal value with another answer. */
  readonly byDefault?: { readonly value: unknown; readonly other: unknown };
  /** The only words that are accepted. */
  readonly words?: readonly string[];
  /** Smallest and largest legal value. */
  readonly range?: readonly [number, number];
  /** Set if the range depends on other fields: a value of another type is then refused without a range. */
  readonly rangeDepends?: true;
  /** A request with this value of the field that is otherwise legal. */
  readonly request?: (value: Json) => Json;
}

/** Values of every other kind of JSON, and the wrong kind of number. */
const wrongKinds = {
  array: [{}, { a: [1] }, "1,2,3", 5, true],
  "array or object": ["1,2,3", 5, true],
  object: [[], [1], "{}", 5, false],
  integer: [3.5, 3.0000000000000004, "3", true, [3], {}],
  number: ["0.5", false, [0.5], {}],
  string: [1, true, [], {}],
  boolean: ["true", 0, 1, [], {}],
} as const;

/** One test for each promise about the fields of an operation's request. */
export function promiseFields(
  server: () => TestServer,
  operation: OperationName,
  legal: Json,
  fields: readonly Field[],
): void {
  const each = fields.map((field) => ({
    ...field,
    build: field.request ?? ((value: Json) => withMember(legal, field.name, value)),
  }));

  const required = each.filter((field) => field.required);
  test.each(required)("$name is required", async ({ name, range }) => {
    const refusal = { code: "PARAMETER_REQUIRED", parameter: name, provided: null, validRange: range };
    await expectRefusal(server(), operation, withoutMember(legal, name), refusal);
  });
  test.each(required)("$name is required, and null counts as absent", async ({ name, range }) => {
    const refusal = { code: "PARAMETER_REQUIRED", parameter: name, provided: null, validRange: range };
    await expectRefusal(server(), operation, withMember(legal, name, null), refusal);
  });

  const optional = each.flatMap(({ name, byDefault, build }) => (byDefault ? [{ name, build, ...byDefault }] : []));
  test.each(optional)("$name is $value when absent", async ({ name, value, other, build }) => {
    const explicit = await resultOf(server(), operation, build(value));
    expect(await resultOf(server(), operation, withoutMember(build(value), name))).toEqual(explicit);
    expect(await resultOf(server(), operation, build(null))).toEqual(explicit);
    expect(await resultOf(server(), operation, build(other))).not.toEqual(explicit);
  });

  const words = each.flatMap((field) => (field.words ?? []).map((word) => ({ ...field, word })));
  test.each(words)("$name may be $word", async ({ word, build }) => {
    await resultOf(server(), operation, build(word));
  });
  test.each(each.filter((field) => field.words !== undefined))("$name has no other words", async (field) => {
    for (const provided of wordsLike(field.words as readonly string[])) {
      const refusal = { code: "PARAMETER_INVALID", parameter: field.name, provided };
      await expectRefusal(server(), operation, withMember(legal, field.name, provided), refusal);
    }
  });

  const bounded = each.filter(({ range }) => range !== undefined);
  const within = bounded.flatMap((field) => field.range?.map((value) => ({ ...field, value })) ?? []);
  test.each(within)("$name may be $value", async ({ value, build }) => {
    await resultOf(server(), operation, build(value));
  });
  const outside = bounded.flatMap((field) => beyond(field).map((value) => ({ ...field, value })));
  test.each(outside)("$name may not be $value", async ({ name, range, value, build }) => {
    const refusal = { code: "PARAMETER_INVALID", parameter: name, provided: value, validRange: range };
    await expectRefusal(server(), operation, build(value), refusal);
  });

  const mistyped = each.flatMap((field) => wrongKinds[field.kind].map((value) => ({ ...field, value })));
  test.each(mistyped)("$name is of type $kind and may not be $value", async ({ name, range, rangeDepends, value }) => {
    const validRange = rangeDepends ? undefined : range;
    const refusal = { code: "PARAMETER_INVALID", parameter: name, provided: value, validRange };
    await expectRefusal(server(), operation, withMember(legal, name, value), refusal);
  });
}

/** Texts similar to the words of a field that are not legal words. */
function wordsLike(words: readonly string[]): string[] {
  const inOtherCase = words.map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase()));
  const longer = words.flatMap((word) => [` ${word}`, `${word} `, `${word}s`, `${word}\0`]);
  return ["", "none", "toString", "__proto__", ...inOtherCase, ...longer];
}

/** Values just outside of the range and far away; the latter not if the range depends on other fields. */
function beyond({ kind, range, rangeDepends }: Field): number[] {
  const [low, high] = range as readonly [number, number];
  if (kind === "integer")
    return [low - 1, high + 1, -(2 ** 31), 2 ** 31 - 1, ...(rangeDepends ? [] : [2 ** 31, -1e300])];
  return [below(low), above(high), -1e300, 1e300];
}

/** The next larger double, of 0 or of a number of moderate size. */
function above(value: number): number {
  return value === 0 ? Number.MIN_VALUE : value + Math.abs(value) * Number.EPSILON;
}

function below(value: number): number {
  return value === 0 ? -Number.MIN_VALUE : value - Math.abs(value) * Number.EPSILON;
}
