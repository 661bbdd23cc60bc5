import { sealedColumn } from "../../core/sealed-column.ts";
import type { KeyedCall } from "../../rpc/idempotency/idempotency.ts";

/** A call with an idempotency key, as it is stored. */
export interface KeyRecord extends KeyedCall {
  /** The seed of the call's random choices; once the call is answered, its answer. */
  readonly sealed: Uint8Array;
  readonly isAnswered: boolean;
  /** Changes while a process executes the call; 0 while none does. */
  readonly beat: number;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

/** Port: the store of keyed calls. */
export interface KeyRecords {
  /** Returns false if there is a record with this id. */
  create(record: KeyRecord): Promise<boolean>;
  find(id: string): Promise<KeyRecord | undefined>;
  /** Changes the beat of an unanswered call, if it has the expected one. */
  changeBeat(id: string, from: number, to: number): Promise<boolean>;
  /** Stores the answer unless there is one. */
  answer(id: string, sealed: Uint8Array): Promise<boolean>;
  /** Removes this record, but not a later one with the same id. */
  remove(record: Pick<KeyRecord, "id" | "createdAtMs">): Promise<void>;
}

/** Seeds and answers of calls with an idempotency key. */
export const keyedAnswerColumn = sealedColumn("idempotency_keys", "sealed", ["id"], ({ id }) => ({
  row: id,
  identity: "service",
  purpose: "idempotency",
}));
