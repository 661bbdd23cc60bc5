import type { MessageShape } from "./snippets/shape.ts";

/** An operation of the geocode service, as needed for its form. */
export interface Operation {
  /** Such as `encode`. */
  readonly name: string;
  /** Path over REST. */
  readonly path: string;
  readonly summary: string;
  readonly fields: readonly Field[];
  /** Initial request of the form. */
  readonly example: object;
  /** Whether the documentation has a page about it, at `/docs/` and its name. */
  readonly hasGuide: boolean;
  /** Name of the method, such as `Encode`. */
  readonly method: string;
  readonly request: MessageShape;
}

interface FieldTerms {
  /** Path in the request, such as `parameters.strength`. */
  readonly path: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly default: unknown;
}

/** A member of a request, with its accepted values. */
export type Field = FieldTerms &
  (
    | { readonly kind: "word"; readonly words: readonly string[] }
    | {
        readonly kind: "integer" | "number";
        readonly minimum: number | undefined;
        readonly maximum: number | undefined;
      }
    | { readonly kind: "boolean" | "numbers" | "json" }
  );
