// @module-tag slow/exhaustive

import { execFile } from "node:child_process";
import { createHash, createPublicKey, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platonic } from "../../../../clients/cli/platonic.ts";
import { orderRoot } from "../../../../clients/typescript/src/wallet/order-tree.ts";
import { onEveryServer } from "../../../support/every-server.ts";
import { holdOrders } from "../../../support/hold-orders.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { operatorKey } from "../../../support/server.ts";
import { type Holder, newHolder, newVaultHolder, rates } from "../../../support/wallet-holder.ts";

const program = join(import.meta.dirname, "replay.ts");
const scales: Record<string, number> = { TOKEN_STANDARD: 8, TOKEN_MICRO: 12, USD: 2, EUR: 2 };
const usd = { target_type: "TOKEN_EXTERNAL", target_currency_code: "USD" };

interface BatchLine {
  readonly number: string;
  previousHash: string;
  hash: string;
  entries: string[];
  readonly treeSize?: string | undefined;
}

test("the program has at most 475 lines, and imports nothing but Node", () => {
  const text = readFileSync(program, "utf8");
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(475);
  const imported = [...text.matchAll(/^import .* from "(.+)";$/gm)].map(([, name]) => name);
  expect(imported).toEqual(["node:crypto", "node:fs"]);
  expect(text).not.toMatch(/\b(import|require) ?\(/);
});

onEveryServer(
  "a replay by a program that knows the documents alone",
  ({ server }) => {
    const api = () => new ApiClient(server());
    const folder = mkdtempSync(join(tmpdir(), "platonic-replay-"));
    const [policyFile, keysFile] = [join(folder, "policy.json"), join(folder, "keys.json")];
    let holders: Holder[];
    let printed = "";
    let lines: BatchLine[];

    beforeAll(async () => {
      holders = await everyKind(api());
      const file = join(folder, "ledger.jsonl");
      const env = { PLATONIC_URL: server().url, PLATONIC_API_KEY: operatorKey };
      const write = (text: string) => {
        printed += text;
      };
      expect(await platonic(["ledger", "export", file], { env, write, complain: write })).toBe(0);
      lines = readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      writeFileSync(policyFile, JSON.stringify((await api().call("GET", "/v1/admin/ledger/policy")).body));
      writeFileSync(keysFile, JSON.stringify(await publicKeys(api(), holders)));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    /** Replays lines in a process of its own, by the policy and the keys unless others are given. */
    async function replayed(changed: readonly BatchLine[], files = [policyFile, keysFile]) {
      const file = join(folder, `${randomUUID()}.jsonl`);
      writeFileSync(file, changed.map((line) => `${JSON.stringify(line)}\n`).join(""));
      const run = promisify(execFile)(process.execPath, [program, file, ...files]);
      const { stdout, code = 0 } = await run.catch((error) => error);
      return { code, ...JSON.parse(stdout) };
    }

    /** A copy with changed entries; with `isChained` all digests and hashes are computed anew. */
    function changed(change: (entry: Buffer, sequence: number) => Buffer | undefined, isChained = true): BatchLine[] {
      let [previous, sequence]: [Buffer, number] = [Buffer.alloc(32), 0];
      return lines.map((line) => {
        const entries = line.entries.map((entry) => {
          const bytes = Buffer.from(entry, "base64");
          return change(bytes, ++sequence) ?? bytes;
        });
        const copy = { ...line, entries: entries.map((entry) => entry.toString("base64")) };
        if (!isChained) return copy;
        const number = Buffer.alloc(8);
        number.writeBigInt64BE(BigInt(line.number));
        const digests = entries.map((entry) => sha256("platonic ledger entry v1", entry));
        const hash = sha256("platonic ledger batch v1", number, previous, ...digests);
        const chained = { ...copy, previousHash: previous.toString("base64"), hash: hash.toString("base64") };
        previous = hash;
        return chained;
      });
    }

    test("finds nothing, and has every balance and the head of the service", async () => {
      const { code, findings, balances, counts, head, tree } = await replayed(lines);
      expect([findings, code]).toEqual([[], 0]);
      expect(printed).toContain(head);
      const { root } = (await api().call("GET", "/v1/admin/ledger/head")).body.result.head;
      expect(tree).toBe(Buffer.from(root, "base64").toString("hex"));
      const kinds = [
        "1/0",
        "1/1",
        "1/2",
        "1/3",
        "1/4",
        "1/5",
        "1/6",
        "1/9",
        "1/10",
        "1/15",
        "3/0",
        "4/0",
        "5/6",
        "9/0",
      ];
      kinds.push("6/0", "6/1", "7/0", "7/3", "7/7", "7/8", "8/0", "8/8");
      expect(Object.keys(counts)).toEqual([...kinds, "2/0", "2/11", "2/12", "2/13", "2/14"].sort());
      const bits = new Set(lines.flatMap(({ entries }) => entries.map((entry) => Buffer.from(entry, "base64")[3])));
      // Transfers without and with an automatic exchange, exchanges without and with a quote, holds and their changes
      // with an order, captures of unknown holds, releases without an order, transfers with links, reversals, and all others.
      expect([...bits].sort()).toEqual([15, 31, 16, 48, 79, 78, 65, 143, 129, 0].sort());
      for (const holder of holders) {
        for (const [asset, amount] of Object.entries(await holder.held())) {
          const units = Number(balances[`${holder.id} ${asset}`] ?? 0) / 10 ** (scales[asset] ?? 0);
          expect(units).toBeCloseTo(Number(amount), 9);
        }
      }
    });

    test("finds the leaf of a batch that is not told of", async () => {
      const without = lines.map(({ treeSize, ...line }, index) => (index === 1 ? line : { ...line, treeSize }));
      expect((await replayed(without)).findings).toContain("batch 3: is not leaf 3 of the tree");
    });

    test("needs neither policy nor keys", async () => {
      expect((await replayed(lines, [])).findings).toEqual([]);
    });

    describe("finds what was changed in an export:", () => {
      const flipped = (entry: Buffer, at: number) => {
        const copy = Buffer.from(entry);
        copy[at] = (copy[at] as number) ^ 1;
        return copy;
      };
      /** The two entries of the first linked set in the other sequence, with all digests and hashes anew. */
      const swapped = () => {
        const entries = lines.flatMap((line) => line.entries.map((entry) => Buffer.from(entry, "base64")));
        const first = entries.findIndex((entry) => entry[3] === 143);
        return changed((_, sequence) => {
          if (sequence !== first + 1 && sequence !== first + 2) return undefined;
          const copy = Buffer.from(entries[sequence === first + 1 ? first + 1 : first] as Buffer);
          copy.writeBigInt64BE(BigInt(sequence), 4);
          return copy;
        });
      };
      const tamperings: [string, () => BatchLine[]][] = [
        ["the first bit of an entry", () => changed((entry, at) => (at === 3 ? flipped(entry, 0) : undefined), false)],
        [
          "the last bit of an entry",
          () => changed((e, at) => (at === 5 ? flipped(e, e.length - 1) : undefined), false),
        ],
        ["an unknown bit", () => changed((entry, at) => (at === 3 ? withByte(entry, 3, 128) : undefined))],
        [
          "a byte at the end of an entry",
          () => changed((e, at) => (at === 4 ? Buffer.concat([e, Buffer.of(0)]) : undefined)),
        ],
        ["an entry that is cut short", () => changed((e, at) => (at === 4 ? e.subarray(0, -1) : undefined))],
        ["a batch that is missing", () => lines.filter((_, index) => index !== 2)],
        ["two batches in another order", () => [lines[1] as BatchLine, lines[0] as BatchLine, ...lines.slice(2)]],
        ["a batch that comes twice", () => [...lines, lines.at(-1) as BatchLine]],
        [
          "the hash of a batch",
          () => lines.map((l, index) => (index === 4 ? { ...l, hash: lines[3]?.hash ?? "" } : l)),
        ],
        ["the time of a batch", () => lines.map((line) => ({ ...line, writtenAt: "2026-01-01T00:00:00Z" }))],
        ["a sequence", () => changed((entry, at) => (at === 4 ? withUnits(entry, 4, 99n) : undefined))],
        ["the order of two linked entries", () => swapped()],
        ["a digest", () => changed((entry) => (isCompleted(entry, 1) ? flipped(entry, 40) : undefined))],
      ];
      test.each(tamperings)("%s", async (_, tampered) => {
        const { code, findings } = await replayed(tampered());
        expect([code, findings.length > 0]).toEqual([1, true]);
      });

      test.each([
        ["transfer", 1],
        ["exchange", 2],
        ["deposit", 3],
        ["withdrawal", 4],
        ["hold", 6],
        ["capture", 7],
        ["release", 8],
        ["reversal", 9],
      ])("the amount of a %s, though the whole chain was computed anew", async (_, kind) => {
        const raised = changed((entry) => {
          return isCompleted(entry, kind) ? withUnits(entry, 20, entry.readBigInt64BE(20) + 100n) : undefined;
        });
        const { code, findings } = await replayed(raised);
        expect([code, findings.length > 0]).toEqual([1, true]);
      });

      test("the fee of a transfer, by the policy", async () => {
        const raised = changed((entry) => (isCompleted(entry, 1) ? withUnits(entry, 28, 1n) : undefined));
        expect((await replayed(raised)).findings.join("\n")).toContain("has another fee than the policy's");
      });

      test("a signature, by the keys", async () => {
        const forged = changed((entry) =>
          isCompleted(entry, 1) && (entry[3] as number) < 128 ? flipped(entry, entry.length - 1) : undefined,
        );
        expect((await replayed(forged)).findings.join("\n")).toContain("is not signed by its sender");
        expect((await replayed(forged, [policyFile])).findings).toEqual([]);
      });
    });

    test("does not find a deposit that was raised with its digest and the whole chain, as the page says", async () => {
      let raised = 0;
      const consistent = changed((entry) => {
        if (!isCompleted(entry, 3) || raised++ > 0) return undefined;
        const more = withUnits(entry, 20, entry.readBigInt64BE(20) + 100n);
        const texts: string[] = [];
        for (let at = 68; texts.length < 4; at += 2 + more.readUInt16BE(at)) {
          texts.push(more.toString("utf8", at + 2, at + 2 + more.readUInt16BE(at)));
        }
        const [id, owner, asset, reference] = texts;
        const values = JSON.stringify([id, owner, asset, String(more.readBigInt64BE(20)), reference]);
        sha256(`platonic ledger deposit v1\n${values}`).copy(more, 36);
        return more;
      });
      expect((await replayed(consistent)).findings).toEqual([]);
    });
  },
  () => rates,
);

/** Writes entries of every kind and outcome. Returns those who hold the money. */
async function everyKind(api: ApiClient): Promise<Holder[]> {
  const bob = await newHolder(api);
  const ada = await newHolder(api, { TOKEN_STANDARD: 1_000, TOKEN_MICRO: "0.000001", USD: 10 });
  const carl = await newVaultHolder(api, { TOKEN_STANDARD: 100 });
  const eve = await newHolder(api, { TOKEN_STANDARD: 5 });
  const resolve = (sender: Holder, transaction_id: string) =>
    api.call("POST", "/api/transactions/resolve", { sender: sender.id, transaction_id, seal: true });
  const fees = { feeMax: "1", expiresAt: BigInt(Date.now() + 3_600_000), description: "tea 🍵" };
  await ada.pay({ recipient: bob.id, ...fees });
  await ada.pay({ recipient: bob.id, amount: "0" });
  await ada.pay({ recipient: bob.id, tokenType: 3, currencyCode: "XAU" });
  await ada.pay({ recipient: randomUUID() });
  await ada.pay({ recipient: bob.id, amount: "500" });
  await bob.pay({ recipient: ada.id, amount: "99" });
  await ada.pay({ recipient: bob.id, tokenType: 3, currencyCode: "USD", amount: "1.25" });
  for (const amounts of [
    ["1", "2"],
    ["1", "900000", "3"],
  ])
    await payLinked(api, ada, bob, amounts);
  const paid = randomUUID();
  await ada.pay({ recipient: bob.id, id: paid });
  await bob.pay({ recipient: ada.id, reverses: paid, amount: "4" });
  await bob.pay({ recipient: ada.id, reverses: paid, amount: "7" });
  await bob.pay({ recipient: ada.id, reverses: randomUUID() });
  for (const amount of [{ amount: 1 }, {}]) {
    await api.call("POST", "/v1/admin/ledger/reversals", { transaction_id: paid, reference: "by mistake", ...amount });
  }
  await ada.configure({ auto_exchange: true });
  await ada.pay({ recipient: bob.id, tokenType: 2, amount: "0.123456789012" });
  const orders = [1, 2, 3].map((amount) => ada.order({ recipient: bob.id, amount: String(amount) }));
  const bytes = orders.flatMap((order) => [Buffer.of(0x0a, (order.length & 127) | 128, order.length >> 7), order]);
  const signature = ada.signature("transfers", await orderRoot(orders));
  const batch = { sender: ada.id, orders: Buffer.concat(bytes).toString("base64"), key_id: ada.keyId, signature };
  await api.call("POST", "/api/transactions/batch", batch);
  await carl.execute((await carl.create({ recipient: bob.id })).body.result.transaction.id);
  await resolve(carl, (await carl.create({ recipient: bob.id })).body.result.transaction.id);
  await resolve(carl, randomUUID());
  const signed_order = eve.signed(eve.order({ recipient: bob.id, amount: "1" }));
  const created = await api.call("POST", "/api/transactions/create", { sender: eve.id, signed_order });
  await api.call("DELETE", `/api/identities/${eve.id}/keys/${eve.keyId}`);
  await eve.execute(created.body.result.transaction.id);
  await ada.exchange({});
  await ada.exchange(usd);
  const terms = { identity_id: ada.id, source_type: "TOKEN_STANDARD", source_amount: "0.33333333", ...usd };
  const quote_id = (await api.call("POST", "/api/exchange/quote", terms)).body.result.quote.id;
  await ada.exchange({ ...usd, source_amount: "0.33333333", quote_id });
  const euros = { identity_id: ada.id, source_currency_code: "USD", amount: 5, target_currency_code: "EUR" };
  await api.call("POST", "/api/exchange/currencies", euros);
  await ada.exchange({ source_amount: 100_000 });
  await ada.exchange({ source_type: "TOKEN_EXTERNAL", source_currency_code: "XAU" });
  await ada.exchange({ ...usd, target_currency_code: "JPY" });
  await ada.exchange({ source_amount: "0.00001" });
  await everyHold(api, ada, bob);
  await eve.freeze();
  await eve.exchange({ source_amount: 1 });
  const withdrawn = { identity_id: ada.id, token_type: "TOKEN_STANDARD", amount: 7, reference: "out" };
  await api.call("POST", "/v1/admin/ledger/withdrawals", withdrawn);
  return [ada, bob, carl, eve];
}

/** Holds money, and captures and ends the holds in every way but by time. */
async function everyHold(api: ApiClient, ada: Holder, bob: Holder): Promise<void> {
  const [from, to] = [holdOrders(api, ada), holdOrders(api, bob)];
  const { transaction_id: holdId } = await from.hold(bob.id, "3");
  await from.hold(bob.id, "1", -1);
  const { transaction_id: reverses } = await to.capture({ holdId, amount: "1.1", keepRest: true });
  await bob.pay({ recipient: ada.id, reverses, amount: "0.6" });
  await api.call("POST", "/v1/admin/ledger/reversals", { transaction_id: holdId, amount: "0.1" });
  await to.capture({ holdId, amount: "3" });
  await from.capture({ holdId, amount: "1" });
  await to.capture({ holdId, amount: "1" });
  await to.capture({ holdId, amount: "1" });
  const [released, ended] = [await from.hold(bob.id, "2"), await from.hold(bob.id, "2")];
  await to.release({ holdId: released.transaction_id });
  await to.release({ holdId: released.transaction_id });
  const end = { hold_id: ended.transaction_id, reference: "by hand" };
  await api.call("POST", "/v1/admin/ledger/holds/release", end);
  // Stays open.
  await from.hold(bob.id, "0.5");
}

async function payLinked(api: ApiClient, ada: Holder, bob: Holder, amounts: readonly string[]): Promise<void> {
  const orders = amounts.map((amount) => ada.order({ recipient: bob.id, amount }));
  const bytes = orders.flatMap((order) => [Buffer.of(0x0a, (order.length & 127) | 128, order.length >> 7), order]);
  const signature = ada.signature("linked transfers", await orderRoot(orders));
  const signatures = [{ sender: ada.id, key_id: ada.keyId, signature }];
  const set = { sender: ada.id, orders: Buffer.concat(bytes).toString("base64"), signatures };
  await api.call("POST", "/api/transactions/linked", set);
}

async function publicKeys(api: ApiClient, holders: readonly Holder[]): Promise<Record<string, string>> {
  const keys: Record<string, string> = {};
  for (const { id, keyId, privateKey } of holders) {
    if (privateKey) keys[keyId] = createPublicKey(privateKey).export({ format: "jwk" }).x as string;
    else keys[keyId] = (await api.call("GET", `/api/identities/${id}/keys`)).body.result.keys[0].public_key;
  }
  return keys;
}

function isCompleted(entry: Buffer, kind: number): boolean {
  return entry[1] === kind && entry[2] === 0;
}

function withUnits(entry: Buffer, at: number, units: bigint): Buffer {
  const copy = Buffer.from(entry);
  copy.writeBigInt64BE(units, at);
  return copy;
}

function withByte(entry: Buffer, at: number, bits: number): Buffer {
  const copy = Buffer.from(entry);
  copy[at] = (copy[at] as number) | bits;
  return copy;
}

function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
