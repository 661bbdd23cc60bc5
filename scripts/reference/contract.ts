import { execFileSync } from "node:child_process";
import { createFileRegistry, type DescMethod, type DescService, fromBinary, getOption } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema, MethodOptions_IdempotencyLevel as IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { getComments } from "@bufbuild/protoplugin";
import { http } from "../../gen/es/google/api/annotations_pb.js";
import {
  idempotency_key as idempotencyKey,
  Open,
  open,
  owner,
  permission,
} from "../../gen/es/platonic/access/v1/access_pb.js";
import { interface$ as varlinkInterface } from "../../gen/es/platonic/varlink/v1/varlink_pb.js";

/** A service as the contract declares it. */
export interface Service {
  /** Full name, such as `wallet.v1.WalletService`. */
  readonly name: string;
  readonly purpose: string;
  /** Varlink interface on the host's socket; empty if there is none. */
  readonly varlink: string;
  readonly operations: readonly Operation[];
}

export interface Operation {
  readonly name: string;
  /** REST spellings, such as `GET /api/wallets/{identity_id}`. */
  readonly paths: readonly string[];
  readonly permission: string;
  /** Callers who need no permission, in words; empty if there are none. */
  readonly openTo: string;
  /** Field of the request that names the identity whose sessions need no permission; empty if there is none. */
  readonly owner: string;
  /** How the operation is repeated after a lost answer. */
  readonly repeat: string;
  /** First sentence of the comment. */
  readonly does: string;
}

/** Reads every service of proto/platonic, sorted by name. Only the sources contain comments, so `buf` compiles them again. */
export function readContract(): Service[] {
  const image = execFileSync("buf", ["build", "-o", "-"], { maxBuffer: 2 ** 26 });
  const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, image));
  return [...registry]
    .filter((declared) => declared.kind === "service")
    .filter(({ file }) => file.name.startsWith("platonic/"))
    .map((service) => ({
      name: service.typeName,
      purpose: commentOf(service),
      varlink: getOption(service, varlinkInterface),
      operations: service.methods.map(operationOf),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function operationOf(method: DescMethod): Operation {
  const rule = getOption(method, http);
  return {
    name: method.name,
    paths: [rule, ...rule.additionalBindings].map(({ pattern }) => `${pattern.case?.toUpperCase()} ${pattern.value}`),
    permission: getOption(method, permission),
    openTo: openTo(method),
    owner: getOption(method, owner),
    repeat: repeatOf(method),
    does: firstSentence(commentOf(method)),
  };
}

function repeatOf(method: DescMethod): string {
  if (getOption(method, idempotencyKey)) return "with the same key";
  switch (method.idempotency) {
    case IdempotencyLevel.NO_SIDE_EFFECTS:
    case IdempotencyLevel.IDEMPOTENT:
      return "freely";
    default:
      return "makes another";
  }
}

function openTo(method: DescMethod): string {
  switch (getOption(method, open)) {
    case Open.ALWAYS:
      return "everybody";
    case Open.FOR_REGISTRATION:
      return "everybody, with `OPEN_REGISTRATION=true`";
    case Open.TO_SESSIONS:
      return "every session";
    default:
      return getOption(method, owner) === "" ? "" : "sessions of the identity";
  }
}

function commentOf(declared: DescMethod | DescService): string {
  const text = getComments(declared).leading?.trim().replaceAll(/\s+/g, " ");
  if (text === undefined) throw new Error(`${declared.toString()} has no comment: write what it does`);
  return text;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

function firstSentence(text: string): string {
  const [first] = sentences.segment(text);
  return first?.segment.trim() ?? text;
}
