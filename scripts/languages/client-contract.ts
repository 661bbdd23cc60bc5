import { readFileSync, writeFileSync } from "node:fs";
import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { type DescriptorProto, type FileDescriptorProto, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { descriptorsFile } from "../descriptors.ts";

/** Contract from which the builds of clients generate their messages: a `google.protobuf.FileDescriptorSet`. */
const clientContractFile = "gen/descriptors/clients.binpb";

/** Files with declarations that only the service uses: rules, and paths of REST. */
const foreignFiles = ["buf/validate/validate.proto", "google/api/annotations.proto", "google/api/http.proto"];
/** The message that joins all details of errors, which services never send, and the file that it alone needs. */
const [joined, joinedFile] = ["StatusDetails", "google/rpc/error_details.proto"];
/** Numbers of the options that they declare. */
const foreignOptions = [1159, 72_295_728];

/** Writes the contract without what only the service and its tools apply, so that users need no library for it. */
export function writeClientContract(): void {
  const set = fromBinary(FileDescriptorSetSchema, readFileSync(descriptorsFile));
  set.file = set.file.filter(({ name }) => !foreignFiles.includes(name));
  for (const file of set.file) removeFromFile(file);
  writeFileSync(clientContractFile, toBinary(FileDescriptorSetSchema, set));
}

function removeFromFile(file: FileDescriptorProto): void {
  if (file.dependency.includes(joinedFile)) file.messageType = file.messageType.filter(({ name }) => name !== joined);
  file.dependency = file.dependency.filter((name) => name !== joinedFile && !foreignFiles.includes(name));
  for (const message of file.messageType) removeFromMessage(message);
  for (const { options } of [...file.extension, ...file.service.flatMap(({ method }) => method)]) {
    removeFromOptions(options);
  }
}

function removeFromMessage(message: DescriptorProto): void {
  removeFromOptions(message.options);
  for (const { options } of [...message.field, ...message.extension, ...message.oneofDecl]) removeFromOptions(options);
  for (const nested of message.nestedType) removeFromMessage(nested);
}

function removeFromOptions(options: Message | undefined): void {
  if (options?.$unknown === undefined) return;
  options.$unknown = options.$unknown.filter(({ no }) => !foreignOptions.includes(no));
}
