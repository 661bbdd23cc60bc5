/** A message of the contract, as needed to construct it in any language. Embedded when the console is built. */
export interface MessageShape {
  /** Such as `EncodeRequest`. */
  readonly name: string;
  /** Its file, such as `geocode/v1/requests`. */
  readonly file: string;
  /** Its REST form: its members, its only list or map, or the chosen alternative. */
  readonly writtenAs: "members" | "list" | "form";
  readonly fields: readonly FieldShape[];
}

export interface FieldShape {
  /** Such as `target_geometry`. */
  readonly name: string;
  readonly holds: "one" | "list" | "map";
  readonly value: ValueShape;
  /** Member that marks an alternative that is an object. */
  readonly markedBy?: string;
}

export type ValueShape =
  | { readonly kind: "double" | "int32" | "bool" | "string" }
  | { readonly kind: "enum"; readonly name: string; readonly file: string; readonly words: EnumWords }
  | { readonly kind: "message"; readonly message: MessageShape };

/** Values of an enum by their REST words. */
type EnumWords = Readonly<Record<string, EnumValue>>;

export interface EnumValue {
  /** Such as `GEOMETRY_CUBE`. */
  readonly name: string;
  /** The same without the name of the enum, such as `CUBE`. */
  readonly short: string;
}
