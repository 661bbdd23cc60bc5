import { type Sealer, sealedColumn } from "../../../core/sealed-column.ts";
import type { Database } from "../../../database/source.ts";
import { serviceSecretRows } from "./service-secret-row.ts";

/** Secrets of the service itself. */
export const serviceSecretColumn = sealedColumn("service_secrets", "sealed", ["name"], ({ name }) => ({
  row: name,
  identity: "service",
  purpose: name,
}));

/** Returns the service's secret of this name. The first process that needs it creates it. */
export async function serviceSecret(
  database: Database,
  vault: Sealer,
  name: string,
  make: () => Uint8Array | Promise<Uint8Array>,
): Promise<Uint8Array> {
  const context = serviceSecretColumn.context({ name });
  const find = async () => database.manager.findOneBy(serviceSecretRows, { name });
  const found = await find();
  if (found !== null) return vault.open(context, found.sealed);
  const sealed = Buffer.from(await vault.seal(context, await make()));
  try {
    await database.transact((writer) => writer.insert(serviceSecretRows, { name, sealed }));
  } catch (error) {
    // Another process created it first.
    if (!database.dialect.isDuplicateKey(error)) throw error;
  }
  const kept = await find();
  if (kept === null) throw new Error(`the secret ${name} of the service was not kept`);
  return vault.open(context, kept.sealed);
}
