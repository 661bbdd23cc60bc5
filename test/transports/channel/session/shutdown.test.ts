import { describe, expect, it } from "vitest";
import { GoAwayReason } from "../../../../gen/es/channel/v1/channel_pb.js";
import { settle } from "../expectations.ts";
import { held, Scene } from "../scene.ts";

describe("shutting down", () => {
  it("finishes what is under way, begins nothing, and closes", async () => {
    const work = held();
    const scene = new Scene({ getTransaction: work.operation });
    const client = await scene.open();
    const idle = await scene.open("eve");
    const beginning = scene.connect();
    client.take();
    const opId = client.request();
    scene.transport.shutDown();
    expect(client.take().map(({ body }) => body)).toMatchObject([
      { case: "accepted", value: { opId } },
      { case: "goAway", value: { reason: GoAwayReason.SHUTDOWN, retryAfter: expect.any(Number) } },
    ]);
    expect([client.status, idle.status, beginning.status]).toEqual([undefined, 1001, 1001]);
    client.request();
    await settle();
    expect(work.count).toBe(1);
    work.release();
    await settle();
    expect(client.take().map(({ body }) => body)).toMatchObject([{ case: "result", value: { opId } }]);
    expect(client.status).toBe(1001);
    expect(scene.connect().status).toBe(1001);
  });

  it("lets nobody in who was about to", async () => {
    const work = held();
    const scene = new Scene({ authenticate: work.operation });
    const client = scene.connect();
    await client.greet();
    const introducing = client.introduce(`ada ${client.binding}`);
    await settle();
    scene.transport.shutDown();
    work.release();
    await introducing;
    await settle();
    expect([client.status, scene.transport.count, scene.bugs]).toEqual([1001, 0, []]);
  });
});
