import { hash, parseOptions, verify } from "@node-rs/argon2";
import { Fault } from "../../../core/fault.ts";

/** What argon2id costs. */
export interface HashParameters {
  readonly memoryKibibytes: number;
  readonly passes: number;
  readonly lanes: number;
}

export interface HasherOptions {
  /** A key beside the database, without which a stolen hash cannot be tried out. At least 16 bytes. */
  readonly pepper: Uint8Array;
  readonly parameters?: HashParameters;
  /** Hashes computed at the same time; they share the threads of files and names. */
  readonly concurrentMax?: number;
  /** Hashes that wait for their turn; what comes then is refused. */
  readonly waitingMax?: number;
}

/** What a check found. `rehashed` replaces what is stored: it was hashed with other parameters than those of today. */
export interface HashCheck {
  readonly isRight: boolean;
  readonly rehashed: string | undefined;
}

/** Hashes for secrets that people choose. */
export interface Hasher {
  /** The hash as it is stored: argon2id with its parameters and salt. */
  hash(text: string): Promise<string>;
  /** Whether this is the text. Where nothing is stored it does the same work, and the text is wrong. */
  check(stored: string | undefined, text: string): Promise<HashCheck>;
}

/** The least that OWASP's Password Storage Cheat Sheet recommends: 19 MiB, two passes, one lane. */
export const owaspParameters: HashParameters = { memoryKibibytes: 19_456, passes: 2, lanes: 1 };

/** Makes a hasher. Fails for a pepper that is too short to be one. */
export async function createHasher(options: HasherOptions): Promise<Hasher> {
  const { pepper, parameters = owaspParameters, concurrentMax = 2, waitingMax = 64 } = options;
  if (pepper.length < pepperBytesMin) throw new RangeError(`a pepper has at least ${pepperBytesMin} bytes`);
  const inTurn = createTurns(concurrentMax, waitingMax);
  const argon2 = {
    algorithm: argon2id,
    memoryCost: parameters.memoryKibibytes,
    timeCost: parameters.passes,
    parallelism: parameters.lanes,
    secret: pepper,
  };
  const nobodys = await hash("", argon2);

  function isOfToday(stored: string): boolean {
    const used = parseOptions(stored);
    return (
      used.algorithm === argon2id &&
      used.memoryCost === parameters.memoryKibibytes &&
      used.timeCost === parameters.passes &&
      used.parallelism === parameters.lanes
    );
  }

  return {
    hash: (text) => inTurn(() => hash(text, argon2)),
    check: (stored, text) =>
      inTurn(async () => {
        const matches = await verify(stored ?? nobodys, text, { secret: pepper });
        const isRight = matches && stored !== undefined;
        const isOutdated = isRight && !isOfToday(stored);
        return { isRight, rehashed: isOutdated ? await hash(text, argon2) : undefined };
      }),
  };
}

const pepperBytesMin = 16;
/** `Algorithm.Argon2id`, an enum that exists in types only. */
const argon2id = 2;

/** Runs so many works at a time and the others in the order of their coming. */
function createTurns(concurrentMax: number, waitingMax: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < concurrentMax) running++;
    else if (waiting.length >= waitingMax) throw new Fault("RATE_LIMIT_EXCEEDED", "too many secrets are being checked");
    // Whoever ends hands over the place, so that nobody who comes later gets in between.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
