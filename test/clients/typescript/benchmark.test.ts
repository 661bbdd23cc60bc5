import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { operatorKey, startServer } from "../../support/server.ts";

test("the benchmark of the client pays over HTTP and over the channel, and compares both with the bare client", async () => {
  const plan = { requestsPerMinute: 100_000, concurrentRequests: 100 };
  const plans = JSON.stringify({ anonymous: plan, identity: plan });
  const server = await startServer({ DEVELOPMENT: "1", PLANS: plans });
  onTestFinished(server.close);
  const env = { ...process.env, PLATONIC_API_KEY: operatorKey };
  const { stdout } = await promisify(execFile)(process.execPath, ["bench/sdks/typescript.ts", server.url, "16"], {
    env,
  });
  expect(stdout).toMatch(/^http: \d+ transfers a second, .*\nchannel: \d+ transfers a second, .*\n$/);
});
