// @module-tag slow/programs

import Sqlite from "better-sqlite3";
import { expect, it, onTestFinished } from "vitest";
import { storedProcesses } from "../../server/modules/processes/store/processes.ts";
import { machine } from "../clients/cli/machine.ts";
import { onEveryDatabase } from "../support/database/databases.ts";
import { temporaryDirectory } from "../support/database/temporary-database.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { openLedgerFixture } from "../support/ledger/ledger-fixture.ts";
import { startProgram } from "../support/program.ts";
import { operatorKey, programEnvironment } from "../support/server.ts";
import { newHolder } from "../support/wallet-holder.ts";

/** The service on a folder, which is killed after the test. */
async function started(DATA_DIR: string) {
  const program = await startProgram({ environment: { DATA_DIR } });
  onTestFinished(() => program.stop());
  const env = { ...programEnvironment, DATA_DIR, PLATONIC_URL: program.url, PLATONIC_API_KEY: operatorKey };
  return { program, url: program.url, cli: machine(env) };
}

it("a service whose changes of accounts are damaged says what to do, and pays again when that is done", async () => {
  const directory = temporaryDirectory();
  const first = await started(directory);
  const service = { url: first.url };
  const api = new ApiClient(service);
  const [bob, ada] = [await newHolder(api), await newHolder(api, { TOKEN_STANDARD: 100 })];
  const { transaction_id: paid } = await ada.pay({ recipient: bob.id });
  await ada.pay({ recipient: bob.id, amount: "5" });
  const seen = () =>
    Promise.all(
      [`${ada.id}`, `${bob.id}/entries`, `${ada.id}/transactions/${paid}/receipt`].map(async (path) => {
        const { status, body } = await api.call("GET", `/api/wallets/${path}`);
        expect(status).toBe(200);
        const seen = JSON.stringify(body.result.receipt?.entry ?? body.result);
        return seen.replaceAll(/127\.0\.0\.1:\d+/g, "the service");
      }),
    );
  const before = await seen();
  const refused = await first.cli.run("ledger", "rebuild");
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toContain(`the service is running: process ${first.program.pid} on `);
  expect(refused.err).toContain("Stop it first");
  first.program.signal("SIGKILL");
  await first.program.ended;

  const file = new Sqlite(`${directory}/platonic.sqlite`);
  // The process that was killed counts as running for a while.
  file.exec("UPDATE processes SET heartbeat_ms = heartbeat_ms - 60000");
  const { number, bytes } = file.prepare("SELECT * FROM ledger_changes ORDER BY number DESC LIMIT 1").get() as {
    number: number;
    bytes: Buffer;
  };
  bytes[1] = 126;
  file.prepare("UPDATE ledger_changes SET bytes = ? WHERE number = ?").run(bytes, number);
  file.close();

  const second = await started(directory);
  service.url = second.url;
  const told = second.program.logged(/platonic ledger rebuild/);
  const failed = await ada.send(ada.signed(ada.order({ recipient: bob.id })));
  expect([failed.status, failed.body.error.code]).toEqual([500, "INTERNAL"]);
  expect(await told).toContain(`what batch ${number} has changed of the accounts (ledger_changes) cannot be read`);
  const { code, out } = await second.cli.run("ledger", "check");
  expect(code).toBe(1);
  expect(out).toContain(`batch ${number}: its changes of accounts cannot be read`);
  expect(out).not.toContain("could not go on");
  second.program.signal("SIGTERM");
  expect(await second.program.ended).toBe(0);

  const rebuilt = await second.cli.run("ledger", "rebuild");
  expect(rebuilt).toMatchObject({ code: 0 });
  expect(rebuilt.out).toMatch(/^changes of accounts by a batch +1$/m);
  expect(rebuilt.out).toMatch(/^pages of postings +0$/m);
  expect(rebuilt.out).toContain("A check of the ledger has no findings");

  const third = await started(directory);
  service.url = third.url;
  expect(await seen()).toEqual(before);
  expect((await ada.pay({ recipient: bob.id })).success).toBe(true);
  expect(await third.cli.run("ledger", "check")).toMatchObject({ code: 0 });
  const audited = await third.cli.run("audit", "--action", "program.rebuild-ledger");
  expect(audited.out.match(/program\.rebuild-ledger/g)).toHaveLength(2);
});

onEveryDatabase("the program that rebuilds the ledger", (engine) => {
  it("refuses operands, a service that runs, and entries that are damaged; and names the place", async () => {
    const { database, ledger, location, addWallet } = await openLedgerFixture(engine);
    await addWallet(1_000n);
    await addWallet(1_000n);
    await ledger.close();
    const { run } = machine({ ...programEnvironment, ...location.environment });
    expect(await run("ledger", "rebuild", "twice")).toMatchObject({ code: 2 });
    const processes = storedProcesses(database);
    const now = await processes.now();
    // Ahead of the clock, so that the program finds it fresh however late it is.
    const heartbeatAt = new Date(now.getTime() + 3_600_000);
    const readings = { callsPerSecond: 0, utilization: 0, memoryBytes: 0, databaseMs: 0, clockAheadMs: 0 };
    const self = { id: "p", host: "alpha", pid: 77, version: "1.0.0", startedAt: now, heartbeatAt };
    await processes.write({ ...self, state: "draining", readings });
    const running = await run("ledger", "rebuild");
    expect(running).toMatchObject({ code: 1, out: "" });
    expect(running.err).toContain("process 77 on alpha");
    await processes.remove("p");
    const whole = await run("ledger", "rebuild");
    expect([whole.code, whole.out]).toEqual([0, expect.stringContaining("Nothing was wrong")]);
    await database.transact((manager) => manager.query("DELETE FROM ledger_entries WHERE sequence = 1"));
    const damaged = await run("ledger", "rebuild");
    expect(damaged).toMatchObject({ code: 1, out: "" });
    expect(damaged.err).toMatch(/entry 1: is not stored.*Nothing was changed; restore a backup/);
  });
});
