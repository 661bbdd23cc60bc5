import type { MessagePort } from "node:worker_threads";
import type { Statement } from "../../../core/alongside.ts";
import type { TraceContext } from "../../../core/tracing/trace-context.ts";
import type { ToldStatements } from "../../../database/measurements.ts";
import type { DatabaseServer } from "../../../database/mysql/database-url.ts";
import type { AssetPolicy } from "../domain/policy.ts";
import type { LedgerBounds } from "../engine/checkpoint/bounds.ts";
import type { QuotedRates } from "../rates/quoted-rates.ts";
import type { BatchPart } from "../store/measured-batches.ts";
import type { Packed } from "./packing.ts";

/** Start parameters of the ledger's thread. */
export interface LedgerTask {
  readonly place: Place;
  /** Where the thread asks for the writes of other modules. */
  readonly records: RecordsEnd;
}

/** The database that the thread opens. */
export type Place =
  | {
      readonly kind: "sqlite";
      readonly path: string;
      /** Memory of the turns in which this thread and the main thread write. */
      readonly turns: SharedArrayBuffer;
      readonly bounds: LedgerBounds;
    }
  | {
      readonly kind: "mysql";
      readonly server: DatabaseServer;
      /** Index of the host that is used. */
      readonly host: number;
      readonly bounds: LedgerBounds;
    };

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
  /** Index of the host of the database that is used, where there are several. */
  readonly host: number | undefined;
}

/** Tells that a host of the database accepts no writes any more. */
export interface HostLost {
  readonly lost: number;
}

export type ToLedger = BatchOrder | HostLost | "close";

export type FromLedger = (BatchAnswer | { readonly error: StoreErrorForm }) & {
  /** Measurements of the thread's statements since the last answer. */
  readonly statements: ToldStatements | undefined;
};

export interface BatchAnswer {
  readonly outcomes: Packed;
  /** Undefined if there are no new entries. */
  readonly batch: { readonly number: number; readonly firstSequence: number; readonly hash: Uint8Array } | undefined;
  /** Duration of each step, in milliseconds. */
  readonly steps: readonly (readonly [BatchPart, number])[];
  /** Suitable size of the next batch. */
  readonly sizeMax: number | undefined;
}

/** An error as it is sent; its class is lost. */
export interface StoreErrorForm {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: string | undefined;
  readonly errno: number | undefined;
  /** Whether the database could not be reached, or closed itself. */
  readonly outage: "unavailable" | "stopped" | undefined;
  /** Whether the batch may be stored all the same. */
  readonly mayBeStored: boolean;
}

/** A question for the writes of another module: the next statement, given the rows of the one before. */
export interface RecordQuestion {
  /** Index of the request in its batch. */
  readonly index: number;
  /** Undefined: the first statement. */
  readonly rows: readonly object[] | undefined;
}

export type RecordAnswer = { readonly statement: Statement | undefined } | { readonly error: StoreErrorForm };
