import { isDuplicate } from "../../../database/failures.ts";
import type { Store } from "../../../database/source.ts";
import { serviceSecretRows } from "../../verification/store/verification-row.ts";

export interface SecretSealer {
  seal(bytes: Uint8Array): Promise<Uint8Array>;
  open(sealed: Uint8Array): Promise<Uint8Array>;
}

/** The secret of the service under this name; the first that asks makes it. */
export async function serviceSecret(
  store: Store,
  name: string,
  sealer: SecretSealer,
  make: () => Uint8Array,
): Promise<Uint8Array> {
  const find = async () => store.manager.findOneBy(serviceSecretRows, { name });
  const found = await find();
  if (found !== null) return sealer.open(found.sealed);
  const sealed = Buffer.from(await sealer.seal(make()));
  try {
    await store.transact((writer) => writer.insert(serviceSecretRows, { name, sealed }));
  } catch (error) {
    // Another process was the first.
    if (!isDuplicate(error)) throw error;
  }
  const kept = await find();
  if (kept === null) throw new Error(`the secret ${name} of the service was not kept`);
  return sealer.open(kept.sealed);
}
