import type { Call } from "./call.ts";
import { bracketed, pascalCase } from "./layout.ts";
import type { Member, MessageNode, Node } from "./tree.ts";

/** Package that makes pointers to scalars. */
const pointers = "proto";

/** Returns a program that makes the call with the Go client. */
export function goOf({ endpoint, method, message }: Call): string {
  const request = messageOf(message).replaceAll("\n", "\n\t");
  return `package main

import (
	"context"
	"fmt"
	"log"
	"os"

	platonic "github.com/platonic/platonic/clients/go"
	geocodev1 "github.com/platonic/platonic/clients/go/gen/geocode/v1"${request.includes(` ${pointers}.`) ? `\n\t"google.golang.org/protobuf/${pointers}"` : ""}
)

func main() {
	client, err := platonic.NewClient(${JSON.stringify(endpoint)}, platonic.WithAPIKey(os.Getenv("PLATONIC_API_KEY")))
	if err != nil {
		log.Fatal(err)
	}
	request := ${request}
	answer, err := client.Geocode.${method}(context.Background(), request)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer)
}
`;
}

function messageOf(node: MessageNode): string {
  return `&geocodev1.${node.shape.name}${bodyOf(node)}`;
}

/** Returns the fields in braces, which is all that lists of messages need. */
function bodyOf({ shape, members }: MessageNode): string {
  const parts = members.map((member) => {
    const name = pascalCase(member.field.name);
    if (shape.writtenAs !== "form") return `${name}: ${contentOf(member)}`;
    return `Form: ${bracketed(`&geocodev1.${shape.name}_${name}{`, [`${name}: ${contentOf(member)}`], "}", "\t")}`;
  });
  return bracketed("{", parts, "}", "\t");
}

function contentOf(member: Member): string {
  if (member.holds === "one") return singleOf(member.node);
  const type = typeOf(member);
  if (member.holds === "list") return bracketed(`[]${type}{`, member.nodes.map(itemOf), "}", "\t");
  const entries = member.entries.map(([key, node]) => `${JSON.stringify(key)}: ${itemOf(node)}`);
  return bracketed(`map[string]${type}{`, entries, "}", "\t");
}

function typeOf({ field: { value } }: Member): string {
  if (value.kind === "message") return `*geocodev1.${value.message.name}`;
  return value.kind === "double" ? "float64" : value.kind;
}

/** Returns the value of a singular field, as a pointer. */
function singleOf(node: Node): string {
  switch (node.kind) {
    case "message":
      return messageOf(node);
    case "enum":
      return `geocodev1.${node.name}_${node.value.name}.Enum()`;
    case "double":
      return `${pointers}.Float64(${node.value})`;
    case "int32":
      return `${pointers}.Int32(${node.value})`;
    default:
      return `${pointers}.${typeof node.value === "boolean" ? "Bool" : "String"}(${JSON.stringify(node.value)})`;
  }
}

function itemOf(node: Node): string {
  if (node.kind === "message") return bodyOf(node);
  return node.kind === "enum" ? `geocodev1.${node.name}_${node.value.name}` : JSON.stringify(node.value);
}
