import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DescMethod, type DescService, getOption } from "@bufbuild/protobuf";
import { terms } from "#contract/call/v1/call_pb.js";
import { commentOf, readRegistry, servicesOf } from "../../contract-registry.ts";

const packageName = "io.platonic.client.services";
const header = `// Code generated from the contract. DO NOT EDIT.\npackage ${packageName};\n\n`;

/** Writes a typed client for each service, and `Services`, which provides all of them. */
export function writeJavaServices(root: string): void {
  const folder = join(root, packageName.replaceAll(".", "/"));
  mkdirSync(folder, { recursive: true });
  const services = servicesOf(readRegistry());
  for (const service of services) writeFileSync(join(folder, `${service.name}.java`), serviceText(service));
  writeFileSync(join(folder, "Services.java"), accessText(services));
  writeFileSync(
    join(folder, "package-info.java"),
    `/** Typed clients of all services of the contract, generated. */\npackage ${packageName};\n`,
  );
}

function serviceText(service: DescService): string {
  const isPaged = service.methods.some((method) => getOption(method, terms).page !== undefined);
  const isUnary = service.methods.some(({ methodKind }) => methodKind === "unary");
  const imports = [
    "io.platonic.client.Calls",
    ...(service.methods.some((method) => method.methodKind !== "unary") ? ["io.platonic.client.AnswerStream"] : []),
    ...(isUnary ? ["java.util.concurrent.CompletableFuture"] : []),
  ];
  return `${header}${imports.map((name) => `import ${name};\n`).join("")}
/** ${html(service)}${isPaged ? " Methods that answer in pages can be iterated, too." : ""} */
public final class ${service.name} {
  private final Calls calls;

  ${service.name}(Calls calls) {
    this.calls = calls;
  }
${service.methods.map((method) => methodText(service, method)).join("")}}
`;
}

function methodText(service: DescService, method: DescMethod): string {
  const [request, answer] = [method.input, method.output].map((type) => `${javaPackage(type)}.${type.name}`);
  const [Name, name] = [method.name, method.localName];
  const descriptor = `${javaPackage(service)}.${service.name}Grpc.get${Name}Method()`;
  const tags = (result: string) => `
   *
   * @param request the request
   * @return ${result}
   */`;
  if (method.methodKind !== "unary") {
    return `
  /**
   * ${html(method)} The stream is as it comes: it is not opened again after a break.${tags("the answers, to be closed")}
  public AnswerStream<${answer}> ${name}(${request} request) {
    return calls.stream(${descriptor}, request);
  }
`;
  }
  const { page } = getOption(method, terms);
  const item = page && method.output.fields.find((field) => field.name === page.items)?.message;
  const iterating = item
    ? `
  /**
   * ${html(method)} Asks for a page when it is needed.${tags("all items of all pages")}
  public Iterable<${javaPackage(item)}.${item.name}> iterate${Name.replace(/^List/, "")}(${request} request) {
    return calls.iterate(${descriptor}, request, ${javaPackage(item)}.${item.name}.class);
  }
`
    : "";
  return `
  /**
   * ${html(method)}${tags("the answer")}
  public ${answer} ${name}(${request} request) {
    return calls.call(${descriptor}, request);
  }

  /**
   * ${html(method)} Does not block.${tags("the answer; cancelling it ends the call")}
  public CompletableFuture<${answer}> ${name}Async(${request} request) {
    return calls.callAsync(${descriptor}, request);
  }
${iterating}`;
}

function accessText(services: readonly DescService[]): string {
  const accessors = services.map((service) => {
    const name = `${service.name.charAt(0).toLowerCase()}${service.name.slice(1)}`;
    return `
  /**
   * Returns the client of ${service.typeName}.
   *
   * @return the client
   */
  public ${service.name} ${name}() {
    return new ${service.name}(this);
  }
`;
  });
  return `${header}import io.platonic.client.Calls;

/** The clients of all services of the contract. */
public abstract class Services implements Calls {
  /** Makes an object for subclasses of the client. */
  protected Services() {}
${accessors.join("")}}
`;
}

function javaPackage({ file }: Pick<DescService, "file">): string {
  return file.proto.options?.javaPackage ?? "";
}

/** Converts a comment to text for javadoc. */
function html(declared: DescService | DescMethod): string {
  const text = commentOf(declared) ?? declared.name;
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("@", "&#64;")
    .replaceAll("*/", "*&#47;")
    .replaceAll(/`([^`]*)`/g, "<code>$1</code>");
}
