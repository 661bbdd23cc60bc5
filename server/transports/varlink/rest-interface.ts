import type { DescMethodUnary } from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import { JsonProblem, parseJson } from "../../rpc/codec/dialect/json.ts";
import { compileReader } from "../../rpc/codec/dialect/reader.ts";
import { compileWriter } from "../../rpc/codec/dialect/writer.ts";
import type { Issue } from "../../rpc/validation/issue.ts";
import { describe } from "./description.ts";
import { faultError } from "./faults.ts";
import type { VarlinkInterface, VarlinkMethod } from "./interfaces.ts";
import type { HostOperation } from "./operation.ts";
import { replyOf } from "./replies.ts";

/** Codec of a method for the host: whole request and answer, in the REST dialect. */
export function dialectCodec(method: DescMethodUnary): Codec {
  const read = compileReader(method.input);
  return {
    name: "varlink",
    read(body) {
      const issues: Issue[] = [];
      return { message: read(parse(body), issues), issues };
    },
    write: compileWriter(method.output),
  };
}

function parse(body: Uint8Array): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    throw new Fault("PARAMETER_INVALID", `parameters ${error.message}`, { parameter: "parameters" });
  }
}

/** Creates an interface of operations, each with its name in the contract. */
export function dialectInterface(name: string, operations: readonly HostOperation[]): VarlinkInterface {
  return {
    name,
    description: describe(
      name,
      operations.map(({ method }) => method),
    ),
    methods: new Map(operations.map((operation) => [operation.method.name, methodOf(operation, name)])),
  };
}

function methodOf(operation: HostOperation, name: string): VarlinkMethod {
  return async ({ parameters }, caller) => {
    const { answer, requestId } = await operation.answer(Buffer.from(JSON.stringify(parameters)), caller);
    return ["fault" in answer ? faultError(answer.fault, name, requestId) : replyOf(textOf(answer.written))];
  };
}

function textOf(written: Uint8Array | string): string {
  return typeof written === "string" ? written : Buffer.from(written).toString("utf8");
}
