import { writeFileSync } from "node:fs";
import { type DescMethod, type DescService, getOption } from "@bufbuild/protobuf";
import { idempotency_key } from "#contract/access/v1/access_pb.js";
import { type Page, terms } from "#contract/call/v1/call_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { commentOf, readRegistry, servicesOf } from "../../contract-registry.ts";

const header = `// Code generated from the contract. DO NOT EDIT.

//! Typed clients of all services. A [\`Client\`] gives them.

use crate::proto;
use crate::{AnswerStream, Call, Client, Method, Paged, Reason};
`;

/** Writes a typed client for each service of the files, with the terms of its methods. */
export function writeRustServices(path: string, isForClients: (file: string) => boolean): void {
  const services = servicesOf(readRegistry()).filter(({ file }) => isForClients(file.name));
  const parts = [header, accessText(services), ...services.map(serviceText), dispatchText(services)];
  writeFileSync(path, parts.join("\n"));
}

function accessText(services: readonly DescService[]): string {
  const methods = services.map(
    ({ name, ...service }) => `    /// Gives the client of \`${service.typeName}\`.
    pub fn ${snake(name)}(&self) -> ${name}<'_> {
        ${name} { client: self }
    }
`,
  );
  return `impl Client {\n${methods.join("\n")}}\n`;
}

function serviceText(service: DescService): string {
  const { name, methods } = service;
  return `${doc(commentOf(service) ?? name, "")}
#[derive(Clone, Copy, Debug)]
pub struct ${name}<'a> {
    client: &'a Client,
}

impl<'a> ${name}<'a> {
${methods.map(constantText).join("\n")}
${methods.map((method) => (method.methodKind === "unary" ? unaryText(method) : streamText(method))).join("\n")}}
${methods.map(pagedText).join("")}`;
}

/** Returns the constant with the terms of a method. */
function constantText(method: DescMethod): string {
  const { deadlineMs, retryAfter } = getOption(method, terms);
  const reasons = retryAfter.map((reason) => `Reason::${pascal(Reason[reason] as string)}`).join(", ");
  return `    /// Terms of [\`${method.parent.name}::${snake(method.name)}\`].
    pub const ${snake(method.name).toUpperCase()}: Method<${typesOf(method)}> = Method::new(
        "/${method.parent.typeName}/${method.name}",
        ${deadlineMs},
        &[${reasons}],
        ${getOption(method, idempotency_key)},
    );
`;
}

function unaryText(method: DescMethod): string {
  const name = snake(method.name);
  const page = pageOf(method);
  const pages = page
    ? `
${doc(`${commentOf(method)} Yields the items of all pages, and asks for a page when it is needed.`, "    ")}
    pub fn ${name}_items(&self, request: ${rustType(method.input)}) -> AnswerStream<${itemOf(method, page)}> {
        self.client.items(request)
    }
`
    : "";
  return `${doc(commentOf(method) ?? name, "    ")}
    pub fn ${name}(&self, request: ${rustType(method.input)}) -> Call<'a, ${typesOf(method)}> {
        self.client.call(Self::${name.toUpperCase()}, request)
    }
${pages}`;
}

function streamText(method: DescMethod): string {
  const name = snake(method.name);
  return `${doc(`${commentOf(method)} The stream is as it comes: it is not opened again after a break.`, "    ")}
    pub fn ${name}(&self, request: ${rustType(method.input)}) -> AnswerStream<${rustType(method.output)}> {
        self.client.stream(Self::${name.toUpperCase()}, request)
    }
`;
}

function pagedText(method: DescMethod): string {
  if (method.methodKind !== "unary") {
    return `\ncrate::calls::streamed!(${rustType(method.output)});\n`;
  }
  const page = pageOf(method);
  if (page === undefined) return "";
  const [request, answer, item] = [rustType(method.input), rustType(method.output), itemOf(method, page)];
  return `
impl Paged for ${request} {
    type Answer = ${answer};
    type Item = ${item};
    const METHOD: Method<Self, Self::Answer> = ${method.parent.name}::${snake(method.name).toUpperCase()};

    fn turn_to(&mut self, token: String) {
        self.${page.token} = Some(token);
    }

    fn open(answer: Self::Answer) -> (Vec<Self::Item>, Option<String>) {
        (answer.${page.items}, answer.${page.next})
    }
}
`;
}

/** Returns functions that call methods by name, for programs that know the names only at run time. */
function dispatchText(services: readonly DescService[]): string {
  const methods = services.flatMap((service) => service.methods.filter(({ methodKind }) => methodKind === "unary"));
  const constant = ({ parent, name }: DescMethod) => `${parent.name}::${snake(name).toUpperCase()}`;
  const arm = (method: DescMethod, call: string) => `        "/${method.parent.typeName}/${method.name}" => ${call},\n`;
  const calls = methods.map((method) => arm(method, `json.call(${constant(method)}).await`)).join("");
  const pages = methods
    .filter((method) => pageOf(method) !== undefined)
    .map((method) => arm(method, `json.items::<${rustType(method.input)}>().await`))
    .join("");
  const text = (name: string, comment: string, arms: string) => `/// ${comment}
#[cfg(feature = "by-name")]
pub(crate) async fn ${name}(
    path: &str,
    json: crate::by_name::JsonCall<'_>,
) -> Result<serde_json::Value, crate::Error> {
    match path {
${arms}        _ => Err(crate::by_name::unknown(path)),
    }
}
`;
  return [
    text("call_by_name", "Calls the method with a path.", calls),
    text("items_by_name", "Collects the items of all pages of the method with a path.", pages),
  ].join("\n");
}

function pageOf(method: DescMethod): Page | undefined {
  return getOption(method, terms).page;
}

function itemOf(method: DescMethod, page: Page): string {
  const item = method.output.fields.find(({ name }) => name === page.items)?.message;
  if (item === undefined) throw new Error(`${method.parent.typeName}.${method.name} has pages of no messages`);
  return rustType(item);
}

function typesOf({ input, output }: DescMethod): string {
  return `${rustType(input)}, ${rustType(output)}`;
}

function rustType({ typeName }: { readonly typeName: string }): string {
  return `proto::${typeName.replaceAll(".", "::")}`;
}

function snake(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase();
}

function pascal(constant: string): string {
  return constant.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Formats a comment in lines of up to 100 characters, escaping brackets and angles outside code, which would be links
 * and tags.
 */
function doc(comment: string, indent: string): string {
  const escaped = comment.replaceAll(/`[^`]*`|[[\]<>]/g, (part) => (part.startsWith("`") ? part : `\\${part}`));
  const lines = escaped.match(/.{1,90}(?:\s|$)/g) ?? [];
  return lines.map((line) => `${indent}/// ${line.trimEnd()}`).join("\n");
}
