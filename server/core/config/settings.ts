import type { z } from "zod";

/** Settings of one area: the environment variables that it reads, and the value that they become. */
export interface Settings<Variables extends z.ZodRawShape, Value> {
  readonly variables: Variables;
  /** Variables whose value may stand in a file, which the variable with `_FILE` after its name names. */
  readonly secrets?: readonly (keyof Variables & string)[];
  read(values: z.infer<z.ZodObject<Variables>>): Value;
  /** Returns the problems of variables that are required together and only partly set. */
  incomplete?(given: Readonly<Record<string, unknown>>): string[];
  /** Returns the problems between variables that are valid separately. */
  contradictions?(values: z.infer<z.ZodObject<Variables>>): string[];
}

/** Declares the settings of an area, so that their types follow from the variables. */
export function settings<Variables extends z.ZodRawShape, Value>(
  declared: Settings<Variables, Value>,
): Settings<Variables, Value> {
  return declared;
}

/** Returns the problems of pairs of variables of which only one is set. */
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
