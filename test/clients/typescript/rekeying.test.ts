import { afterEach, expect, test, vi } from "vitest";
import { NoiseTransport } from "../../../clients/typescript/src/channel/noise/transport.ts";
import { NoiseTransport as ServerTransport } from "../../../server/transports/channel/noise/transport.ts";
import { until } from "../../support/until.ts";
import { type Scene, windowMs } from "../../transports/channel/scene.ts";
import { joined } from "./joined.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** How many rotating tokens the service has seen. */
function tokensOf({ calls }: Scene): number {
  return calls.filter(({ call: { method } }) => method.name === "Authenticate").length;
}

/** Until the service asks for a token. */
async function untilAsked({ scene, call }: Awaited<ReturnType<typeof joined>>): Promise<void> {
  for (let passedMs = 0; passedMs < 200_000; passedMs += 20_000) {
    await call();
    scene.pass(20_000);
  }
}

test("a channel goes on through many windows, with a new key in each direction after each word of a renewal", async () => {
  const rekeyings = ([ServerTransport, NoiseTransport] as const).flatMap(({ prototype }) => [
    vi.spyOn(prototype as ServerTransport, "rekeyOutgoing"),
    vi.spyOn(prototype as ServerTransport, "rekeyIncoming"),
  ]);
  const { scene, channel, phases, call } = await joined();
  const windows = 10;
  for (let passedMs = 0; passedMs < windows * windowMs; passedMs += 20_000) {
    scene.pass(20_000);
    await call();
  }
  const counts = () => rekeyings.map(({ mock }) => mock.calls.length);
  const expected = () => [2, 1, 1, 2].map((times) => times * (tokensOf(scene) - 1));
  // A renewal may be under way.
  await until(() => counts().join() === expected().join());
  expect(tokensOf(scene)).toBeGreaterThan(windows);
  channel.close();
  expect(phases).toEqual(["connecting", "handshaking", "open", "closed"]);
});

test("what the service says by the old key after its question ends the connection", async () => {
  vi.spyOn(ServerTransport.prototype, "rekeyOutgoing").mockReturnValue();
  const both = await joined();
  await untilAsked(both);
  void both.call().catch(() => {});
  expect(await both.lost).toBe("a message is not genuine");
  both.channel.close();
});

test("a client that goes on by the old key after its token is told nothing any more", async () => {
  vi.spyOn(NoiseTransport.prototype, "rekeyOutgoing").mockReturnValue();
  const both = await joined();
  await untilAsked(both);
  await until(() => tokensOf(both.scene) === 2);
  void both.call().catch(() => {});
  await both.lost;
  expect(both.statuses).toEqual([1002]);
  both.channel.close();
});
