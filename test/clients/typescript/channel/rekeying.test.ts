import { afterEach, expect, test, vi } from "vitest";
import { NoiseTransport } from "../../../../clients/typescript/src/channel/noise/transport.ts";
import { NoiseTransport as ServerTransport } from "../../../../server/transports/channel/noise/transport.ts";
import { until } from "../../../support/until.ts";
import { type ChannelFixture, windowMs } from "../../../transports/channel/fixture.ts";
import { joined } from "../joined.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Number of rotating tokens that the service has received. */
function tokensOf({ calls }: ChannelFixture): number {
  return calls.filter(({ call: { method } }) => method.name === "Authenticate").length;
}

/** Advances time until the service asks for a token. */
async function untilChallenged({ fixture, call }: Awaited<ReturnType<typeof joined>>): Promise<void> {
  for (let passedMs = 0; passedMs < 200_000; passedMs += 20_000) {
    await call();
    fixture.advance(20_000);
  }
}

test("a channel stays open for many windows, with new keys after each message of a renewal", async () => {
  const rekeyings = ([ServerTransport, NoiseTransport] as const).flatMap(({ prototype }) => [
    vi.spyOn(prototype as ServerTransport, "rekeyOutgoing"),
    vi.spyOn(prototype as ServerTransport, "rekeyIncoming"),
  ]);
  const { fixture, channel, phases, call } = await joined();
  const windows = 10;
  for (let passedMs = 0; passedMs < windows * windowMs; passedMs += 20_000) {
    fixture.advance(20_000);
    await call();
  }
  const counts = () => rekeyings.map(({ mock }) => mock.calls.length);
  const expected = () => [2, 1, 1, 2].map((times) => times * (tokensOf(fixture) - 1));
  // A renewal may be under way.
  await until(() => counts().join() === expected().join());
  expect(tokensOf(fixture)).toBeGreaterThan(windows);
  channel.close();
  expect(phases).toEqual(["connecting", "handshaking", "open", "closed"]);
});

test("a message of the service under the old key after its challenge ends the connection", async () => {
  vi.spyOn(ServerTransport.prototype, "rekeyOutgoing").mockReturnValue();
  const connected = await joined();
  await untilChallenged(connected);
  void connected.call().catch(() => {});
  expect(await connected.lost).toBe("a message is not genuine");
  connected.channel.close();
});

test("a client that uses the old key after its token is disconnected", async () => {
  vi.spyOn(NoiseTransport.prototype, "rekeyOutgoing").mockReturnValue();
  const connected = await joined();
  await untilChallenged(connected);
  await until(() => tokensOf(connected.fixture) === 2);
  void connected.call().catch(() => {});
  await connected.lost;
  expect(connected.statuses).toEqual([1002]);
  connected.channel.close();
});
