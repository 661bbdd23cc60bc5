import { expect } from "vitest";
import type { ApiClient } from "../identity/api-client.ts";

/** Makes a server check its ledger, and returns the findings. */
export async function checked(api: ApiClient): Promise<string[]> {
  let { check } = (await api.call("POST", "/v1/admin/ledger/check", {})).body.result;
  while (check.is_running) ({ check } = (await api.call("GET", "/v1/admin/ledger/check")).body.result);
  expect(check.is_whole).toBe(check.findings.length === 0);
  return check.findings;
}
