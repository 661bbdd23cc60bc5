import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DescMessage, type DescMethod, type DescService, getOption } from "@bufbuild/protobuf";
import { idempotency_key } from "#contract/access/v1/access_pb.js";
import { terms } from "#contract/call/v1/call_pb.js";
import { commentOf, readRegistry, servicesOf } from "../../contract-registry.ts";

/** A style of calls: its classes, and the answers of its methods. */
interface Manner {
  readonly prefix: string;
  readonly calls: string;
  readonly define: string;
  readonly wait: string;
  readonly iterator: string;
}

const blocking: Manner = { prefix: "", calls: "Calls", define: "def", wait: "", iterator: "Iterator" };
const asynchronous: Manner = {
  prefix: "Async",
  calls: "AsyncCalls",
  define: "async def",
  wait: "await ",
  iterator: "AsyncIterator",
};

const manners = [blocking, asynchronous];

const heading = "Code generated from the contract. DO NOT EDIT.";

/**
 * Writes a package with a module for each service, which has two typed clients: a blocking one, and one for asyncio. A
 * module, with the messages that it needs, is imported when its service is first used.
 */
export function writePythonServices(folder: string): void {
  // The host's methods are called only by its own machine, over a socket.
  const services = servicesOf(readRegistry()).filter(({ file }) => !file.name.startsWith("platonic/host/"));
  const write = (module: string, text: string) => writeFileSync(join(folder, `${module}.py`), text);
  write("__init__", packageText(services));
  write("_calls", callsText());
  for (const service of services) write(attribute(service), moduleText(service));
}

function packageText(services: readonly DescService[]): string {
  const imports = services
    .map((service) => `    from .${attribute(service)} import Async${service.name}, ${service.name}`)
    .sort();
  return `"""Typed clients of all services. ${heading}"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._calls import AsyncCalls, Calls
${imports.join("\n")}


${manners.map((manner) => accessText(services, manner)).join("\n\n")}`;
}

function callsText(): string {
  return `"""Makes the calls of typed clients. ${heading}"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Protocol, TypeVar

_Answer = TypeVar("_Answer")
_Item = TypeVar("_Item")


${manners.map(protocolText).join("\n\n")}`;
}

function protocolText({ calls, define, iterator }: Manner): string {
  return `class ${calls}(Protocol):
    """Makes calls of methods, which are named by their descriptors."""

    ${define} unary(
        self, method: Any, request: Any, answer: type[_Answer], timeout: float | None, key: str | None = None
    ) -> _Answer: ...

    def stream(
        self, method: Any, request: Any, answer: type[_Answer], timeout: float | None
    ) -> ${iterator}[_Answer]: ...

    def items(self, method: Any, request: Any, item: type[_Item], timeout: float | None) -> ${iterator}[_Item]: ...
`;
}

function moduleText(service: DescService): string {
  const messages = service.methods.flatMap((method) => [method.input, method.output, itemOf(method)]);
  const files = [service.file.name, ...messages.flatMap((one) => one?.file.name ?? [])];
  const imports = [...new Set(files)].sort().map((name) => {
    const place = name.lastIndexOf("/");
    const module = `${name.slice(place + 1)}_pb2`;
    return `from ${name.slice(0, place).replaceAll("/", ".")} import ${module} as ${alias(name)}`;
  });
  const hasIterators = service.methods.some((method) => method.methodKind !== "unary" || itemOf(method) !== undefined);
  const iterators = hasIterators ? "from collections.abc import AsyncIterator, Iterator\n" : "";
  return `"""Typed clients of ${service.name}. ${heading}"""

from __future__ import annotations

${iterators}from typing import Any

${imports.join("\n")}

from ._calls import AsyncCalls, Calls


${manners.map((manner) => serviceText(service, manner)).join("\n\n")}`;
}

function serviceText(service: DescService, manner: Manner): string {
  const methods = service.methods.flatMap((method) => [
    method.methodKind === "unary" ? unaryText(method, manner) : streamText(method, manner),
    ...itemsText(method, manner),
  ]);
  return `class ${manner.prefix}${service.name}:
    ${docText(commentOf(service) ?? service.name, "    ")}

    def __init__(self, calls: ${manner.calls}) -> None:
        self._calls = calls
        self._methods: Any = ${alias(service.file.name)}.DESCRIPTOR.services_by_name["${service.name}"].methods_by_name

${methods.join("\n")}`;
}

function unaryText(method: DescMethod, { define, wait }: Manner): string {
  const takesKey = getOption(method, idempotency_key);
  const key = takesKey ? ", idempotency_key: str | None = None" : "";
  const answer = typeOf(method.output);
  return `    ${define} ${snake(method.name)}(
        self, request: ${typeOf(method.input)}, *, timeout: float | None = None${key}
    ) -> ${answer}:
        ${docText(commentOf(method) ?? method.name, "        ")}
        return ${wait}self._calls.unary(
            self._methods["${method.name}"], request, ${answer}, timeout${takesKey ? ", idempotency_key" : ""}
        )
`;
}

function streamText(method: DescMethod, { iterator }: Manner): string {
  const answer = typeOf(method.output);
  const comment = `${commentOf(method)} The stream is as it comes: it is not opened again after a break.`;
  return `    def ${snake(method.name)}(
        self, request: ${typeOf(method.input)}, *, timeout: float | None = None
    ) -> ${iterator}[${answer}]:
        ${docText(comment, "        ")}
        return self._calls.stream(self._methods["${method.name}"], request, ${answer}, timeout)
`;
}

function itemsText(method: DescMethod, { iterator }: Manner): string[] {
  const item = itemOf(method);
  if (item === undefined) return [];
  const comment = `${commentOf(method)} Yields the items of all pages, and asks for a page when it is needed.`;
  return [
    `    def ${snake(method.name)}_items(
        self, request: ${typeOf(method.input)}, *, timeout: float | None = None
    ) -> ${iterator}[${typeOf(item)}]:
        ${docText(comment, "        ")}
        return self._calls.items(self._methods["${method.name}"], request, ${typeOf(item)}, timeout)
`,
  ];
}

/** Returns a class with the clients of all services. */
function accessText(services: readonly DescService[], { prefix, calls }: Manner): string {
  const properties = services.map(
    (service) => `    @cached_property
    def ${attribute(service)}(self) -> ${prefix}${service.name}:
        ${docText(commentOf(service) ?? service.name, "        ")}
        from .${attribute(service)} import ${prefix}${service.name}

        return ${prefix}${service.name}(self._calls)
`,
  );
  return `class ${prefix}Services:
    """Has a typed client for each service, which is made when it is first used."""

    def __init__(self, calls: ${calls}) -> None:
        self._calls = calls

${properties.join("\n")}`;
}

/** Returns the name of a service as an attribute and as a module. */
function attribute(service: DescService): string {
  return snake(service.name.replace(/Service$/, ""));
}

function itemOf(method: DescMethod): DescMessage | undefined {
  const { page } = getOption(method, terms);
  return page && method.output.fields.find(({ name }) => name === page.items)?.message;
}

function typeOf(message: DescMessage): string {
  return `${alias(message.file.name)}.${message.name}`;
}

/** Returns the alias under which a module is imported, since modules of several packages have the same name. */
function alias(file: string): string {
  return file.replace(/^platonic\//, "").replaceAll("/", "_");
}

/** Formats a documentation string in lines of up to 110 characters. */
function docText(comment: string, indent: string): string {
  const [first, ...rest] = comment.replaceAll("\\", "\\\\").match(/.{1,100}(?:\s|$)/g) ?? [comment];
  const lines = [first, ...rest.map((line) => indent + line)].map((line) => (line as string).trimEnd());
  return rest.length === 0 ? `"""${lines[0]}"""` : `"""${lines.join("\n")}\n${indent}"""`;
}

function snake(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase();
}
