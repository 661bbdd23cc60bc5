import { execFile, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { bundled } from "../../../support/programs/bundled.ts";
import { operatorKey, programEnvironment, startServer, type TestServer } from "../../../support/server.ts";
import { machine, username } from "../machine.ts";
import { meddlingProxy } from "../meddling-proxy.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEVELOPMENT: "1" });
  return server.close;
});

interface Told {
  readonly line: number;
  readonly status: string;
  readonly id: string;
  readonly confirmationCode?: string;
}

/** Two wallets, the first of which has 100, and a file in which payments are written. */
async function twoWallets() {
  const { settings, run, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  const { identityId: ada } = await done("identity", "register", username("ada"));
  const { identityId: bob } = await done("identity", "register", username("bob"), "--profile", "bob");
  for (const profile of ["default", "bob"]) await done("wallet", "create", "--profile", profile);
  await done("wallet", "deposit", "100");
  const file = join(settings, "payments.csv");
  const write = (...lines: string[]) =>
    writeFileSync(file, ["recipient,amount,description,id", ...lines, ""].join("\n"));
  const held = async (profile = "bob") => (await done("wallet", "balance", "--profile", profile)).TOKEN_STANDARD;
  /** Runs a command that writes JSON, and returns what it says. */
  const told = async (...args: string[]) => {
    const { code, out, err } = await run(...args, "--json");
    return {
      code,
      err,
      json: JSON.parse(out) as { batch: string; counts: object; outcomes: readonly Told[] },
    };
  };
  return { settings, run, done, told, ada, bob, file, write, held };
}

describe("wallet pay-many", () => {
  test("pays nobody if one line of the file is malformed", async () => {
    const { run, bob, file, write, held } = await twoWallets();
    write(`${bob},1,,`, `${bob},1.5x,,`, `${bob},2,,`);
    const { code, out, err } = await run("wallet", "pay-many", file);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("line 3: amount must be a decimal above 0, such as 12.5. Nobody was paid");
    expect(await held()).toBe("0");
  });

  test.each([
    [["wallet", "pay-many", "/nowhere.csv"], 2, "/nowhere.csv cannot be read: ENOENT"],
    [["wallet", "pay-many", "FILE", "--batch", "a b"], 2, "--batch must have 1 to 64 letters"],
    [["wallet", "pay-many", "FILE", "--profile", "nobody"], 2, "there is no profile nobody"],
    [["wallet", "pay-linked", "FILE"], 2, "2 to 100 payments can be linked, not 1"],
  ])("is refused before anything is sent: %j", async (args, status, text) => {
    const { run, bob, file, write, held } = await twoWallets();
    write(`${bob},1,,`);
    const { code, out, err } = await run(...args.map((word) => (word === "FILE" ? file : word)));
    expect([code, out, err]).toEqual([status, "", expect.stringContaining(text)]);
    expect(await held()).toBe("0");
  });

  test("tells at once that no service answers, or that there is no wallet, and leaves no payment behind", async () => {
    const { settings, done, run, bob, file, write } = await twoWallets();
    write(`${bob},1,,`);
    const nowhere = machine({ PLATONIC_URL: "http://127.0.0.1:9", XDG_CONFIG_HOME: settings });
    expect((await nowhere.run("wallet", "pay-many", file)).code).toBe(3);
    await done("identity", "register", username("eve"), "--profile", "eve");
    const { code, err } = await run("wallet", "pay-many", file, "--profile", "eve");
    expect([code, err]).toEqual([1, expect.stringContaining("RESOURCE_NOT_FOUND")]);
    expect(await done("wallet", "reconcile")).toEqual({ outcomes: [] });
  });

  test("tells the outcome of each payment, and fails if one of them does", async () => {
    const { run, told, bob, file, write, held } = await twoWallets();
    write(`${bob},1,"tea, black",`, `${bob},1000,,`, `nobody,2,,`, `${bob},2.50,,`);
    const { code, err, json } = await told("wallet", "pay-many", file);
    expect(code).toBe(1);
    expect(json.outcomes).toMatchObject([
      { line: 2, status: "completed", recipient: bob, amount: "1", confirmationCode: expect.stringMatching(/-/) },
      { line: 3, status: "failed", errorCode: "INSUFFICIENT_FUNDS" },
      { line: 4, status: "failed", errorCode: "INVALID_RECIPIENT" },
      { line: 5, status: "completed" },
    ]);
    expect([json.counts, await held()]).toEqual([{ completed: 2, failed: 2 }, "3.5"]);
    expect(err).toBe(
      `platonic: should this be cut off, repeat it with --batch ${json.batch}, which pays nobody twice\n`,
    );
    const { out } = await run("wallet", "pay-many", file, "--batch", json.batch);
    expect(out).toMatch(/^line +status +recipient +amount +id +code\n2 +completed +.+ +1 TOKEN_STANDARD +/);
    expect(out).toMatch(/\n2 completed, 2 failed\n$/);
  });

  test("repeated under the name of its batch pays nobody twice, and those who were added", async () => {
    const { told, bob, file, write, held } = await twoWallets();
    write(`${bob},1,,`, `${bob},1,,`);
    const first = await told("wallet", "pay-many", file, "--batch", "wages");
    write(`${bob},5,,`, `${bob},1,,`, `${bob},1,,`);
    const second = await told("wallet", "pay-many", file, "--batch", "wages");
    expect([first.code, first.err, second.code, await held()]).toEqual([0, "", 0, "7"]);
    const codes = ({ json }: typeof first) => json.outcomes.map(({ confirmationCode }) => confirmationCode);
    expect(codes(second).slice(1)).toEqual(codes(first));
    write(`${bob},1.00,,${first.json.outcomes[0]?.id}`);
    expect(codes(await told("wallet", "pay-many", file))).toEqual(codes(first).slice(0, 1));
    expect(await held()).toBe("7");
  });

  test.each(["pay-many", "pay-linked"])(
    "knows its payments though recipients are in upper case: %s",
    async (command) => {
      const { told, bob, file, write, held } = await twoWallets();
      write(`${bob.toUpperCase()},1,,`, `${bob.toUpperCase()},2,,`);
      const first = await told("wallet", command, file, "--batch", "wages");
      expect([first.code, first.json.counts]).toEqual([0, { completed: 2 }]);
      const again = await told("wallet", command, file, "--batch", "wages");
      expect([again.code, again.json, await held()]).toEqual([0, first.json, "3"]);
    },
  );

  test("refuses a file in which two payments would have one id", async () => {
    const { told, run, bob, file, write, held } = await twoWallets();
    write(`${bob},1,,`);
    const { json } = await told("wallet", "pay-many", file, "--batch", "wages");
    write(`${bob},1,,`, `${bob},1,,${json.outcomes[0]?.id}`);
    const { code, err } = await run("wallet", "pay-many", file, "--batch", "wages");
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("line 3: its id, made from the name of the batch, is the same as in line 2"),
    ]);
    expect(await held()).toBe("1");
  });

  test("never calls a payment completed whose id is that of another one", async () => {
    const { done, told, bob, file, write, held } = await twoWallets();
    const { id } = await done("wallet", "pay", bob, "1");
    write(`${bob},2,,${id}`, `${bob},3,,`);
    const { code, json } = await told("wallet", "pay-many", file);
    expect(json.outcomes).toMatchObject([
      { status: "conflict", errorCode: "ID_OF_ANOTHER_PAYMENT" },
      { status: "completed" },
    ]);
    expect([code, await held()]).toEqual([1, "4"]);
  });

  test.each([
    ["pay-many", "TransferBatch", ["1", "1000", "2"], ["completed", "failed", "completed"]],
    ["pay-linked", "TransferLinked", ["1", "2"], ["completed", "completed"]],
  ])(
    "knows what became of each payment though all answers are lost: %s",
    async (command, method, amounts, expected) => {
      const { settings, done, bob, file, write, held } = await twoWallets();
      write(...amounts.map((amount) => `${bob},${amount},,`));
      let lost = 0;
      const losing = await meddlingProxy(server.url, (path, answer) => {
        if (!path.endsWith(`/${method}`)) return answer;
        lost += 1;
        return undefined;
      });
      const there = machine({ PLATONIC_URL: losing, XDG_CONFIG_HOME: settings });
      const { out } = await there.run("wallet", command, file, "--json");
      expect(JSON.parse(out).outcomes.map(({ status }: Told) => status)).toEqual(expected);
      expect([lost > 1, await held()]).toEqual([true, "3"]);
      expect(await done("wallet", "reconcile")).toEqual({ outcomes: [] });
    },
  );

  test("is not begun while other payments have no outcome, but repeats its own", async () => {
    const { settings, run, bob, file, write, held } = await twoWallets();
    write(`${bob},1,,`);
    const ids = JSON.parse((await run("wallet", "pay-many", file, "--batch", "wages", "--json")).out).outcomes;
    const journal = join(settings, "platonic/default/journal");
    const left = { id: ids[0].id, order: "AA", keyId: "key", signature: "AA" };
    writeFileSync(join(journal, `${left.id}.operation`), JSON.stringify(left));
    expect((await run("wallet", "pay-many", file, "--batch", "wages")).code).toBe(0);
    const other = { ...left, id: crypto.randomUUID() };
    writeFileSync(join(journal, `${other.id}.operation`), JSON.stringify(other));
    const { code, err } = await run("wallet", "pay-many", file, "--batch", "more");
    expect([code, err]).toEqual([1, expect.stringContaining("have no outcome yet, and nobody was paid")]);
    expect(await held()).toBe("1");
  });

  test("pays more than one signature covers", async () => {
    const { told, bob, file, write, held } = await twoWallets();
    write(...Array.from({ length: 1_002 }, (_, index) => `${bob},0.01,payment ${index},`));
    const { code, json } = await told("wallet", "pay-many", file, "--batch", "large");
    expect([code, json.counts, await held()]).toEqual([0, { completed: 1_002 }, "10.02"]);
    expect(json.outcomes.map(({ line }) => line)).toEqual(Array.from({ length: 1_002 }, (_, index) => index + 2));
  });

  test("reads lines of JSON from a pipe", async () => {
    const { settings, bob, held } = await twoWallets();
    const env = { ...programEnvironment, PLATONIC_URL: server.url, XDG_CONFIG_HOME: settings };
    const child = spawn(process.execPath, [bundled("clients/cli/bin.ts"), "wallet", "pay-many", "--json"], { env });
    child.stdin.end(`{"recipient": "${bob}", "amount": "1.5"}\n`);
    expect(JSON.parse(await text(child.stdout)).counts).toEqual({ completed: 1 });
    expect(await held()).toBe("1.5");
  });
});

describe("two commands of one profile at once", () => {
  test("take turns", async () => {
    const { settings, bob, held } = await twoWallets();
    const env = { ...programEnvironment, PLATONIC_URL: server.url, XDG_CONFIG_HOME: settings };
    const paying = ["1", "2", "4"].map((amount) =>
      promisify(execFile)(process.execPath, [bundled("clients/cli/bin.ts"), "wallet", "pay", bob, amount, "--json"], {
        env,
      }),
    );
    for (const { stdout } of await Promise.all(paying))
      expect(JSON.parse(stdout)).toMatchObject({ status: "completed" });
    expect(await held()).toBe("7");
  });
});

describe("wallet pay-linked", () => {
  test("makes all payments, or none", async () => {
    const { told, bob, file, write, held } = await twoWallets();
    write(`${bob},1,,`, `${bob},2,,`);
    expect((await told("wallet", "pay-linked", file)).json.counts).toEqual({ completed: 2 });
    write(`${bob},1,,`, `${bob},1000,,`);
    const { code, json } = await told("wallet", "pay-linked", file);
    expect(json.outcomes).toMatchObject([{ errorCode: "LINKED_FAILED" }, { errorCode: "INSUFFICIENT_FUNDS" }]);
    expect([code, await held()]).toEqual([1, "3"]);
  });

  test("repeated under the name of its batch tells the first outcome", async () => {
    const { told, bob, file, write, held } = await twoWallets();
    write(`${bob},1,,`, `${bob},2,,`);
    const first = await told("wallet", "pay-linked", file, "--batch", "deal");
    expect([first.code, first.json.counts]).toEqual([0, { completed: 2 }]);
    const again = await told("wallet", "pay-linked", file, "--batch", "deal");
    expect([again.code, again.json]).toEqual([0, first.json]);
    expect(await held()).toBe("3");
  });

  test("repeated under the name of a set that has failed tells why", async () => {
    const { told, bob, file, write, held } = await twoWallets();
    write(`${bob},1,,`, `${bob},1000,,`);
    const first = await told("wallet", "pay-linked", file, "--batch", "deal");
    const again = await told("wallet", "pay-linked", file, "--batch", "deal");
    expect([again.code, again.json]).toEqual([1, first.json]);
    expect(again.json.outcomes).toMatchObject([{ errorCode: "LINKED_FAILED" }, { errorCode: "INSUFFICIENT_FUNDS" }]);
    expect(await held()).toBe("0");
  });

  test("says of each payment whose id is used that it is another one, and makes none", async () => {
    const { done, told, bob, file, write, held } = await twoWallets();
    const { id } = await done("wallet", "pay", bob, "1");
    write(`${bob},2,,${id}`, `${bob},3,,`);
    const { code, json } = await told("wallet", "pay-linked", file);
    expect(json.outcomes).toMatchObject([
      { status: "conflict", errorCode: "ID_OF_ANOTHER_PAYMENT" },
      { status: "refused", errorCode: "RESOURCE_CONFLICT" },
    ]);
    expect([code, await held()]).toEqual([1, "1"]);
    expect(await done("wallet", "reconcile")).toEqual({ outcomes: [] });
  });

  test("cut off and repeated sends the same bytes, and keeps them until it knows the outcome", async () => {
    const { settings, run, told, bob, file, write, held } = await twoWallets();
    write(`${bob},1,,`, `${bob},2,,`);
    const sent: string[] = [];
    const operations = () => readdirSync(journal).filter((name) => name.endsWith(".operation"));
    const journal = join(settings, "platonic/default/journal");
    const kept = new Map<string, string>();
    const watching = await meddlingProxy(server.url, (path, answer) => {
      if (path.endsWith("/TransferLinked"))
        for (const name of operations()) kept.set(name, readFileSync(join(journal, name), "utf8"));
      return answer;
    });
    const there = machine({ PLATONIC_URL: watching, XDG_CONFIG_HOME: settings });
    expect((await there.run("wallet", "pay-linked", file, "--batch", "deal")).code).toBe(0);
    // The journal of a command that was killed before it has told the outcome.
    const leave = () => {
      for (const [name, text] of kept) writeFileSync(join(journal, name), text);
    };
    leave();
    const repeated = await meddlingProxy(server.url, (path, answer) => {
      if (path.endsWith("/TransferLinked")) for (const name of operations()) sent.push(orderIn(join(journal, name)));
      return answer;
    });
    const again = machine({ PLATONIC_URL: repeated, XDG_CONFIG_HOME: settings });
    expect((await again.run("wallet", "pay-linked", file, "--batch", "deal")).code).toBe(0);
    expect(sent).toEqual([...kept].map(([, text]) => JSON.parse(text).order));
    expect([operations(), await held()]).toEqual([[], "3"]);
    leave();
    // In another sequence the set has other bytes, and the ledger is asked, which does not answer here.
    write(`${bob},2,,`, `${bob},1,,`);
    const silent = await meddlingProxy(server.url, (path, answer) =>
      path.endsWith("/GetTransaction") ? undefined : answer,
    );
    const unsure = machine({ PLATONIC_URL: silent, XDG_CONFIG_HOME: settings });
    expect((await unsure.run("wallet", "pay-linked", file, "--batch", "deal")).code).toBe(3);
    expect(operations()).toHaveLength(2);
    expect((await told("wallet", "pay-linked", file, "--batch", "deal")).json.counts).toEqual({ completed: 2 });
    expect([operations(), await held(), (await run("wallet", "reconcile")).code]).toEqual([[], "3", 0]);
  });
});

function orderIn(path: string): string {
  return JSON.parse(readFileSync(path, "utf8")).order;
}
