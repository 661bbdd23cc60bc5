import type { MessagePort } from "node:worker_threads";
import type { Statement } from "../../../core/alongside.ts";
import type { TraceContext } from "../../../core/tracing/trace-context.ts";
import type { AssetPolicy } from "../domain/policy.ts";
import type { QuotedRates } from "../rates/quoted-rates.ts";
import type { BatchPart } from "../store/measured-batches.ts";
import type { Packed } from "./packing.ts";

/** Start parameters of the ledger's thread. */
export interface LedgerTask {
  /** Path of the database. */
  readonly path: string;
  /** Memory of the turns in which this thread and the main thread write. */
  readonly turns: SharedArrayBuffer;
  readonly settleEvery: number;
  /** Where the thread asks for the writes of other modules. */
  readonly records: RecordsEnd;
}

/** The thread's end of its questions for the writes of other modules. */
export interface RecordsEnd {
  readonly port: MessagePort;
  /** Counts the answers, for which the thread blocks. */
  readonly answers: SharedArrayBuffer;
}

/** The rules of a batch. */
export interface RulesForm {
  readonly exchangeBasisPoints: number;
  readonly assets: readonly AssetPolicy[];
  readonly rates: QuotedRates;
}

/** A batch to decide and write. */
export interface BatchOrder {
  readonly requests: Packed;
  readonly calls: readonly (TraceContext | undefined)[] | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Absent: those of the batch before. */
  readonly rules: RulesForm | undefined;
}

export type ToLedger = BatchOrder | "close";

export type FromLedger =
  | {
      readonly outcomes: Packed;
      /** Undefined if there are no new entries. */
      readonly batch:
        | { readonly number: number; readonly firstSequence: number; readonly hash: Uint8Array }
        | undefined;
      /** Duration of each step, in milliseconds. */
      readonly steps: readonly (readonly [BatchPart, number])[];
      /** Suitable size of the next batch. */
      readonly sizeMax: number | undefined;
    }
  | { readonly error: StoreErrorForm };

/** An error as it is sent; its class is lost. */
export interface StoreErrorForm {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  /** Whether the connection was closed. */
  readonly isStopped: boolean;
}

/** A question for the writes of another module: the next statement, given the rows of the one before. */
export interface RecordQuestion {
  /** Index of the request in its batch. */
  readonly index: number;
  /** Undefined: the first statement. */
  readonly rows: readonly object[] | undefined;
}

export type RecordAnswer = { readonly statement: Statement | undefined } | { readonly error: StoreErrorForm };
