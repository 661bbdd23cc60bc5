import type { Request, Resolve } from "../../../../gen/es/channel/v1/channel_pb.js";
import { Fault } from "../../../core/fault.ts";
import { type Failure, TransportRefusal } from "../../../rpc/call.ts";
import { unexpectedFault } from "../../../rpc/pipeline.ts";
import type { EnvelopeBody } from "../wire/envelope.ts";
import { errorOf, isCredentialsFault } from "../wire/error.ts";
import { envelopeBytesMax } from "../wire/outgoing-batch.ts";
import { bearer } from "./admission.ts";
import type { Calls, Members } from "./calls.ts";
import type { Pressure } from "./pressure.ts";

/** On whose behalf requests are made. */
export interface Requester {
  readonly identityId: string;
  readonly sessionToken: string;
  readonly address: string;
}

/** What a request became. */
export interface Done {
  readonly body: EnvelopeBody;
  /** The session is over. */
  readonly isOver: boolean;
}

/** What an envelope needs beside its answer, at most. */
const besideBytes = 256;
const resolveTransaction = "wallet.v1.TransactionService/ResolveTransaction";
const noBytes = new Uint8Array();
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether requests can be told apart by this, and logged under it. */
export function isOperationId(opId: string): boolean {
  return uuid.test(opId);
}

/** Turns requests of the channel into calls, and what became of those into envelopes. */
export class Requests {
  readonly #calls: Calls;
  readonly #pressure: Pressure;
  readonly #onBug: (error: unknown, requestId: string) => void;

  constructor(calls: Calls, pressure: Pressure, onBug: (error: unknown, requestId: string) => void) {
    this.#calls = calls;
    this.#pressure = pressure;
    this.#onBug = onBug;
  }

  /**
   * Waits while the pressure is high: so its channel comes to have as many under way as it may, and reads no more. Never
   * rejects.
   */
  async work({ opId, method, payload, timeout }: Request, requester: Requester): Promise<Done> {
    try {
      while (this.#pressure.isHigh) await this.#pressure.relieved();
      const asker = askerOf(opId, requester, timeout > 0 ? timeout : undefined);
      const answer = await this.#calls.answer(this.#calls.find(method), payload, asker);
      if ("fault" in answer) return failed(opId, answer);
      const bytes = answer.written as Uint8Array;
      if (bytes.length + besideBytes > envelopeBytesMax) {
        throw new Fault("PARAMETER_INVALID", "The answer does not fit into a message of the channel: ask for less.", {
          parameter: "payload",
        });
      }
      const result = { opId, answer: { case: "payload" as const, value: bytes } };
      return { body: { case: "result", value: result }, isOver: false };
    } catch (error) {
      return this.#failed(opId, error);
    }
  }

  /** Waits for nothing: it is about what was sent before. Never rejects. */
  async resolve({ opId, seal }: Resolve, requester: Requester): Promise<Done> {
    try {
      const members = { sender: requester.identityId, transactionId: opId, seal };
      const asker = askerOf(opId, requester, undefined);
      const { isFinal, result } = await this.#calls.ask(resolveTransaction, members, asker);
      const bytes =
        result === undefined ? noBytes : this.#calls.bytesOf(resolveTransaction, "result", result as Members);
      return { body: { case: "outcome", value: { opId, isFinal: isFinal as boolean, result: bytes } }, isOver: false };
    } catch (error) {
      return this.#failed(opId, error);
    }
  }

  #failed(opId: string, error: unknown): Done {
    if (error instanceof Fault) return failed(opId, { fault: error });
    if (error instanceof TransportRefusal) return expired(opId);
    this.#onBug(error, opId);
    return failed(opId, { fault: unexpectedFault("INTERNAL") });
  }
}

function askerOf(opId: string, { sessionToken, address }: Requester, timeoutMs: number | undefined) {
  return { authorization: bearer(sessionToken), address, requestId: opId, timeoutMs };
}

function failed(opId: string, failure: Failure): Done {
  const error = errorOf(failure, opId);
  const result = { opId, answer: { case: "error" as const, value: error } };
  return { body: { case: "result", value: result }, isOver: isCredentialsFault(failure.fault) };
}

/** There is no reason for it: the caller itself does not want the answer any more. */
function expired(opId: string): Done {
  const error = { message: "The time that the request gave has passed." };
  return { body: { case: "result", value: { opId, answer: { case: "error", value: error } } }, isOver: false };
}
