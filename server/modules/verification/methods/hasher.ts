import { hash, parseOptions, verify } from "@node-rs/argon2";
import { Fault } from "../../../core/fault.ts";

/** Cost parameters of argon2id. */
export interface HashParameters {
  readonly memoryKibibytes: number;
  readonly passes: number;
  readonly lanes: number;
}

export interface HasherOptions {
  /** A key outside of the database, without which stolen hashes cannot be attacked. At least 16 bytes. */
  readonly pepper: Uint8Array;
  readonly parameters?: HashParameters;
  /** Hashes computed concurrently, on the thread pool that files and DNS share. */
  readonly concurrentMax?: number;
  /** Hashes that wait; more requests are rejected. */
  readonly waitingMax?: number;
}

/** Result of a check. `rehashed` replaces a stored hash whose parameters are outdated. */
export interface HashCheck {
  readonly isRight: boolean;
  readonly rehashed: string | undefined;
}

/** Hashes secrets that people choose. */
export interface Hasher {
  /** Returns the hash to store: argon2id with its parameters and salt. */
  hash(text: string): Promise<string>;
  /** Checks a text. Without a stored hash it does the same work, and the text counts as wrong. */
  check(stored: string | undefined, text: string): Promise<HashCheck>;
}

/** Minimum of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
export const owaspParameters: HashParameters = { memoryKibibytes: 19_456, passes: 2, lanes: 1 };

/** Creates a hasher. Throws for a pepper that is too short. */
export async function createHasher(options: HasherOptions): Promise<Hasher> {
  const { pepper, parameters = owaspParameters, concurrentMax = 2, waitingMax = 64 } = options;
  if (pepper.length < pepperBytesMin) throw new RangeError(`a pepper has at least ${pepperBytesMin} bytes`);
  const queued = createQueue(concurrentMax, waitingMax);
  const argon2 = {
    algorithm: argon2id,
    memoryCost: parameters.memoryKibibytes,
    timeCost: parameters.passes,
    parallelism: parameters.lanes,
    secret: pepper,
  };
  const placeholder = await hash("", argon2);

  function isCurrent(stored: string): boolean {
    const used = parseOptions(stored);
    return (
      used.algorithm === argon2id &&
      used.memoryCost === parameters.memoryKibibytes &&
      used.timeCost === parameters.passes &&
      used.parallelism === parameters.lanes
    );
  }

  return {
    hash: (text) => queued(() => hash(text, argon2)),
    check: (stored, text) =>
      queued(async () => {
        const matches = await verify(stored ?? placeholder, text, { secret: pepper });
        const isRight = matches && stored !== undefined;
        const isOutdated = isRight && !isCurrent(stored);
        return { isRight, rehashed: isOutdated ? await hash(text, argon2) : undefined };
      }),
  };
}

const pepperBytesMin = 16;
/** `Algorithm.Argon2id`, an enum that exists in types only. */
const argon2id = 2;

/** Creates a queue that runs a bounded number of tasks concurrently, in the order of their arrival. */
function createQueue(concurrentMax: number, waitingMax: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < concurrentMax) running++;
    else if (waiting.length >= waitingMax) throw new Fault("RATE_LIMIT_EXCEEDED", "too many secrets are being checked");
    // A finished task hands its slot to the next one, so that no later task overtakes it.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
