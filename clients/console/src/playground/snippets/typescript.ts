import type { Call } from "./call.ts";
import { bracketed, camelCase, usedNames } from "./layout.ts";
import type { Member, MessageNode, Node } from "./tree.ts";

/** Returns a program for Node that makes the call with the TypeScript client. */
export function typescriptOf({ endpoint, method, message }: Call): string {
  const enums = [...usedNames(message)].flatMap(([file, names]) => {
    const used = [...names].filter((name) => isEnum(message, name));
    return used.length === 0 ? [] : [`import { ${used.sort().join(", ")} } from "platonic-client/messages/${file}";`];
  });
  return `import { Client } from "platonic-client";
${[...enums, 'import { GeocodeService } from "platonic-client/messages/geocode/v1/service";'].sort().join("\n")}

const client = new Client({ endpoint: ${JSON.stringify(endpoint)}, credentials: process.env.PLATONIC_API_KEY });
const answer = await client.of(GeocodeService).${camelCase(method.charAt(0).toLowerCase() + method.slice(1))}(${textOf(message)});
console.dir(answer, { depth: null, maxArrayLength: null });
`;
}

function isEnum(message: MessageNode, name: string): boolean {
  const inNode = (node: Node): boolean =>
    (node.kind === "enum" && node.name === name) || (node.kind === "message" && isEnum(node, name));
  return message.members.some((member) => {
    if (member.holds === "one") return inNode(member.node);
    return member.holds === "list" ? member.nodes.some(inNode) : member.entries.some(([, node]) => inNode(node));
  });
}

function textOf(node: Node): string {
  if (node.kind === "enum") return `${node.name}.${node.value.short}`;
  if (node.kind !== "message") return JSON.stringify(node.value);
  const members = node.members.map((member) => {
    const name = camelCase(member.field.name);
    return node.shape.writtenAs === "form"
      ? `form: ${bracketed("{", [`case: "${name}"`, `value: ${contentOf(member)}`], "}", "  ", true)}`
      : `${name}: ${contentOf(member)}`;
  });
  return bracketed("{", members, "}", "  ", true);
}

function contentOf(member: Member): string {
  if (member.holds === "one") return textOf(member.node);
  if (member.holds === "list") return bracketed("[", member.nodes.map(textOf), "]");
  const entries = member.entries.map(([key, node]) => `${JSON.stringify(key)}: ${textOf(node)}`);
  return bracketed("{", entries, "}", "  ", true);
}
