import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromJson } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { LedgerBatchSchema } from "#contract/admin/v1/ledger_pb.js";
import { platonic } from "../../../clients/cli/platonic.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import { batchHash, entryDigest, firstPreviousHash } from "../../../server/modules/ledger/domain/entry/chain.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { newHolder } from "../../support/wallet-holder.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

async function run(...args: string[]) {
  const printed = { out: "", problems: "" };
  const code = await platonic(args, {
    env: { PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey },
    write: (text) => {
      printed.out += text;
    },
    complain: (text) => {
      printed.problems += text;
    },
  });
  return { code, ...printed };
}

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "platonic-cli-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function paid() {
  const api = new ApiClient(server);
  const bob = await newHolder(api);
  const ada = await newHolder(api, { TOKEN_STANDARD: 100 });
  const result = await ada.pay({ recipient: bob.id });
  const path = `/api/wallets/${ada.id}/transactions/${result.transaction_id}/receipt`;
  return { bob, result, receipt: (await api.call("GET", path)).body };
}

test("ledger check prints how much was replayed, and no findings", async () => {
  await paid();
  const { code, out, problems } = await run("ledger", "check");
  expect([code, problems]).toEqual([0, ""]);
  expect(out).toMatch(/^isWhole +true$/m);
  expect(out).toMatch(/^entries +[1-9]\d*$/m);
  expect(out).toMatch(/^head +[0-9a-f]{64}$/m);
  expect(out).toMatch(/^findings +none$/m);
  const { out: json } = await run("ledger", "check", "--json");
  expect(JSON.parse(json)).toMatchObject({ isWhole: true, findings: [] });
});

test("ledger last-check shows the check before, and says so if there was none", async () => {
  const fresh = await startServer();
  onTestFinished(() => fresh.close());
  const asked = (...args: string[]) => run("ledger", ...args);
  await asked("check");
  const { code, out } = await asked("last-check", "--json");
  expect([code, JSON.parse(out)]).toMatchObject([0, { isWhole: true, findings: [] }]);
  let problems = "";
  const env = { PLATONIC_URL: fresh.url, PLATONIC_API_KEY: operatorKey };
  const complain = (text: string) => {
    problems += text;
  };
  expect(await platonic(["ledger", "last-check"], { env, write: complain, complain })).toBe(1);
  expect(problems).toContain("no check has been made since the service was started");
});

test("ledger keys writes what verifies receipts to a new file", async () => {
  const { receipt } = await paid();
  const folder = directory();
  const [keys, file] = [join(folder, "keys.json"), join(folder, "receipt.json")];
  writeFileSync(file, JSON.stringify(receipt));
  expect((await run("ledger", "keys", keys)).code).toBe(0);
  expect((await run("ledger", "verify-receipt", file, keys)).code).toBe(0);
  expect((await run("ledger", "keys", keys)).problems).toContain("EEXIST");
});

test("ledger dismiss prints how many losses were found, and exits with 1 if none was", async () => {
  const { code, out, problems } = await run("ledger", "dismiss", "no such loss");
  expect([code, problems]).toEqual([1, ""]);
  expect(out).toMatch(/^dismissed +0$/m);
});

test("ledger check prints findings, and exits with 1", async () => {
  const { bob } = await paid();
  const database = await openServiceDatabase({ dataDirectory: server.dataDirectory });
  const change = (by: number) =>
    database.transact((manager) =>
      manager.query(
        `UPDATE ledger_accounts SET balance = balance + ${by} WHERE owner = '${bob.id}' AND asset = 'TOKEN_STANDARD'`,
      ),
    );
  await change(1);
  const { code, out } = await run("ledger", "check");
  await change(-1);
  await database.close();
  expect(code).toBe(1);
  expect(out).toMatch(/^isWhole +false$/m);
  expect(out).toContain(`account ${bob.id} TOKEN_STANDARD: `);
});

test("ledger export writes all batches, one per line, from which the hash chain can be recomputed", async () => {
  await paid();
  const file = join(directory(), "ledger.jsonl");
  const { code, out } = await run("ledger", "export", file);
  expect(code).toBe(0);
  let previous = firstPreviousHash;
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  for (const [index, line] of lines.entries()) {
    const batch = fromJson(LedgerBatchSchema, JSON.parse(line));
    expect(Number(batch.number)).toBe(index + 1);
    const hash = batchHash(index + 1, previous, batch.entries.map(entryDigest));
    expect(Buffer.from(batch.hash)).toEqual(Buffer.from(hash));
    previous = hash;
  }
  expect(out).toContain(Buffer.from(previous).toString("hex"));
});

test("ledger export overwrites no file, and leaves none when it fails", async () => {
  const folder = directory();
  const file = join(folder, "ledger.jsonl");
  writeFileSync(file, "mine");
  expect((await run("ledger", "export", file)).code).toBe(1);
  expect(readFileSync(file, "utf8")).toBe("mine");
  const { secret } = await server.createKey("enterprise", ["geocode:*"]);
  const complain = () => undefined;
  const env = { PLATONIC_URL: server.url, PLATONIC_API_KEY: secret };
  const other = join(folder, "other.jsonl");
  expect(await platonic(["ledger", "export", other], { env, write: complain, complain })).toBe(1);
  expect(() => readFileSync(other)).toThrow("ENOENT");
});

test("ledger verify-receipt verifies a receipt from two files, without the service", async () => {
  const { receipt, result } = await paid();
  const folder = directory();
  const [whole, alone, keys] = ["whole.json", "alone.json", "keys.json"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(whole, JSON.stringify(receipt));
  writeFileSync(alone, JSON.stringify(receipt.result.receipt));
  writeFileSync(keys, await (await fetch(`${server.url}/.well-known/jwks.json`)).text());
  for (const file of [whole, alone]) {
    const printed = { out: "" };
    const env = {};
    const write = (text: string) => {
      printed.out += text;
    };
    expect(await platonic(["ledger", "verify-receipt", file, keys], { env, write, complain: write })).toBe(0);
    expect(printed.out).toContain(result.confirmation_code);
    expect(printed.out).toContain(result.transaction_id);
    expect(printed.out).toMatch(/^amount +\d/m);
  }
  const changed = { ...receipt.result.receipt, confirmation_code: "0000-0000-0000-0000" };
  writeFileSync(alone, JSON.stringify(changed));
  const bad = await run("ledger", "verify-receipt", alone, keys);
  expect([bad.code, bad.problems]).toEqual([1, "platonic: the confirmation code is not that of the entry\n"]);
  writeFileSync(alone, "{}}");
  expect((await run("ledger", "verify-receipt", alone, keys)).problems).toContain("cannot be read as JSON");
  writeFileSync(alone, '{"receipt": 5}');
  expect((await run("ledger", "verify-receipt", alone, keys)).problems).toContain("contains no receipt");
});

test("ledger verify tells whether the ledger begins with a head that was kept, or with that of a receipt", async () => {
  const folder = directory();
  const [kept, later, proven, other] = ["kept", "later", "proven", "other"].map((name) =>
    join(folder, `${name}.json`),
  ) as [string, string, string, string];
  const headTo = async (file: string) => writeFileSync(file, (await run("ledger", "head", "--json")).out);
  await paid();
  await headTo(kept);
  writeFileSync(proven, JSON.stringify((await paid()).receipt));
  await headTo(later);
  await paid();
  for (const heads of [[kept], [later], [proven], [kept, later], [proven, later], [kept, proven]]) {
    const { code, out } = await run("ledger", "verify", ...heads);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^isConsistent +true\nsince +\d+\nsize +\d+\nroot +[0-9a-f]{64}\n/),
    ]);
  }
  const change = async (members: object, ...rest: string[]) => {
    writeFileSync(other, JSON.stringify({ ...JSON.parse(readFileSync(kept, "utf8")), ...members }));
    return run("ledger", "verify", other, ...rest);
  };
  const { size } = JSON.parse(readFileSync(kept, "utf8"));
  const root = Buffer.alloc(32, 7).toString("base64");
  expect(await change({ root })).toMatchObject({ code: 1, out: expect.stringContaining(`head of size ${size}`) });
  expect(await change({ size: "1" })).toMatchObject({ code: 1, out: expect.stringContaining("head of size 1") });
  const ended = expect.stringMatching(/^the ledger ends at size \d+, before the head of size 1000000$/m);
  expect(await change({ size: "1000000" })).toMatchObject({ code: 1, out: ended });
  writeFileSync(later, JSON.stringify({ ...JSON.parse(readFileSync(later, "utf8")), root }));
  expect(await run("ledger", "verify", kept, later)).toMatchObject({
    code: 1,
    out: expect.stringContaining("another root"),
  });
  expect((await run("ledger", "verify", later, kept)).problems).toContain("swap them");
  for (const text of ["{}", "5", "null", '{"size": "3"}', '{"size": "3", "root": "AAAA"}']) {
    writeFileSync(other, text);
    expect((await run("ledger", "verify", other)).problems).toContain("contains no head of a ledger");
  }
});

test("ledger head says that an empty ledger has none", async () => {
  const fresh = await startServer();
  onTestFinished(() => fresh.close());
  let problems = "";
  const complain = (text: string) => {
    problems += text;
  };
  const env = { PLATONIC_URL: fresh.url, PLATONIC_API_KEY: operatorKey };
  expect(await platonic(["ledger", "head"], { env, write: complain, complain })).toBe(1);
  expect(problems).toContain("the ledger is empty");
});

test.each([
  [["ledger"], "policy, check, last-check, rebuild, dismiss, export, head, verify, watch, keys, verify-receipt"],
  [["ledger", "burn"], "there is no command ledger burn"],
  [["ledger", "check", "twice"], "ledger check takes no operand twice"],
  [["ledger", "export"], "FILE is missing: platonic ledger export FILE"],
  [["ledger", "export", "a", "b"], "ledger export takes no operand b"],
  [["ledger", "verify-receipt", "a"], "KEYS is missing: platonic ledger verify-receipt RECEIPT KEYS"],
  [["ledger", "verify-receipt", "a", "b", "c"], "ledger verify-receipt takes no operand c"],
  [["ledger", "check", "--name", "x"], "--name is not an option of ledger check"],
])("%j is wrong usage", async (args, problem) => {
  const { code, problems } = await run(...args);
  expect(code).toBe(2);
  expect(problems).toContain(problem);
});
