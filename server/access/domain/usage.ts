import type { Reason } from "../../core/fault.ts";

/** A caller under which calls are recorded: a key, or with the empty `keyId` all sessions of an identity. */
export interface UsageCaller {
  /** Empty for a key of the operator. */
  readonly identityId: string;
  readonly keyId: string;
}

/** Result of a call: a reason, `OK`, or `REFUSED` for a call that its transport refused or its caller abandoned. */
export type UsageResult = Reason | "OK" | "REFUSED";

/** Calls of a caller in an hour, by operation and result. */
export interface UsageCount extends UsageCaller {
  /** Start of the hour, in ms since 1970. */
  readonly hourMs: number;
  /** Name such as `geocode.v1.GeocodeService.Transform`. */
  readonly operation: string;
  readonly result: UsageResult;
  readonly calls: number;
}

/** A call that failed, without its payload. */
export interface Refusal extends UsageCaller {
  readonly id: string;
  readonly atMs: number;
  readonly operation: string;
  readonly reason: Reason;
  /** Empty if no parameter is at fault. */
  readonly parameter: string;
  readonly message: string;
  readonly requestId: string;
  readonly protocol: string;
}

/** Callers whose records are read: those of an identity, a key, or all. */
export interface UsageChoice {
  readonly identityId: string | undefined;
  readonly keyId: string | undefined;
}

/** Port: the store of recorded calls. */
export interface UsageRecords {
  /** Adds counts to the stored ones, and keeps the last refusals of each caller, in one transaction. */
  add(counts: readonly UsageCount[], refusals: readonly Refusal[]): Promise<void>;
  /** Removes records from before a time. */
  removeBefore(atMs: number): Promise<void>;
  /** Returns the sums over the callers, ordered by hour, operation and result. */
  counts(choice: UsageChoice, fromMs: number, untilMs: number): Promise<Omit<UsageCount, keyof UsageCaller>[]>;
  /** Returns refusals, newest first, beginning after the one with the id `before`. */
  refusals(choice: UsageChoice, before: string | undefined, count: number): Promise<Refusal[]>;
}

export const hourMs = 3_600_000;
/** Time for which counts and refusals are kept. */
export const usageKeptMs = 31 * 24 * hourMs;
/** Number of refusals kept of each caller. */
export const refusalsMax = 100;
