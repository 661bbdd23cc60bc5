import { describe, expect, it } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { settle } from "../expectations.ts";
import { ChannelFixture, heldOperation } from "../fixture.ts";

describe("shutting down", () => {
  it("finishes running requests, accepts no new ones, and closes the channels", async () => {
    const work = heldOperation();
    const fixture = new ChannelFixture({ getTransaction: work.operation });
    const client = await fixture.open();
    const idle = await fixture.open("eve");
    const connecting = fixture.connect();
    client.take();
    const opId = client.request();
    fixture.transport.shutDown();
    expect(client.take().map(({ body }) => body)).toMatchObject([
      { case: "accepted", value: { opId } },
      { case: "goAway", value: { reason: GoAwayReason.SHUTDOWN, retryAfter: expect.any(Number) } },
    ]);
    expect([client.status, idle.status, connecting.status]).toEqual([undefined, 1001, 1001]);
    client.request();
    await settle();
    expect(work.count).toBe(1);
    work.release();
    await settle();
    expect(client.take().map(({ body }) => body)).toMatchObject([{ case: "result", value: { opId } }]);
    expect(client.status).toBe(1001);
    expect(fixture.connect().status).toBe(1001);
  });

  it("refuses a client whose authentication is still running", async () => {
    const work = heldOperation();
    const fixture = new ChannelFixture({ authenticate: work.operation });
    const client = fixture.connect();
    await client.startHandshake();
    const finishing = client.finishHandshake(`ada ${client.binding}`);
    await settle();
    fixture.transport.shutDown();
    work.release();
    await finishing;
    await settle();
    expect([client.status, fixture.transport.count, fixture.bugs]).toEqual([1001, 0, []]);
  });
});
