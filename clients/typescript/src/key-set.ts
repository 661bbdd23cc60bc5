import { PlatonicError } from "./platonic-error.ts";

const timeoutMs = 30_000;

/** Fetches the keys published by the service: a JSON Web Key Set (RFC 7517). Rejects with PlatonicError. */
export async function fetchKeySet(
  endpoint: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<object> {
  const url = new URL("/.well-known/jwks.json", endpoint);
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    if (answer.ok) return (await answer.json()) as object;
    throw new PlatonicError("UNREACHABLE", `${url} answers with the status ${answer.status}`);
  } catch (error) {
    throw PlatonicError.from(error);
  }
}
