import { isEqual, joined, utf8 } from "../bytes.ts";
import { isSignedBy, NoPublishedKey, publishedKey } from "../published-key.ts";
import { NoiseError } from "./noise/noise-error.ts";

/**
 * Keys with which a client authenticates the service: pinned static keys (`static_key` of `/.well-known/channel.json`),
 * or the key set that signs them (`/.well-known/jwks.json`, fetched over a trusted connection).
 */
export type ServerKey =
  | { readonly staticKeys: readonly Uint8Array[] }
  | { readonly keySet: unknown | (() => Promise<unknown>) };

/** Rejects with UntrustedServer if the static key is not the service's. */
export async function checkServerKey(
  known: ServerKey,
  staticKey: Uint8Array,
  { keyId, signature }: { readonly keyId: string; readonly signature: Uint8Array },
): Promise<void> {
  if ("staticKeys" in known) {
    if (known.staticKeys.some((pinned) => isEqual(pinned, staticKey))) return;
    throw new UntrustedServer("the server's key is not pinned");
  }
  const keySet = typeof known.keySet === "function" ? await known.keySet() : known.keySet;
  let serviceKey: Uint8Array;
  try {
    serviceKey = publishedKey(keySet, keyId);
  } catch (error) {
    if (error instanceof NoPublishedKey) throw new UntrustedServer(error.message);
    throw error;
  }
  if (!isSignedBy(serviceKey, joined(utf8("platonic channel v1\n"), staticKey), signature)) {
    throw new UntrustedServer("the server's key is not signed by the service");
  }
}

/** Thrown if the server does not have a key of the service. */
export class UntrustedServer extends NoiseError {}
