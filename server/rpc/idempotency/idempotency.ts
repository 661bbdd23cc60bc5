import { createHash } from "node:crypto";
import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type Message,
  type MessageInitShape,
  toBinary,
} from "@bufbuild/protobuf";
import { Fault } from "../../core/fault.ts";
import type { Principal } from "../principal.ts";
import type { Terms } from "../terms/terms.ts";
import type { Choices } from "./choices.ts";

/** A call with an idempotency key. */
export interface KeyedCall {
  /** SHA-256 of the caller, the method and the key, in hexadecimal. */
  readonly id: string;
  /** SHA-256 of the request message. */
  readonly requestHash: string;
  /** Time at which the calling identity last proved itself to its session. */
  readonly provenAtMs: number | undefined;
}

/** Port: executes each keyed call once, and repeats its first answer. */
export interface Idempotency {
  /**
   * Returns the answer of the call's first execution; executes it if there was none.
   *
   * @throws Fault RESOURCE_CONFLICT if the key was used for another request; STATE_INVALID while the call is in
   *   progress; PERMISSION_DENIED for a session that was proven less recently than the one that called first
   */
  once(call: KeyedCall, execute: (choices: Choices) => Promise<Uint8Array>): Promise<Uint8Array>;
}

/** Part of a call's context that decides about its repetition. */
export interface KeyedContext {
  readonly principal: Principal;
  /** Value of the header `Idempotency-Key`; undefined if there is none. */
  readonly idempotencyKey?: string | undefined;
  /** Id of the request on its transport. */
  readonly operationId?: string | undefined;
  readonly isAnonymous?: boolean;
  withChoices(choices: Choices): object;
}

// biome-ignore lint/suspicious/noExplicitAny: tables of operations are checked where they are written, by Operations<Service>.
export type AnyOperation = (request: any, context: any) => any;

/** Returns an operation that is executed once for each idempotency key. Calls without a key pass unchanged. */
export function executedOnce(
  method: DescMethodUnary,
  terms: Terms,
  operation: AnyOperation,
  idempotency: Idempotency,
): AnyOperation {
  if (!terms.takesKey) return operation;
  const { input, output } = method;
  return (request: Message, context: KeyedContext) => {
    const key = keyOf(request, context, terms);
    if (key === undefined) return operation(request, context);
    const call = keyedCall(method, key, toBinary(input, request), context);
    return idempotency
      .once(call, async (choices) => bytesOf(output, await operation(request, context.withChoices(choices))))
      .then((bytes) => fromBinary(output, bytes));
  };
}

function bytesOf(output: DescMessage, answer: MessageInitShape<DescMessage>): Uint8Array {
  return toBinary(output, create(output, answer));
}

/** An item of 22 to 128 visible characters: 128 random bits have 22 as base64url, and a UUID has 36. */
export const keyPattern = /^[\x21-\x7e]{22,128}$/;

/**
 * Returns the caller's key. Without one, uses the id of the request, unless the request names what it creates and
 * therefore takes effect once anyway.
 */
function keyOf(request: Message, { idempotencyKey, operationId }: KeyedContext, terms: Terms): string | undefined {
  if (idempotencyKey !== undefined) return keyIn(idempotencyKey);
  if (operationId === undefined || (terms.isIdempotent && isNamed(request, terms))) return undefined;
  return keyIn(operationId);
}

function isNamed(request: Message, { idMember }: Terms): boolean {
  return idMember !== undefined && (request as unknown as { [member: string]: unknown })[idMember] !== "";
}

/** @throws Fault PARAMETER_INVALID for a key that is malformed, or too short to be unguessable */
function keyIn(header: string): string {
  // The header is a structured string, with quotes; many clients omit them.
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (keyPattern.test(key)) return key;
  throw new Fault("PARAMETER_INVALID", "Idempotency-Key must be 22 to 128 visible characters, such as a random UUID", {
    parameter: "Idempotency-Key",
  });
}

/** Identifies a keyed call. Anonymous callers share one name: a repetition may come from another address. */
function keyedCall(method: DescMethodUnary, key: string, request: Uint8Array, context: KeyedContext): KeyedCall {
  const { principal, isAnonymous } = context;
  const caller = isAnonymous ? "anonymous" : principal.id;
  return {
    id: digestOf(JSON.stringify([caller, `${method.parent.typeName}.${method.name}`, key])),
    requestHash: digestOf(request),
    provenAtMs: principal.session?.provenAtMs,
  };
}

function digestOf(value: string | Uint8Array): string {
  return createHash("sha256").update(value).digest("hex");
}
