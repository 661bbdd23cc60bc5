import { readFileSync } from "node:fs";
import {
  createFileRegistry,
  type DescMethodUnary,
  type FileRegistry,
  fromBinary,
  fromJson,
  type JsonValue,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { callUnary } from "../../typescript/src/call-unary.ts";
import { outcomeOf } from "../answer.ts";
import { command } from "../command.ts";
import { profileOption } from "../profile.ts";
import { requestInput, requestOption } from "../request-input.ts";
import { UsageError } from "../usage-error.ts";

const contractFile = new URL("../../../gen/descriptors/platonic.binpb", import.meta.url);

/** Calls any operation of the contract, even one without its own command. */
export const call = command({
  name: "call",
  summary: "Calls any operation by its name in the contract. Requests are protobuf's JSON, as gRPC tools write it.",
  operands: ["SERVICE/METHOD"],
  options: { request: requestOption, profile: profileOption },
  input: "REQUEST",
  examples: [
    "platonic call admin.v1.ProcessService/ListProcesses --request {}",
    `platonic call wallet.v1.WalletService/GetWallet --profile default --request '{"identityId": "..."}'`,
  ],
  async run({ operands: [name], options: { request, profile }, service, session }) {
    const contract = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(contractFile)));
    const method = unaryMethodOf(contract, name);
    const json = JSON.parse(await requestInput("call", request)) as JsonValue;
    const { transport } = profile === undefined ? service() : session(profile);
    return outcomeOf(method.output, await callUnary(transport, method, messageOf(method, json)));
  },
});

/** @throws UsageError if the contract has no operation with this name */
function unaryMethodOf(contract: FileRegistry, name: string): DescMethodUnary {
  const [serviceName = "", methodName = ""] = name.split("/");
  const service = contract.getService(serviceName);
  const method = service?.methods.find((one) => one.name === methodName);
  if (method?.methodKind === "unary") return method as DescMethodUnary;
  if (method !== undefined)
    throw new UsageError(`${name} is a stream: platonic wallet watch and platonic ledger watch show those`);
  const services = [...contract].filter((one) => one.kind === "service" && one.file.name.startsWith("platonic/"));
  const names = service?.methods.map((one) => one.name) ?? services.map(({ typeName }) => typeName);
  throw new UsageError(
    `the contract has no ${service === undefined ? "service" : "method"} of ${name}; there are: ${names.join(", ")}`,
  );
}

/** @throws UsageError for a request that does not fit its message */
function messageOf(method: DescMethodUnary, json: JsonValue) {
  try {
    return fromJson(method.input, json);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
