import { describe, expect, it } from "vitest";
import { GoAwayReason } from "../../../../gen/es/channel/v1/channel_pb.js";
import { goAwayOf } from "../expectations.ts";
import { held, Scene } from "../scene.ts";

describe("keep-alive", () => {
  it("is pinged every 15 s by the server, which answers pings", async () => {
    const scene = new Scene();
    const client = await scene.open();
    expect(client.takeKinds()).toEqual(["welcome"]);
    scene.pass(60_000, client);
    expect(client.takeKinds()).toEqual(["ping", "ping", "ping", "ping"]);
    client.say({ case: "ping", value: { nonce: 77n } });
    expect(client.take().map(({ body }) => body)).toMatchObject([{ case: "pong", value: { nonce: 77n } }]);
  });

  it("ends a channel of which nothing came for 30 s, and not before", async () => {
    const scene = new Scene();
    const client = await scene.open();
    scene.pass(29_999);
    expect(client.isOver).toBe(false);
    scene.pass(1);
    expect(goAwayOf(client).reason).toBe(GoAwayReason.SILENCE);
    expect(client.status).toBe(1008);
    expect(scene.transport.count).toBe(0);
  });

  it("ends a handshake that takes 30 s, wherever it stands", async () => {
    const scene = new Scene({ authenticate: held().operation });
    const silent = scene.connect();
    const greeted = scene.connect();
    await greeted.greet();
    const introduced = scene.connect();
    await introduced.greet();
    void introduced.introduce(`ada ${introduced.binding}`);
    scene.pass(29_999);
    expect([silent, greeted, introduced].map(({ status }) => status)).toEqual([undefined, undefined, undefined]);
    scene.pass(1);
    expect([silent, greeted, introduced].map(({ status }) => status)).toEqual([1008, 1008, 1008]);
  });
});
