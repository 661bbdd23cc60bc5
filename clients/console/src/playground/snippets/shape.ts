/** A message of the contract, as programs in any language make it. Baked in when the console is built. */
export interface MessageShape {
  /** Such as `EncodeRequest`. */
  readonly name: string;
  /** Its file, such as `geocode/v1/requests`. */
  readonly file: string;
  /** How REST writes it: by members, as its only list or map, or as the form that is chosen. */
  readonly writtenAs: "members" | "list" | "form";
  readonly fields: readonly FieldShape[];
}

export interface FieldShape {
  /** Such as `target_geometry`. */
  readonly name: string;
  readonly holds: "one" | "list" | "map";
  readonly value: ValueShape;
  /** Member by which a form is known that is an object. */
  readonly markedBy?: string;
}

export type ValueShape =
  | { readonly kind: "double" | "int32" | "bool" | "string" }
  | { readonly kind: "enum"; readonly name: string; readonly file: string; readonly words: EnumWords }
  | { readonly kind: "message"; readonly message: MessageShape };

/** Values of an enum by their words in REST. */
type EnumWords = Readonly<Record<string, EnumValue>>;

export interface EnumValue {
  /** Such as `GEOMETRY_CUBE`. */
  readonly name: string;
  /** The same without the name of the enum, such as `CUBE`. */
  readonly short: string;
}
