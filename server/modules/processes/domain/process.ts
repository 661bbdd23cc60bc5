/** A process of the service, as of its last heartbeat. */
export interface Heartbeat {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  /** By the clock of the database, like `heartbeatAt`. */
  readonly startedAt: Date;
  readonly heartbeatAt: Date;
  readonly state: "ready" | "draining";
  readonly readings: Readings;
}

/** Measurements that a process makes of itself at a heartbeat, since the previous one. */
export interface Readings {
  readonly callsPerSecond: number;
  /** Share of time, from 0 to 1, in which the main thread was busy. */
  readonly utilization: number;
  readonly memoryBytes: number;
  /** Milliseconds of a query to the database. */
  readonly databaseMs: number;
  /** Milliseconds by which the clock is ahead of the database's. */
  readonly clockAheadMs: number;
  /** Threads that have the port: 0 before it is open. Absent: the version before does not tell. */
  readonly threads?: number;
  /** Threads of the port that have ended although they should not have, since the start; others have taken their places. */
  readonly threadsLost?: number;
  /** Whether callers are sent to it. Absent: they are, as to all processes of the versions before. */
  readonly isCalled?: boolean;
}

/** State of a process as seen by the others. */
export type ProcessState = Heartbeat["state"] | "silent";

/** Port: the processes on one database. */
export interface Processes {
  /** Returns the time of the database's clock, which the processes share. */
  now(): Promise<Date>;
  write(heartbeat: Heartbeat): Promise<void>;
  /** Sets the time of a heartbeat to now. Returns false if there is none. */
  touch(id: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Removes the processes whose last heartbeat was earlier. */
  removeBefore(moment: Date): Promise<void>;
  /** Lists all processes, in the order of their starts. */
  list(): Promise<readonly Heartbeat[]>;
}

export const heartbeatMs = 5_000;
/** Allows two late heartbeats. */
export const silentAfterMs = 3 * heartbeatMs;
/** Time for which a silent process stays in the list. */
export const silentKeptMs = 24 * 3_600_000;

/** Whether a process takes calls at a time of the database's clock, and so has a share of what is limited. */
export function isServing({ readings, ...heartbeat }: Omit<Heartbeat, "id">, now: Date): boolean {
  return stateOf(heartbeat, now) === "ready" && readings.isCalled !== false;
}

/** Returns the state of a process at a time of the database's clock. */
export function stateOf({ heartbeatAt, state }: Pick<Heartbeat, "heartbeatAt" | "state">, now: Date): ProcessState {
  return now.getTime() - heartbeatAt.getTime() > silentAfterMs ? "silent" : state;
}
