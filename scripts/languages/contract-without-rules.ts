import { readFileSync, writeFileSync } from "node:fs";
import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { type DescriptorProto, type FileDescriptorProto, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { descriptorsFile } from "../descriptors.ts";

/** The contract as clients are generated from it by the builds of their packages. */
const clientContractFile = "gen/descriptors/clients.binpb";

const rulesFile = "buf/validate/validate.proto";
/** Number of the extensions by which messages, fields and oneofs have rules of buf.validate. */
const rulesNumber = 1159;

/** The contract as descriptors, for generators of other languages. */
export interface Contract {
  /** A FileDescriptorSet with everything that is imported. */
  readonly bytes: Uint8Array;
  /** Files whose code is generated: those of the contract itself. */
  readonly files: readonly string[];
}

/** Reads the contract without the rules of buf.validate, which the service alone applies: users need no library for them. */
export function contractWithoutRules(): Contract {
  const set = fromBinary(FileDescriptorSetSchema, readFileSync(descriptorsFile));
  set.file = set.file.filter(({ name }) => name !== rulesFile);
  for (const file of set.file) removeRules(file);
  const files = set.file.map(({ name }) => name).filter((name) => name.startsWith("platonic/"));
  return { bytes: toBinary(FileDescriptorSetSchema, set), files };
}

/** Writes the contract from which packages of clients generate their code when they are built. */
export function writeClientContract(): void {
  writeFileSync(clientContractFile, contractWithoutRules().bytes);
}

function removeRules(file: FileDescriptorProto): void {
  file.dependency = file.dependency.filter((name) => name !== rulesFile);
  for (const message of file.messageType) removeFromMessage(message);
  for (const { options } of file.extension) removeFromOptions(options);
}

function removeFromMessage(message: DescriptorProto): void {
  removeFromOptions(message.options);
  for (const { options } of [...message.field, ...message.extension, ...message.oneofDecl]) removeFromOptions(options);
  for (const nested of message.nestedType) removeFromMessage(nested);
}

function removeFromOptions(options: Message | undefined): void {
  if (options?.$unknown === undefined) return;
  options.$unknown = options.$unknown.filter(({ no }) => no !== rulesNumber);
}
