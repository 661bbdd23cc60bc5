import { readFile } from "node:fs/promises";
import { errors, type JWTVerifyGetKey } from "jose";
import { Fault } from "../../core/fault.ts";
import { createKeySet } from "./key-set.ts";

export interface IssuerKeysDeps {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly fetch: typeof fetch;
}

/**
 * Creates the look-up of a token's key in the key set of an issuer; headers that carry or point to a key are ignored.
 * The set is read when first needed, when it is old, and when a token names a key that it lacks, but at most once in a
 * few seconds.
 *
 * When the set cannot be read, the last one is used for another hour. A caller whose key is not in it, or any caller if
 * there is none, gets UNAVAILABLE instead of INVALID_API_KEY: the token may be valid, and 401 would make the caller
 * discard it.
 *
 * @param location an http or https URL, or the path of a file
 */
export function createIssuerKeys(location: string, { now, fetch }: IssuerKeysDeps): JWTVerifyGetKey {
  const overHttp = isUrl(location);
  const freshMs = overHttp ? 300_000 : 10_000;
  let text: string | undefined;
  let find: JWTVerifyGetKey | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let trouble: unknown;
  let reading: Promise<void> | undefined;

  function refresh(): Promise<void> {
    if (reading === undefined && within(retryMs, triedAtMs, now())) return Promise.resolve();
    reading ??= readAgain().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readAgain(): Promise<void> {
    triedAtMs = now();
    try {
      const latest = await readKeySet(location, fetch);
      // An unchanged set keeps its imported keys.
      if (latest !== text) find = createKeySet(JSON.parse(latest));
      text = latest;
      readAtMs = triedAtMs;
      trouble = undefined;
    } catch (error) {
      trouble = error;
    }
  }

  return async (header, token) => {
    if (!within(freshMs, readAtMs, now())) await refresh();
    if (find === undefined || !within(freshMs + staleMsMax, readAtMs, now())) throw unreachable(trouble);
    try {
      return await find(header, token);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await refresh();
    }
    try {
      return await find(header, token);
    } catch (error) {
      throw trouble !== undefined && isMissing(error) ? unreachable(trouble) : error;
    }
  };
}

/** Reads the text of the key set at a URL or in a file. */
export function readKeySet(location: string, fetch: IssuerKeysDeps["fetch"]): Promise<string> {
  return isUrl(location) ? download(location, fetch) : readFile(location, "utf8");
}

function isUrl(location: string): boolean {
  return /^https?:/i.test(location);
}

/** Whether a set lacks the key of a token. */
function isMissing(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey;
}

/** Shortest time between two attempts to read a set. */
const retryMs = 5_000;
/** Longest use of a key set after reading it again has failed: longer than most outages, shorter than a workday. */
const staleMsMax = 3_600_000;
const downloadTimeoutMs = 5_000;
const downloadBytesMax = 1024 * 1024;

/**
 * Whether a moment is less than a span ago. A moment in the future, possible after the clock was set back, does not
 * count.
 */
function within(spanMs: number, sinceMs: number, nowMs: number): boolean {
  return nowMs >= sinceMs && nowMs - sinceMs < spanMs;
}

async function download(url: string, fetch: IssuerKeysDeps["fetch"]): Promise<string> {
  // A redirect would let another host supply the keys.
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(downloadTimeoutMs) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > downloadBytesMax) throw new Error(`${url} answered more than ${downloadBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function unreachable(cause: unknown): Fault {
  return new Fault(
    "UNAVAILABLE",
    "The keys of the token's issuer cannot be read at the moment; try again.",
    { retryAfterSeconds: retryMs / 1_000 },
    { cause },
  );
}
