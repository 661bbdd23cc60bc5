import { type DescMethod, type DescService, type FileRegistry, getOption } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { idempotency_key as idempotencyKey, Open, open, owner, permission } from "#contract/access/v1/access_pb.js";
import { http } from "#contract/google/api/annotations_pb.js";
import { interface$ as varlinkInterface } from "#contract/varlink/v1/varlink_pb.js";
import { commentOf, servicesOf } from "../contract-registry.ts";

/** A service as declared by the contract. */
export interface Service {
  /** Full name, such as `wallet.v1.WalletService`. */
  readonly name: string;
  readonly purpose: string;
  /** Varlink interface on the host socket; empty if there is none. */
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
  /** How to repeat the operation after a lost answer. */
  readonly repeat: string;
  /** First sentence of the comment. */
  readonly does: string;
}

/** Reads every service of the contract, sorted by name. */
export function readContract(registry: FileRegistry): Service[] {
  return servicesOf(registry).map((service) => ({
    name: service.typeName,
    purpose: comment(service),
    varlink: getOption(service, varlinkInterface),
    operations: service.methods.map(operationOf),
  }));
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
    does: firstSentence(comment(method)),
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

function comment(declared: DescMethod | DescService): string {
  const text = commentOf(declared);
  if (text === undefined) throw new Error(`${declared.toString()} has no comment: write what it does`);
  return text;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

function firstSentence(text: string): string {
  const [first] = sentences.segment(text);
  return first?.segment.trim() ?? text;
}
