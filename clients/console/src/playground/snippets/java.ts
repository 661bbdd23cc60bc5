import type { Call } from "./call.ts";
import { bracketed, doubleText, pascalCase, usedNames } from "./layout.ts";
import type { Member, MessageNode, Node } from "./tree.ts";

/** Returns a program that makes the call with the Java client. */
export function javaOf({ endpoint, method, message }: Call): string {
  const names = [...usedNames(message).values()].flatMap((used) => [...used]);
  const imports = names.map((name) => `import io.platonic.geocode.v1.${name};`).sort();
  const call = method.charAt(0).toLowerCase() + method.slice(1);
  return `import io.platonic.client.Client;
${imports.join("\n")}
import java.util.List;

public class Call {
  public static void main(String[] parameters) {
    String key = System.getenv("PLATONIC_API_KEY");
    try (Client client = Client.builder(${JSON.stringify(endpoint)}).apiKey(key).build()) {
      var request =
          ${builderOf(message).replaceAll("\n", "\n          ")}.build();
      System.out.println(client.geocodeService().${call}(request));
    }
  }
}
`;
}

function builderOf({ shape, members }: MessageNode): string {
  const calls = members.flatMap(callsOf);
  const line = `${shape.name}.newBuilder()${calls.join("")}`;
  if (line.length <= 90 && !line.includes("\n")) return line;
  return [`${shape.name}.newBuilder()`, ...calls.map((call) => `    ${call.replaceAll("\n", "\n    ")}`)].join("\n");
}

/** Returns the builder calls that set a field. */
function callsOf(member: Member): string[] {
  const name = pascalCase(member.field.name);
  if (member.holds === "one") return [`.set${name}(${textOf(member.node)})`];
  if (member.holds === "map") {
    return member.entries.map(([key, node]) => `.put${name}(${JSON.stringify(key)}, ${textOf(node)}.build())`);
  }
  // Lists of scalars are added with one call.
  if (member.field.value.kind === "message") return member.nodes.map((node) => `.add${name}(${textOf(node)})`);
  return [bracketed(`.addAll${name}(List.of(`, member.nodes.map(textOf), "))").replace(/,\n\)\)$/, "))")];
}

function textOf(node: Node): string {
  switch (node.kind) {
    case "message":
      return builderOf(node);
    case "enum":
      return `${node.name}.${node.value.name}`;
    case "double":
      return doubleText(node.value);
    default:
      return JSON.stringify(node.value);
  }
}
