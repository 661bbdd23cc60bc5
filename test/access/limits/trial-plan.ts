import type { Program } from "../../support/program.ts";
import { operatorKey } from "../../support/server.ts";

/** The setting `PLANS` with a plan of 60 calls a minute. */
export const trialPlans = JSON.stringify({
  trial: { requestsPerMinute: 60, concurrentRequests: 1_000, permissions: ["geocode:*"] },
});
const body = JSON.stringify({ data: [1, 2, 3], source_dimensions: 3, target_dimensions: 5 });

/** Creates a key of the plan. */
export async function newTrialKey({ url }: Pick<Program, "url">): Promise<string> {
  const response = await fetch(`${url}/v1/admin/keys`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${operatorKey}` },
    body: JSON.stringify({ name: "trial", plan: "trial", permissions: ["geocode:*"] }),
  });
  return ((await response.json()) as { result: { secret: string } }).result.secret;
}

/** Calls programs by turns, all at once; returns how many calls have each status. */
export async function callByTurns(
  key: string,
  calls: number,
  programs: readonly Pick<Program, "url">[],
): Promise<Record<number, number>> {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${key}` };
  const statuses = Array.from({ length: calls }, async (_, n) => {
    const { url } = programs[n % programs.length] as Program;
    const response = await fetch(`${url}/v1/geocode/transform`, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.status;
  });
  const counts: Record<number, number> = {};
  for (const status of await Promise.all(statuses)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/**
 * Calls programs by turns until as many calls have passed as expected, and as many times more; returns how many have passed.
 * The last ones may wait until a process has put back what it does not use.
 */
export async function passedInAll(
  key: string,
  expected: number,
  programs: readonly Pick<Program, "url">[],
): Promise<number> {
  let passed = 0;
  const callMore = async () => {
    passed += (await callByTurns(key, expected, programs))[200] ?? 0;
  };
  while (passed < expected) await callMore();
  await callMore();
  return passed;
}
