import {
  create,
  createFileRegistry,
  type DescMethodUnary,
  type FileRegistry,
  fromBinary,
  type Message,
} from "@bufbuild/protobuf";
import { type FileDescriptorProto, FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import fc from "fast-check";
import { ServerReflection } from "#contract/grpc/reflection/v1/reflection_pb.js";
import { messagesOf } from "../support/laws/messages.ts";

/** Statuses of one method's answers. */
export interface Statuses {
  readonly method: string;
  /** Number of answers by the name of their status; `OK` for a response. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Statuses that only a bug has. */
export const bugs: readonly string[] = ["Unknown", "Internal", "DataLoss", "Unimplemented"];

/** Sends random messages to every unary method that reflection lists, with known values in most of them. */
export async function fuzzGrpc(
  baseUrl: string,
  authorization: string,
  known: Readonly<Record<string, unknown>>,
  { messages, seed }: { messages: number; seed: number },
): Promise<Statuses[]> {
  const transport = createGrpcTransport({ baseUrl });
  const methods = await reflectedMethods(transport);
  const all: Statuses[] = [];
  for (const method of methods) {
    const counts = new Map<string, number>();
    const inputs = fc.sample(messagesOf(method.input), { numRuns: messages, seed });
    for (const [i, message] of inputs.entries()) {
      const status = await statusOf(
        transport,
        method,
        i % 4 === 0 ? message : withKnown(message, known),
        authorization,
      );
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    all.push({ method: `${method.parent.typeName}/${method.name}`, counts });
  }
  return all;
}

/** Sets the texts of a message that are known by name. */
function withKnown(message: Message, known: Readonly<Record<string, unknown>>): Message {
  const members = message as unknown as Record<string, unknown>;
  for (const [name, value] of Object.entries(known)) {
    const member = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (typeof value === "string" && typeof members[member] === "string") members[member] = value;
  }
  return message;
}

async function statusOf(transport: Transport, method: DescMethodUnary, message: Message, authorization: string) {
  try {
    await transport.unary(method, undefined, 60_000, { authorization }, message as never);
    return "OK";
  } catch (error) {
    return Code[ConnectError.from(error).code] as string;
  }
}

/** Asks the service for its methods, as a client without the contract does. */
async function reflectedMethods(transport: Transport): Promise<DescMethodUnary[]> {
  const names = await serviceNames(transport);
  const files = new Map<string, FileDescriptorProto>();
  for (const name of names) {
    const answer = await ask(transport, { case: "fileContainingSymbol", value: name });
    if (answer.case !== "fileDescriptorResponse") throw new Error(`reflection does not know ${name}`);
    for (const bytes of answer.value.fileDescriptorProto) {
      const file = fromBinary(FileDescriptorProtoSchema, bytes);
      files.set(file.name, file);
    }
  }
  const registry: FileRegistry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...ordered(files)] }));
  return names.flatMap((name) => {
    const service = registry.getService(name);
    if (service === undefined) throw new Error(`reflection does not describe ${name}`);
    return service.methods.filter((method): method is DescMethodUnary => method.methodKind === "unary");
  });
}

/** Files after those that they import. */
function ordered(files: ReadonlyMap<string, FileDescriptorProto>): Set<FileDescriptorProto> {
  const done = new Set<FileDescriptorProto>();
  const visit = (name: string) => {
    const file = files.get(name);
    if (file === undefined) throw new Error(`reflection leaves out the import ${name}`);
    for (const dependency of file.dependency) visit(dependency);
    done.add(file);
  };
  for (const name of files.keys()) visit(name);
  return done;
}

async function serviceNames(transport: Transport): Promise<string[]> {
  const answer = await ask(transport, { case: "listServices", value: "*" });
  if (answer.case !== "listServicesResponse") throw new Error("reflection lists no services");
  return answer.value.service.map(({ name }) => name);
}

async function ask(
  transport: Transport,
  messageRequest: { case: "listServices" | "fileContainingSymbol"; value: string },
) {
  const { serverReflectionInfo } = createClient(ServerReflection, transport);
  async function* question() {
    yield { messageRequest };
  }
  for await (const { messageResponse } of serverReflectionInfo(question())) return messageResponse;
  throw new Error("reflection does not answer");
}
