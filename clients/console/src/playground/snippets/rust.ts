import type { Call } from "./call.ts";
import { bracketed, doubleText, usedNames } from "./layout.ts";
import type { Member, MessageNode, Node } from "./tree.ts";

/** Returns a program that makes the call with the Rust client. */
export function rustOf({ endpoint, method, message }: Call): string {
  const names = [...usedNames(message).values()].flatMap((used) => [...used]).sort();
  const call = method.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  return `use platonic_client::Client;
use platonic_client::proto::geocode::v1::${bracketed("{", names, "}", "    ")};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let key = std::env::var("PLATONIC_API_KEY")?;
    let client = Client::builder(${JSON.stringify(endpoint)}).api_key(key).build()?;
    let request = ${messageOf(message).replaceAll("\n", "\n    ")};
    println!("{:?}", client.geocode_service().${call}(request).await?);
    Ok(())
}
`;
}

function messageOf({ shape, members }: MessageNode): string {
  const parts = members.map((member) => {
    return shape.writtenAs === "form"
      ? `form: Some(${contentOf(member).replace(/\.into\(\)$/, "")}.into())`
      : `${identifierOf(member.field.name)}: ${contentOf(member)}`;
  });
  const isWhole = shape.writtenAs === "form" || parts.length === shape.fields.length;
  const all = isWhole ? parts : [...parts, "..Default::default()"];
  // Rust allows no comma after the base of a struct.
  return bracketed(`${shape.name} {`, all, "}", "    ", true).replace(/(\.\.Default::default\(\)),\n}$/, "$1\n}");
}

/** Returns the identifier of a field; `type` is a keyword. */
function identifierOf(name: string): string {
  return name === "type" ? "r#type" : name;
}

function contentOf(member: Member): string {
  if (member.holds === "list") return bracketed("vec![", member.nodes.map(itemOf), "]", "    ");
  if (member.holds === "map") {
    const entries = member.entries.map(([key, node]) => `(${JSON.stringify(key)}.to_owned(), ${itemOf(node)})`);
    return `${bracketed("[", entries, "]", "    ")}.into_iter().collect()`;
  }
  const text = itemOf(member.node);
  if (member.node.kind === "message") return `${text}.into()`;
  if (member.node.kind === "enum") return `Some(${text}.into())`;
  return member.node.kind === "string" ? `Some(${text}.to_owned())` : `Some(${text})`;
}

function itemOf(node: Node): string {
  switch (node.kind) {
    case "message":
      return messageOf(node);
    case "enum":
      return `${node.name}::${node.value.name}`;
    case "double":
      return doubleText(node.value);
    default:
      return JSON.stringify(node.value);
  }
}
