import type { Keys } from "../../access/domain/keys.ts";
import type { Sealer } from "../../core/sealed-column.ts";
import type { Database } from "../../database/source.ts";
import { serviceSecret } from "../../modules/vault/index.ts";

/**
 * Records in a new database whether it is for development, and refuses one of the other kind: money from the faucet
 * must not become real, and real wallets must not get any. A database in use that is older than this mark counts as not
 * for development.
 *
 * @throws Error that says what to do
 */
export async function checkDatabaseMode(
  isDevelopment: boolean,
  {
    database,
    vault,
    keys,
  }: { readonly database: Database; readonly vault: Sealer; readonly keys: Pick<Keys, "isEmpty"> },
): Promise<void> {
  const own = isDevelopment ? "development" : "service";
  const kept = await serviceSecret(database, vault, "purpose", async () =>
    Buffer.from((await keys.isEmpty()) ? own : "service"),
  );
  if (Buffer.from(kept).toString() === own) return;
  throw new Error(
    isDevelopment
      ? "its database is one of a real service, to which DEVELOPMENT=1 would add money from nowhere. Set DATA_DIR or DATABASE_URL to another one, or unset DEVELOPMENT."
      : "its database was made with DEVELOPMENT=1, so its money comes from a faucet. Set DATA_DIR or DATABASE_URL to another one, or set DEVELOPMENT=1.",
  );
}
