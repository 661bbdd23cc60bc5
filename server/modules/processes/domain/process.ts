/** A process of the service, as its last heartbeat told it. */
export interface Heartbeat {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** By the clock of the database, as the next. */
  readonly startedAt: Date;
  readonly heartbeatAt: Date;
  readonly state: "ready" | "draining";
  readonly readings: Readings;
}

/** Readings that a process takes of itself at a heartbeat, since the one before. */
export interface Readings {
  readonly callsPerSecond: number;
  /** Share of time, from 0 to 1, in which the main thread was busy. */
  readonly utilization: number;
  readonly memoryBytes: number;
  /** Milliseconds of a question to the database. */
  readonly databaseMs: number;
  /** Milliseconds by which the clock is ahead of the database's. */
  readonly clockAheadMs: number;
}

/** State of a process, as the others see it. */
export type ProcessState = Heartbeat["state"] | "silent";

/** Port: the processes on one database. */
export interface Processes {
  /** Returns the time by the clock of the database, which the processes share. */
  now(): Promise<Date>;
  write(heartbeat: Heartbeat): Promise<void>;
  /** Changes the time of a heartbeat to now. Returns false if there is none. */
  touch(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Removes the processes whose last heartbeat was earlier. */
  removeBefore(moment: Date): Promise<void>;
  /** Lists all, in the order of their starts. */
  list(): Promise<readonly Heartbeat[]>;
}

export const heartbeatMs = 5_000;
/** Two heartbeats may be late. */
export const silentAfterMs = 3 * heartbeatMs;
/** Time for which a silent process is listed. */
export const silentKeptMs = 24 * 3_600_000;

/** Returns the state of a process at a time of the database's clock. */
export function stateOf({ heartbeatAt, state }: Pick<Heartbeat, "heartbeatAt" | "state">, now: Date): ProcessState {
  return now.getTime() - heartbeatAt.getTime() > silentAfterMs ? "silent" : state;
}
