import type { EntitySchemaColumnOptions } from "typeorm";

/** A moment, stored as an integer: milliseconds since 1970. */
export const momentColumn = {
  type: "bigint",
  transformer: {
    to: (moment: unknown) => (moment instanceof Date ? BigInt(moment.getTime()) : moment),
    from: (stored: bigint | null) => (stored === null ? null : new Date(Number(stored))),
  },
} as const satisfies EntitySchemaColumnOptions;

/** A list of words, stored as a JSON array. */
export const wordsColumn = {
  type: "text",
  transformer: {
    to: (words: unknown) => (Array.isArray(words) ? JSON.stringify(words) : words),
    from: (stored: string) => JSON.parse(stored) as string[],
  },
} as const satisfies EntitySchemaColumnOptions;

/** A plain value, stored as JSON. */
export const jsonColumn = {
  type: "text",
  transformer: {
    to: (value: unknown) => (typeof value === "object" && value !== null ? JSON.stringify(value) : value),
    from: (stored: string) => JSON.parse(stored) as never,
  },
} as const satisfies EntitySchemaColumnOptions;

/** An integer of at most 53 bits, as a number. */
export const integerColumn = {
  type: "bigint",
  transformer: { to: (value: unknown) => value, from: Number },
} as const satisfies EntitySchemaColumnOptions;

/** The same, or null. */
export const nullableIntegerColumn = {
  type: "bigint",
  nullable: true,
  transformer: {
    to: (value: unknown) => value,
    from: (stored: bigint | null) => (stored === null ? null : Number(stored)),
  },
} as const satisfies EntitySchemaColumnOptions;

/** An integer of at most 64 bits, as the bigint that databases return. */
export const exactColumn = { type: "bigint" } as const satisfies EntitySchemaColumnOptions;
