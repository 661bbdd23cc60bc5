import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { writeLinked } from "../../../../clients/cli/payments/linked-file.ts";
import { linkedSet } from "../../../../clients/typescript/src/index.ts";
import { uuidV7 } from "../../../../server/core/uuid.ts";
import { operatorKey, startServer, type TestServer } from "../../../support/server.ts";
import { machine, username } from "../machine.ts";
import { meddlingProxy } from "../meddling-proxy.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ DEVELOPMENT: "1" });
  return server.close;
});

/** Two wallets with 100 each, and a file of payments between them. */
async function deal() {
  const { settings, run, done } = machine({ PLATONIC_URL: server.url, PLATONIC_API_KEY: operatorKey });
  const { identityId: ada } = await done("identity", "register", username("ada"));
  const { identityId: bob } = await done("identity", "register", username("bob"), "--profile", "bob");
  for (const profile of ["default", "bob"]) {
    await done("wallet", "create", "--profile", profile);
    await done("wallet", "deposit", "100", "--profile", profile);
  }
  const [file, set] = [join(settings, "deal.csv"), join(settings, "deal.json")];
  const write = (fromAda: string, fromBob: string) =>
    writeFileSync(file, `sender,recipient,amount\n${ada},${bob},${fromAda}\n${bob},${ada},${fromBob}\n`);
  const held = async () => (await done("wallet", "balance", "--profile", "bob")).TOKEN_STANDARD;
  return { settings, run, done, ada, bob, file, set, write, held };
}

test("payments of two senders are made once both have signed them", async () => {
  const { run, done, ada, bob, file, set, write, held } = await deal();
  write("30", "10");
  const { payments } = await done("wallet", "prepare-linked", set, file);
  expect(payments).toMatchObject([
    { sender: ada, recipient: bob, amount: "30 TOKEN_STANDARD", isSigned: false },
    { sender: bob, recipient: ada, amount: "10 TOKEN_STANDARD", isSigned: false },
  ]);
  expect((await run("wallet", "prepare-linked", set, file)).err).toContain("EEXIST");
  const early = await run("wallet", "send-linked", set);
  expect([early.code, early.err]).toEqual([2, expect.stringContaining(`not signed yet by ${ada}, ${bob}`)]);
  await done("wallet", "sign-linked", set, "--profile", "bob");
  const shown = (await done("wallet", "show-linked", set)).payments;
  expect(shown.map(({ isSigned }: { isSigned: boolean }) => isSigned)).toEqual([false, true]);
  expect(await held()).toBe("100");
  const sent = await done("wallet", "send-linked", set);
  expect(sent.payments).toMatchObject([{ status: "completed" }, { status: "completed" }]);
  expect(await done("wallet", "send-linked", set, "--profile", "default")).toEqual(sent);
  // Who sends pays the fee.
  expect(await held()).toBe("119.99");
});

test("payments of which one fails are not made", async () => {
  const { run, done, file, set, write, held } = await deal();
  write("30", "1000");
  await done("wallet", "prepare-linked", set, file);
  for (const profile of ["default", "bob"]) await done("wallet", "sign-linked", set, "--profile", profile);
  const { code, out } = await run("wallet", "send-linked", set, "--json");
  expect([code, JSON.parse(out).payments]).toMatchObject([
    1,
    [{ errorCode: "LINKED_FAILED" }, { errorCode: "INSUFFICIENT_FUNDS" }],
  ]);
  expect(await held()).toBe("100");
});

test("a set whose answers are lost is asked for until it is answered, and made once", async () => {
  const { settings, done, file, set, write, held } = await deal();
  write("30", "10");
  await done("wallet", "prepare-linked", set, file);
  await done("wallet", "sign-linked", set, "--profile", "bob");
  let lost = 0;
  const losing = await meddlingProxy(server.url, (path, answer) => {
    if (!path.endsWith("/TransferLinked") || lost === 6) return answer;
    lost += 1;
    return undefined;
  });
  const there = machine({ PLATONIC_URL: losing, XDG_CONFIG_HOME: settings });
  const { code, err } = await there.run("wallet", "send-linked", set);
  expect([code, lost, err]).toEqual([0, 6, expect.stringContaining("not answered; asking until it is")]);
  // Who sends pays the fee.
  expect(await held()).toBe("119.99");
});

test("nobody signs what is changed, or not theirs", async () => {
  const { settings, run, done, file, set, write } = await deal();
  write("30", "10");
  await done("wallet", "prepare-linked", set, file);
  await done("identity", "register", username("eve"), "--profile", "eve");
  const stranger = await run("wallet", "sign-linked", set, "--profile", "eve");
  expect([stranger.code, stranger.err]).toEqual([2, expect.stringContaining("none of the payments in")]);
  const json = JSON.parse(readFileSync(set, "utf8"));
  const bytes = Buffer.from(json.orders, "base64url");
  // An unknown field, which a reader of the orders does not see.
  const hidden = join(settings, "hidden.json");
  const orders = Buffer.concat([bytes, Buffer.from([0xf8, 0x01, 0x01])]).toString("base64url");
  writeFileSync(hidden, JSON.stringify({ ...json, orders }));
  for (const path of [hidden, file, join(settings, "gone.json")]) {
    const { code, err } = await run("wallet", "sign-linked", path);
    expect([code, err]).toEqual([2, expect.stringContaining("was not written by platonic wallet prepare-linked")]);
  }
});

test.each([
  ["a hold", { captureBefore: 1_900_000_000_000n }, "pays nothing, but holds money until 2030-03-17T17:46:40.000Z"],
  ["a refund", { reverses: "01920000-0000-7000-8000-000000000009" }, "gives back the transaction 01920000"],
  ["a payment that fails by its fee", { feeMax: "0.001" }, "fails if its fee is above 0.001"],
])(
  "%s that somebody wrote into a set in place of a payment is neither shown as one, nor signed, nor sent",
  async (_, terms, told) => {
    const { run, ada, bob, set } = await deal();
    const payment = { tokenType: TokenType.STANDARD, createdAt: BigInt(Date.now()) };
    const orders = [
      { ...payment, id: uuidV7(Date.now(), randomBytes(16)), sender: ada, recipient: bob, amount: "5" },
      { ...payment, id: uuidV7(Date.now(), randomBytes(16)), sender: bob, recipient: ada, amount: "10", ...terms },
    ];
    writeLinked(set, { set: await linkedSet(orders), signatures: [] });
    for (const command of ["show-linked", "sign-linked", "send-linked"]) {
      const { code, err } = await run("wallet", command, set);
      expect([command, code, err]).toEqual([command, 2, expect.stringContaining(told)]);
    }
  },
);
