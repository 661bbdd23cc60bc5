import type { DescMessage, MessageShape, Registry } from "@bufbuild/protobuf";
import { toText } from "@bufbuild/protobuf/txtpb";

/**
 * Lists options in the form of .proto assignments, such as `java_multiple_files = true`. The registry knows the
 * extensions among them.
 */
export function optionList<Desc extends DescMessage>(
  schema: Desc,
  options: MessageShape<Desc> | undefined,
  registry: Registry,
): string[] {
  if (options === undefined) return [];
  // The text format differs only in the outermost names: `name: value`, and `[extension]: {...}`.
  const entries = toText(schema, options, { registry })
    .trimEnd()
    .split(/\n(?=[a-z[])/);
  return entries.filter((entry) => entry !== "").map(assignment);
}

function assignment(entry: string): string {
  return entry.replace(/^(?:\[(.+?)\]|(\w+)): /, (_, extension: string | undefined, name: string) =>
    extension === undefined ? `${name} = ` : `(${extension}) = `,
  );
}

/** Formats options for the end of a declaration, in brackets; empty if there are none. */
export function inBrackets(options: readonly string[]): string {
  return options.length === 0 ? "" : ` [${options.join(", ")}]`;
}
