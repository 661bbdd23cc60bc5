import type { Request, Resolve } from "#contract/channel/v1/channel_pb.js";
import { Fault } from "../../../core/fault.ts";
import { canonicalUuid } from "../../../core/uuid.ts";
import { type Failure, TransportRefusal } from "../../../rpc/call.ts";
import { unexpectedFault } from "../../../rpc/pipeline.ts";
import type { OnBug } from "../../../rpc/telemetry/bug-line.ts";
import type { EnvelopeBody } from "../wire/envelope.ts";
import { errorOf, isCredentialsFault } from "../wire/error.ts";
import { envelopeBytesMax } from "../wire/outgoing-batch.ts";
import { bearer } from "./admission.ts";
import type { Calls, Members } from "./calls.ts";
import type { Pressure } from "./pressure.ts";

/** The caller of a channel's requests. */
export interface Requester {
  readonly identityId: string;
  readonly sessionToken: string;
  /** Time of its last proof on the channel, if there was one. */
  readonly provenAtMs: number | undefined;
  readonly address: string;
}

/** Reply to a request. */
export interface RequestReply {
  readonly body: EnvelopeBody;
  /** Whether the request found the session to be over. */
  readonly isSessionOver: boolean;
}

/** Upper bound of an envelope's bytes besides its answer. */
const besideBytes = 256;
const resolveTransaction = "wallet.v1.TransactionService/ResolveTransaction";
const noBytes = new Uint8Array();
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID, and so can identify a request in the log. */
export function isOperationId(opId: string): boolean {
  return uuid.test(opId);
}

/** Turns requests of the channel into calls, and their answers into envelopes. */
export class Requests {
  readonly #calls: Calls;
  readonly #pressure: Pressure;
  readonly #onBug: OnBug;

  constructor(calls: Calls, pressure: Pressure, onBug: OnBug) {
    this.#calls = calls;
    this.#pressure = pressure;
    this.#onBug = onBug;
  }

  /**
   * Answers a request. Under high pressure it waits while keeping its turn, so that the channel's later requests wait
   * too. Never rejects.
   *
   * @param lendTurn releases the turn of the request while it only waits; returns a function that takes it again
   */
  async execute(
    { opId, method, payload, timeout, traceparent, tracestate }: Request,
    requester: Requester,
    lendTurn: () => () => void,
  ): Promise<RequestReply> {
    try {
      while (this.#pressure.isHigh) await this.#pressure.relieved();
      const caller = callerOf(opId, requester, timeout > 0 ? timeout : undefined);
      const answer = await this.#calls.answer(this.#calls.find(method), payload, {
        ...caller,
        operationId: canonicalUuid(opId),
        ...(traceparent !== "" && { traceparent, tracestate }),
        lendTurn,
      });
      if ("fault" in answer) return failed(opId, answer);
      const bytes = answer.written as Uint8Array;
      if (bytes.length + besideBytes > envelopeBytesMax) {
        throw new Fault("PARAMETER_INVALID", "The answer does not fit into a message of the channel: request less.", {
          parameter: "payload",
        });
      }
      const result = { opId, answer: { case: "payload" as const, value: bytes } };
      return { body: { case: "result", value: result }, isSessionOver: false };
    } catch (error) {
      return this.#failed(opId, error, traceparent);
    }
  }

  /** Answers with the outcome of a transaction, at once even under pressure. Never rejects. */
  async resolve({ opId, seal }: Resolve, requester: Requester): Promise<RequestReply> {
    try {
      const members = { sender: requester.identityId, transactionId: opId, seal };
      const caller = callerOf(opId, requester, undefined);
      const { isFinal, result } = await this.#calls.call(resolveTransaction, members, caller);
      const bytes =
        result === undefined ? noBytes : this.#calls.bytesOf(resolveTransaction, "result", result as Members);
      return {
        body: { case: "outcome", value: { opId, isFinal: isFinal as boolean, result: bytes } },
        isSessionOver: false,
      };
    } catch (error) {
      return this.#failed(opId, error);
    }
  }

  #failed(opId: string, error: unknown, traceparent?: string): RequestReply {
    if (error instanceof Fault) return failed(opId, { fault: error });
    if (error instanceof TransportRefusal) return expired(opId);
    this.#onBug(error, { requestId: opId, traceparent });
    return failed(opId, { fault: unexpectedFault("INTERNAL") });
  }
}

function callerOf(opId: string, { sessionToken, provenAtMs, address }: Requester, timeoutMs: number | undefined) {
  return { authorization: bearer(sessionToken), provenAtMs, address, requestId: opId, timeoutMs };
}

function failed(opId: string, failure: Failure): RequestReply {
  const error = errorOf(failure, opId);
  const result = { opId, answer: { case: "error" as const, value: error } };
  return { body: { case: "result", value: result }, isSessionOver: isCredentialsFault(failure.fault) };
}

/** Returns the reply to a request that does not fit into the queue, because its client exceeds its credits. */
export function refusedForRoom(opId: string, credits: number): RequestReply {
  const message = `The channel has ${credits} requests in flight at once; wait for results before you send more.`;
  return failed(opId, { fault: new Fault("RATE_LIMIT_EXCEEDED", message, { retryAfterSeconds: 1 }) });
}

/** Error without a reason code: the caller's own timeout has passed. */
function expired(opId: string): RequestReply {
  const error = { message: "The timeout of the request has passed." };
  return { body: { case: "result", value: { opId, answer: { case: "error", value: error } } }, isSessionOver: false };
}
