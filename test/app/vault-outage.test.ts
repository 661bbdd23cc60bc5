import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Code, createClient } from "@connectrpc/connect";
import { expect, onTestFinished, test } from "vitest";
import { VaultService } from "#contract/admin/v1/vault_pb.js";
import { openServiceDatabase } from "../../server/app/tables.ts";
import { changePassphrase } from "../../server/modules/vault/passphrase-change.ts";
import { storedVaultRecords } from "../../server/modules/vault/store/vault.ts";
import { operatorKey, rpcProtocols, startServer, transportOf } from "../support/server.ts";
import { openedVault } from "../support/vault/opened.ts";

const stretching = { iterations: 1_000, iterationsMin: 1_000 };

/** A server whose vault another process has given a new passphrase, and a new key under it. */
async function outdated() {
  const server = await startServer({}, { stretching });
  onTestFinished(() => server.close());
  const { dataDirectory } = server;
  const database = await openServiceDatabase({ dataDirectory });
  onTestFinished(() => database.close());
  const records = storedVaultRecords(database);
  const present = readFileSync(join(dataDirectory, "vault.passphrase"));
  const next = "another passphrase of the vault";
  await changePassphrase({ present, next: Buffer.from(next), records, stretching, prepare: async () => {} });
  await (await openedVault({ records, passphrase: next })).rotateNow();
  return server;
}

test("a process whose vault has another passphrase by now is not ready, and says to restart it with the new one", async () => {
  const readiness = async (server: { readonly url: string }) => {
    const response = await fetch(`${server.url}/readyz`);
    return [response.status, await response.text()];
  };
  const server = await startServer({}, { stretching });
  onTestFinished(() => server.close());
  expect(await readiness(server)).toEqual([200, expect.any(String)]);
  expect(await readiness(await outdated())).toEqual([
    503,
    expect.stringContaining("the passphrase of the vault was changed; restart this process with the new passphrase"),
  ]);
  const verbose = await fetch(`${(await outdated()).url}/readyz?verbose`);
  expect([verbose.status, await verbose.text()]).toEqual([
    503,
    expect.stringMatching(/^\[\+\]database ok\n\[-\]vault the passphrase .*\nreadyz check failed\n$/m),
  ]);
});

test("a call to a process whose vault has another passphrase by now is UNAVAILABLE, with a time to try again", async () => {
  const server = await outdated();
  for (const protocol of rpcProtocols) {
    const client = createClient(VaultService, transportOf(server.url, protocol, operatorKey));
    const error = await client.getVaultStatus({}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: Code.Unavailable,
      rawMessage: expect.stringMatching(
        /^The passphrase of the vault was changed while this process was running; repeat/,
      ),
    });
    expect(Number((error as { metadata: Headers }).metadata.get("retry-after"))).toBeGreaterThan(0);
  }
});
