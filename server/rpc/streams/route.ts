import type { DescMethodStreaming, Message } from "@bufbuild/protobuf";
import type { Open } from "#contract/access/v1/access_pb.js";
import type { Reason } from "../../core/fault.ts";
import { type AuditedMethod, compileAudited } from "../audit/audited-calls.ts";
import { type Access, compileAccess } from "../authorization.ts";
import { refuseIssues, type ServiceTable, type StreamBounds, unexpectedReason } from "../handler.ts";
import type { AnyOperation } from "../idempotency/idempotency.ts";
import { compileTerms } from "../terms/terms.ts";
import { compileUuids } from "../uuids.ts";
import type { Issue } from "../validation/issue.ts";
import { compileValidator } from "../validation/validate.ts";
import { StreamSlots } from "./stream-slots.ts";

/** Everything that a stream of one method needs, compiled when the server starts. */
export interface StreamRoute {
  readonly access: Access;
  readonly operation: AnyOperation;
  readonly bounds: StreamBounds;
  readonly slots: StreamSlots;
  /** Reason of unexpected errors. */
  readonly unexpected: Reason;
  /** Present if refused streams are recorded. */
  readonly audited: AuditedMethod | undefined;
  /**
   * Canonicalises the ids of a request; returns its validation.
   *
   * @throws Fault, in the validation, for a request that breaks a rule of the contract
   */
  readonly read: (request: Message) => () => void;
}

/**
 * Compiles the route of a method.
 *
 * @throws Error for a method without an operation, permission, terms or bounds, or with many requests and one answer
 */
export function compileStreamRoute(
  method: DescMethodStreaming,
  table: ServiceTable,
  openToAll: ReadonlySet<Open>,
): StreamRoute {
  const operation = table.operations[method.localName];
  if (operation === undefined) throw new Error(`${method.toString()} has no operation`);
  if (table.streams === undefined) throw new Error(`${method.toString()} is a stream without bounds`);
  if (method.methodKind === "client_streaming") throw new Error(`${method.toString()} has one answer: make it unary`);
  // Throws for terms that contradict the method.
  if (table.publicAccess === undefined) compileTerms(method);
  const { concurrentMax, perNetworkMax } = table.streams;
  // Published protocols declare no rules, and have types that our contract may not have.
  const validator = table.publicAccess === undefined ? compileValidator(method.input) : undefined;
  const readUuids = table.publicAccess === undefined ? compileUuids(method.input) : undefined;
  return {
    access: compileAccess(method, openToAll, table.publicAccess),
    operation,
    bounds: table.streams,
    slots: new StreamSlots(concurrentMax, perNetworkMax),
    unexpected: unexpectedReason(table.service),
    audited: table.publicAccess === undefined ? compileAudited(method) : undefined,
    read: (request) => {
      const issues: Issue[] = [];
      readUuids?.(request, "", issues);
      return () => refuseIssues(request, issues, method.input, validator);
    },
  };
}
