import type { Logger } from "pino";

export interface DatabaseWatchDeps {
  readonly log: Logger;
  /** Says why the database is unusable if an error shows that; undefined for any other error. */
  readonly outageOf: (error: unknown) => string | undefined;
  /** Milliseconds from any fixed moment. */
  readonly now: () => number;
}

/**
 * Tracks whether the database stores changes, from the results of this process's writes. Every call and every
 * background task meets an outage, so only this class logs it: its cause once, and its end once.
 */
export class DatabaseWatch {
  readonly #deps: DatabaseWatchDeps;
  #away: { readonly outage: string; readonly sinceMs: number } | undefined;
  #count = 0;
  #storedAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: DatabaseWatchDeps) {
    this.#deps = deps;
  }

  /** Number of outages so far, and whether there is one now. */
  get outages(): { readonly count: number; readonly isAway: boolean } {
    return { count: this.#count, isAway: this.#away !== undefined };
  }

  /** Whether a write was stored within so many milliseconds, with no outage since. */
  hasStoredWithin(ms: number): boolean {
    return this.#away === undefined && this.#deps.now() - this.#storedAtMs < ms;
  }

  /** To be called when a row was changed durably. */
  stored(): void {
    const nowMs = this.#deps.now();
    this.#storedAtMs = nowMs;
    if (this.#away === undefined) return;
    const awayMs = Math.round(nowMs - this.#away.sinceMs);
    this.#away = undefined;
    this.#deps.log.info({ awayMs }, "the database stores changes again");
  }

  /**
   * Records an error, and logs it if it is the first of an outage. Returns the outage; undefined for any other error.
   */
  note(error: unknown): string | undefined {
    const outage = this.#deps.outageOf(error);
    if (outage === undefined) return undefined;
    if (this.#away?.outage !== outage) {
      const { message } = error as Error;
      this.#deps.log.error(
        { outage, cause: message },
        "the database is unavailable; this is logged once until it is available",
      );
    }
    if (this.#away === undefined) this.#count++;
    this.#away = { outage, sinceMs: this.#away?.sinceMs ?? this.#deps.now() };
    return outage;
  }

  /** Returns a log that omits the lines about outages of the database. */
  quieted(log: Logger): Logger {
    const quiet = log.child({});
    for (const level of ["warn", "error"] as const) {
      const write = quiet[level].bind(quiet) as (...line: unknown[]) => void;
      quiet[level] = (...line: unknown[]) => {
        const { err } = (line[0] ?? {}) as { err?: unknown };
        if (err === undefined || this.note(err) === undefined) write(...line);
      };
    }
    return quiet;
  }
}
