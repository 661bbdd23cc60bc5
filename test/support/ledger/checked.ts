import { expect } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import type { ApiClient } from "../identity/api-client.ts";
import { operatorKey, type TestServer } from "../server.ts";

/** Makes a server replay its ledger, and returns the check. The command line does not ask all the time meanwhile, which delays it. */
export async function replayed(api: ApiClient<Pick<TestServer, "url">>) {
  const env = { PLATONIC_URL: api.server.url, PLATONIC_API_KEY: operatorKey };
  let said = "";
  const write = (text: string) => {
    said += text;
  };
  const status = await platonic(["ledger", "check"], { env, write, complain: write });
  const { check } = (await api.call("GET", "/v1/admin/ledger/check")).body.result;
  // The command fails if there are findings, and wherever it cannot make the check.
  expect([said, status]).toEqual([said, check?.is_whole ? 0 : 1]);
  expect([said, check.is_running]).toEqual([said, false]);
  return check;
}

/** Makes a server check its ledger, and returns the findings. */
export async function checked(api: ApiClient): Promise<string[]> {
  const { is_whole, findings } = await replayed(api);
  expect(is_whole).toBe(findings.length === 0);
  return findings;
}
