import type { MessageNode, Node } from "./tree.ts";

const lineMax = 96;

/**
 * Writes parts between brackets: in one line if they fit; otherwise as many numbers per line as fit, or one part per
 * line.
 */
export function bracketed(
  open: string,
  parts: readonly string[],
  close: string,
  unit = "  ",
  isPadded = false,
): string {
  const pad = isPadded && parts.length > 0 ? " " : "";
  const line = `${open}${pad}${parts.join(", ")}${pad}${close}`;
  if (line.length <= lineMax && !line.includes("\n")) return line;
  const lines = parts.every((part) => part.length < 30 && !part.includes("\n")) ? filled(parts) : parts;
  const body = lines.map((part) => `${unit}${part.replaceAll("\n", `\n${unit}`)},\n`).join("");
  return `${open}\n${body}${close}`;
}

function filled(parts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length < lineMax - 10) lines[lines.length - 1] = `${last}, ${part}`;
    else lines.push(part);
  }
  return lines;
}

/** Converts `target_geometry` to `targetGeometry`. */
export function camelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts `target_geometry` to `TargetGeometry`. */
export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** Formats a number with a decimal point or an exponent, like a double literal. */
export function doubleText(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Returns the names of the messages and enums that a request uses, by their files. */
export function usedNames(message: MessageNode): ReadonlyMap<string, ReadonlySet<string>> {
  const byFile = new Map<string, Set<string>>();
  const add = (file: string, name: string) => byFile.set(file, (byFile.get(file) ?? new Set()).add(name));
  const visit = (node: Node) => {
    if (node.kind === "enum") add(node.file, node.name);
    if (node.kind !== "message") return;
    add(node.shape.file, node.shape.name);
    for (const member of node.members) for (const inner of nodesOf(member)) visit(inner);
  };
  visit(message);
  return byFile;
}

function nodesOf(member: MessageNode["members"][number]): readonly Node[] {
  if (member.holds === "one") return [member.node];
  return member.holds === "list" ? member.nodes : member.entries.map(([, node]) => node);
}
