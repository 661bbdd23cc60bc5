import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../support/server.ts";

test("the benchmark of the client pays over HTTP and over the channel, and compares both with the bare client", async () => {
  const plan = { requestsPerMinute: 100_000, concurrentRequests: 100 };
  const plans = JSON.stringify({ visitor: plan, identity: plan });
  const server = await startServer({ DEVELOPMENT: "1", BOOTSTRAP_API_KEY: "", PLANS: plans });
  onTestFinished(server.close);
  const { stdout } = await promisify(execFile)(process.execPath, ["bench/sdks/typescript.ts", server.url, "16"]);
  expect(stdout).toMatch(/^http: \d+ transfers a second, .*\nchannel: \d+ transfers a second, .*\n$/);
});
