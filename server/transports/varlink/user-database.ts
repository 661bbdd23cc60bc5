import { create, type DescMethodUnary, ScalarType } from "@bufbuild/protobuf";
import type { Fault } from "../../core/fault.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import { type Issue, phases } from "../../rpc/validation/issue.ts";
import { commonError } from "./faults.ts";
import type { VarlinkInterface, VarlinkMethod } from "./interfaces.ts";
import type { VarlinkCall } from "./messages.ts";
import type { HostOperation } from "./operation.ts";
import { errorOf, type Reply, replyOf, serviceErrors } from "./replies.ts";

/** Name of the service for systemd: that of its socket in `/run/systemd/userdb`. */
const userDatabaseName = "io.platonic.identity";

const interfaceName = "io.systemd.UserDatabase";

/**
 * The interface with which systemd, and so every program of the host, looks up users and groups
 * (https://systemd.io/USER_GROUP_API). Names are in camel case; each record is a separate reply.
 */
export function userDatabaseInterface(operations: readonly HostOperation[]): VarlinkInterface {
  return {
    name: interfaceName,
    description,
    methods: new Map(operations.map((operation) => [operation.method.name, methodOf(operation)])),
  };
}

function methodOf(operation: HostOperation): VarlinkMethod {
  return async (call, caller) => {
    const refusal = refusalOf(call, operation.method);
    if (refusal !== undefined) return [refusal];
    const { answer } = await operation.answer(Buffer.from(JSON.stringify(call.parameters)), caller);
    if ("fault" in answer) return [errorFor(answer.fault)];
    const records = (answer.written as string).split("\n");
    return records.map((record, index) => replyOf(record, index < records.length - 1));
  };
}

function refusalOf({ parameters, more }: VarlinkCall, { input, name }: DescMethodUnary): Reply | undefined {
  const { service } = parameters;
  if (typeof service !== "string") return serviceErrors.invalidParameter("service");
  if (service !== userDatabaseName) return errorOf(`${interfaceName}.BadService`);
  // A request that can return many records must set `more`.
  const isOfOne = input.fields.some(({ jsonName }) => (parameters[jsonName] ?? "") !== "") && name !== "GetMemberships";
  return isOfOne || more ? undefined : serviceErrors.expectedMore();
}

function errorFor(fault: Fault): Reply {
  if (fault.reason === "RESOURCE_NOT_FOUND") return errorOf(`${interfaceName}.NoRecordFound`);
  if (fault.reason === "RESOURCE_CONFLICT") return errorOf(`${interfaceName}.ConflictingRecordFound`);
  return commonError(fault) ?? errorOf(`${interfaceName}.ServiceNotAvailable`);
}

/** Codec of a method: members have protobuf's JSON names, records are lines. */
export function userDatabaseCodec({ input, output }: DescMethodUnary): Codec {
  const [records] = output.fields;
  if (records?.fieldKind !== "list" || records.message === undefined) {
    throw new Error(`${output.typeName} is not a list of records`);
  }
  const { localName } = records;
  const { fields } = records.message;
  // Memberships are sent directly, without a record around them.
  const isRecord = records.message.name.endsWith("Record");
  return {
    name: "userdb",
    read(body) {
      const json = JSON.parse(Buffer.from(body).toString("utf8")) as { readonly [name: string]: unknown };
      const message = create(input);
      const issues: Issue[] = [];
      for (const { jsonName, localName: member, scalar } of input.fields) {
        const value = json[jsonName] ?? undefined;
        if (value === undefined) continue;
        const isNumber = scalar === ScalarType.INT64;
        if (isNumber ? Number.isSafeInteger(value) : typeof value === "string") {
          Object.assign(message, { [member]: isNumber ? BigInt(value as number) : value });
        } else {
          const message = `${jsonName} must be ${isNumber ? "an integer" : "a text"}`;
          issues.push({ phase: phases.type, path: jsonName, message, provided: value });
        }
      }
      return { message, issues };
    },
    write(answer) {
      const list = (answer as Record<string, Record<string, unknown>[]>)[localName] ?? [];
      return list.map((item) => JSON.stringify(isRecord ? wrapped(plain(item)) : plain(item))).join("\n");
    },
  };

  function plain(item: Record<string, unknown>): object {
    return Object.fromEntries(
      fields.map((field) => {
        const value = item[field.localName];
        return [field.jsonName, typeof value === "bigint" ? Number(value) : value];
      }),
    );
  }
}

function wrapped(record: object): object {
  return { record: { ...record, disposition: "regular", service: userDatabaseName }, incomplete: false };
}

/** Interface description, as published by systemd. */
const description = `interface ${interfaceName}

method GetUserRecord(uid: ?int, userName: ?string, service: string) -> (record: object, incomplete: bool)

method GetGroupRecord(gid: ?int, groupName: ?string, service: string) -> (record: object, incomplete: bool)

method GetMemberships(userName: ?string, groupName: ?string, service: string) -> (userName: string, groupName: string)

error NoRecordFound()

error BadService()

error ServiceNotAvailable()

error ConflictingRecordFound()

error EnumerationNotSupported()
`;
