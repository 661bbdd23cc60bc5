import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Envelope, GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { createChannelSockets } from "../../../../server/transports/channel/websocket/socket.ts";
import { ChannelFixture, windowMs } from "../fixture.ts";
import { DocumentedClient } from "./client.ts";

let fixture: ChannelFixture;
let client: DocumentedClient;
let close: () => void;
beforeEach(async () => {
  fixture = new ChannelFixture();
  const upgrades = createChannelSockets({
    transport: fixture.transport,
    allowedOrigins: new Set(),
    allowsPlain: false,
    callerAddress: (peer) => peer,
    perNetworkMax: 10,
    now: () => fixture.nowMs,
  });
  const http = createServer().on("upgrade", (request, socket, head) => upgrades.accept(request, socket, head));
  await once(http.listen(0, "127.0.0.1"), "listening");
  close = () => {
    upgrades.close();
    http.close();
  };
  client = new DocumentedClient({
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    credentials: (_, __, binding) => ({ case: "rotatingToken", value: `ada ${binding}` }),
  });
  await client.connect();
});
afterEach(() => close());

/** Pings, and returns when the pong has come: the server has read all that was sent before. */
async function ping(nonce: bigint): Promise<void> {
  client.send({ case: "ping", value: { nonce } });
  await client.until(() => client.received.find(({ body }) => body.case === "pong" && body.value.nonce === nonce));
}

/** Lets the time of the service go on. */
function advance(ms: number): void {
  fixture.nowMs += ms;
  fixture.transport.tick(fixture.nowMs);
}

describe("a client that is written from docs/channel.md alone", () => {
  test("keeps its channel alive by a ping every interval, and answers those of the service", async () => {
    const interval = client.welcome?.pingInterval as number;
    expect([interval, client.welcome?.timeout]).toEqual([15_000, 30_000]);
    for (let nonce = 1; nonce <= 10; nonce += 1) {
      advance(interval);
      await ping(BigInt(nonce));
    }
    expect(client.received.filter(({ body }) => body.case === "ping").length).toBe(10);
    expect(fixture.transport.count).toBe(1);
  });

  test("is told of its silence, and resumes", async () => {
    const closed = client.closed();
    advance(client.welcome?.timeout as number);
    expect(await closed).toBe(1008);
    expect(client.received.at(-1)?.body).toMatchObject({ case: "goAway", value: { reason: GoAwayReason.SILENCE } });
    expect(await client.connect()).toMatchObject({ isResumed: true });
  });

  test("renews its authentication whenever it is asked, and both sides change their keys where they must", async () => {
    for (let round = 1; round <= 5; round += 1) {
      await renewalIsDue();
      renew(`ada ${client.binding}`);
      await client.until(() => client.received.find(({ body }) => isDeadline(body, fixture.nowMs + windowMs)));
    }
    await ping(0n);
  });

  test("mints the next token after one that was rejected", async () => {
    await renewalIsDue();
    renew("ada of-another-connection");
    await client.until(() => client.received.find(({ body }) => body.case === "error"));
    renew(`ada ${client.binding}`);
    await client.until(() => client.received.find(({ body }) => isDeadline(body, fixture.nowMs + windowMs)));
    await ping(0n);
  });
});

/** Lets two thirds of the window pass, with pings, until the service asks for a token. */
async function renewalIsDue(): Promise<void> {
  client.frames.length = 0;
  for (let ms = 0; ms < (windowMs * 2) / 3; ms += 20_000) {
    await ping(BigInt(ms));
    advance(20_000);
  }
  await client.until(() => client.received.find(({ body }) => body.case === "reauthenticate"));
}

function renew(rotatingToken: string): void {
  client.send({ case: "reauthenticate", value: { rotatingToken } });
}

/** Whether the service has accepted a token until this time. */
function isDeadline(body: Envelope["body"], untilMs: number): boolean {
  return body.case === "reauthenticate" && body.value.reauthenticateBy?.seconds === BigInt(untilMs / 1000);
}
