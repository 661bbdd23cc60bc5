// @module-tag slow/kills

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type GaleraCluster, type GaleraNode, galeraProblem, startGalera } from "../support/database/galera.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { checked } from "../support/ledger/checked.ts";
import { startServer } from "../support/server.ts";
import { deposit, done, type Holder, newHolder } from "../support/wallet-holder.ts";

const isSkipped = galeraProblem !== undefined && process.env["CI"] !== "true";

describe.skipIf(isSkipped)(`a cluster of Galera${isSkipped ? ` (skipped: ${galeraProblem})` : ""}`, () => {
  let cluster: GaleraCluster;
  beforeAll(async () => {
    cluster = await startGalera();
  });
  afterAll(() => cluster?.remove());

  it("whose nodes are all killed and come back older has its losses named, and made again where they are signed", async () => {
    const { nodes } = cluster;
    const [first] = nodes as readonly [GaleraNode, ...GaleraNode[]];
    await first.query("CREATE DATABASE platonic_loss CHARACTER SET utf8mb4");
    // By default a cluster's acknowledgements are kept.
    const server = await startServer({ DATABASE_URL: cluster.url("platonic_loss", [first]) });
    onTestFinished(() => server.close());
    const api = new ApiClient(server);
    const bob = await newHolder(api);
    const ada = await newHolder(api, { TOKEN_STANDARD: 100 });
    const copy = join(temporaryDirectory(), "copy");
    await first.stop();
    first.saveState(copy);
    await first.start();

    const payments = [];
    for (const amount of ["1", "2", "3"]) payments.push(await paid(ada, { recipient: bob.id, amount }));
    expect(payments).toEqual([done, done, done]);
    const { id } = (await deposit(api, bob.id, "TOKEN_STANDARD", 50)).body.result.issuance;
    await Promise.all(nodes.map((node) => node.kill()));
    first.restoreState(copy);
    await first.start({ bootstrap: true });

    const findings = await checked(api);
    expect(findings).toEqual([
      ...payments.map(({ transaction_id, confirmation_code }) =>
        expect.stringMatching(
          `^acknowledged entry \\d+, ${transaction_id}: .*\\(code ${confirmation_code}\\) was acknowledged, and its id is that of`,
        ),
      ),
      expect.stringMatching(`^acknowledged entry \\d+, ${id}: a deposit of 50 TOKEN_STANDARD .* is gone`),
    ]);
    expect((await bob.held())["TOKEN_STANDARD"]).toBe("6");
    expect(await checked(api)).toEqual(findings);
    expect((await bob.held())["TOKEN_STANDARD"]).toBe("6");
  });
});

/** Pays as SDKs do: by the same order again while the database is away, whose id makes it one payment. */
async function paid(payer: Holder, terms: { readonly recipient: string; readonly amount: string }) {
  const order = { ...terms, id: randomUUID(), createdAt: BigInt(Date.now()) };
  for (;;) {
    const result = await payer.pay(order);
    if (result !== undefined) return result;
  }
}
