import type { Call } from "./call.ts";
import { bracketed, usedNames } from "./layout.ts";
import type { Member, Node } from "./tree.ts";

/** Returns a program that makes the call with the Python client. */
export function pythonOf({ endpoint, method, message }: Call): string {
  const modules = [...usedNames(message).keys()].map(moduleOf).sort();
  return `import os

from platonic.geocode.v1 import ${modules.join(", ")}
from platonic_client import Client

with Client(${JSON.stringify(endpoint)}, api_key=os.environ["PLATONIC_API_KEY"]) as client:
    request = ${textOf(message).replaceAll("\n", "\n    ")}
    print(client.geocode.${snakeCase(method)}(request))
`;
}

/** Converts `PhiResonance` to `phi_resonance`. */
function snakeCase(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}

function moduleOf(file: string): string {
  return `${file.split("/").at(-1)}_pb2`;
}

function textOf(node: Node): string {
  switch (node.kind) {
    case "message": {
      const parts = node.members.map((member) => `${member.field.name}=${contentOf(member)}`);
      return bracketed(`${moduleOf(node.shape.file)}.${node.shape.name}(`, parts, ")", "    ");
    }
    case "enum":
      return `${moduleOf(node.file)}.${node.value.name}`;
    case "bool":
      return node.value ? "True" : "False";
    default:
      return JSON.stringify(node.value);
  }
}

function contentOf(member: Member): string {
  if (member.holds === "one") return textOf(member.node);
  if (member.holds === "list") return bracketed("[", member.nodes.map(textOf), "]", "    ");
  const entries = member.entries.map(([key, node]) => `${JSON.stringify(key)}: ${textOf(node)}`);
  return bracketed("{", entries, "}", "    ");
}
