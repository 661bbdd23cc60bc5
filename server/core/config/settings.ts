import type { z } from "zod";

/** The settings of one area: the environment variables that it reads, and the value that they make. */
export interface Settings<Variables extends z.ZodRawShape, Value> {
  readonly variables: Variables;
  read(values: z.infer<z.ZodObject<Variables>>): Value;
  /** Problems of variables that must go together, by what was given. */
  incomplete?(given: Readonly<Record<string, unknown>>): string[];
  /** Problems between variables that are valid by themselves. */
  contradictions?(values: z.infer<z.ZodObject<Variables>>): string[];
}

/** Declares the settings of an area, so that their types follow from the variables. */
export function settings<Variables extends z.ZodRawShape, Value>(
  declared: Settings<Variables, Value>,
): Settings<Variables, Value> {
  return declared;
}

/** Problems of variables of which either both are given or neither. */
export function unpaired(
  given: Readonly<Record<string, unknown>>,
  pairs: readonly (readonly [first: string, second: string])[],
): string[] {
  return pairs
    .filter(([first, second]) => (given[first] === undefined) !== (given[second] === undefined))
    .map(([first, second]) => {
      const missing = given[first] === undefined ? first : second;
      return `${missing} is missing: ${first} and ${second} go together`;
    });
}
