import { setImmediate } from "node:timers/promises";
import { expect } from "vitest";
import type { GoAway, Welcome } from "#contract/channel/v1/channel_pb.js";
import type { FixtureClient } from "./fixture.ts";

/** Expects the last message to be goAway, and returns it. */
export function goAwayOf(client: FixtureClient): GoAway {
  const { body } = client.take().at(-1) ?? {};
  expect(body?.case).toBe("goAway");
  return body?.value as GoAway;
}

/** Expects the first message to be the Welcome, and returns it. */
export function welcomeOf(client: FixtureClient): Welcome {
  const [first] = client.take();
  expect(first?.body.case).toBe("welcome");
  return first?.body.value as Welcome;
}

/** Waits some turns of the event loop, so that all pending work is done. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}
