// @module-tag slow/kills

import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../../../clients/typescript/server-process.ts";
import { freePorts } from "../../../support/database/free-ports.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { deposit, newHolder } from "../../../support/wallet-holder.ts";
import { startReceiver } from "../../../support/webhook-receiver.ts";

const server = new ServerProcess({ WEBHOOK_ADDRESSES: "any" });
beforeAll(() => server.start());
afterAll(() => server.close());
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const isSkipped = !hasPython && process.env["CI"] !== "true";
const api = () => new ApiClient({ url: server.url } as never);

test.skipIf(isSkipped)(
  `the receiver of the documentation verifies a signature, and refuses another secret${isSkipped ? " (skipped: there is no python3)" : ""}`,
  async () => {
    const [, program] = /^```python\n(.*?)^```$/ms.exec(readFileSync("docs/webhooks.md", "utf8")) as RegExpExecArray;
    expect((program as string).trim().split("\n").length).toBeLessThanOrEqual(22);
    const [port] = await freePorts(1);
    const ada = await newHolder(api());
    const path = `/api/wallets/${ada.id}/webhooks`;
    const url = `http://127.0.0.1:${port}/events`;
    const { webhook, secret } = (await api().call("POST", path, { url })).body.result;
    const lines = receive(program as string, { PORT: String(port), WEBHOOK_SECRET: secret });
    await deposit(api(), ada.id, "TOKEN_STANDARD", 1);
    // The first attempts may come before the receiver listens.
    const hurry = setInterval(() => void api().call("PUT", `${path}/${webhook.id}`, {}), 200);
    expect((await lines.next()).value).toMatch(new RegExp(`^\\d+_${ada.id}_[\\w-]{16}$`));
    await api().call("POST", `${path}/${webhook.id}/secret`, { overlap_hours: 0 });
    await deposit(api(), ada.id, "TOKEN_STANDARD", 1);
    let line = (await lines.next()).value;
    while (line !== "refused") line = (await lines.next()).value;
    clearInterval(hurry);
  },
);

test("every event reaches the receiver in order, though the service is killed again and again", async () => {
  const receiver = await startReceiver();
  const ada = await newHolder(api());
  await api().call("POST", `/api/wallets/${ada.id}/webhooks`, { url: receiver.url });
  for (let amount = 1; amount <= 90; amount++) {
    await deposit(api(), ada.id, "TOKEN_STANDARD", amount);
    if (amount % 30 !== 15) continue;
    await server.stop("SIGKILL");
    await server.start();
  }
  const told = () => [...new Set(receiver.posts.map(({ json }) => json.entry.issuance.amount))];
  await receiver.until(() => told().length === 90);
  expect(told()).toEqual(Array.from({ length: 90 }, (_, i) => i + 1));
});

/** Runs the receiver until the test ends; yields the lines that it prints. */
function receive(program: string, env: Record<string, string>): AsyncIterator<string> {
  const child = spawn("python3", ["-c", program], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  }) as ChildProcessByStdio<null, Readable, null>;
  onTestFinished(() => void child.kill());
  return createInterface(child.stdout)[Symbol.asyncIterator]();
}
