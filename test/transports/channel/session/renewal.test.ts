import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { GoAwayReason } from "../../../../gen/es/channel/v1/channel_pb.js";
import { goAwayOf, settle, welcomeOf } from "../expectations.ts";
import { Scene, windowMs } from "../scene.ts";

describe("renewal", () => {
  it("asks for a fresh token in time, and ends a channel without one with its window", async () => {
    const scene = new Scene();
    const client = await scene.open();
    client.take();
    scene.pass(200_000, client);
    await settle();
    const asked = client.take().find(({ body }) => body.case === "reauthenticate")?.body;
    expect(asked).toMatchObject({ value: { challenge: "a nonce", rotatingToken: "" } });
    scene.pass(99_000, client);
    await settle();
    expect(client.isOver).toBe(false);
    scene.pass(1_000, client);
    expect(goAwayOf(client).reason).toBe(GoAwayReason.AUTHENTICATION);
    expect(client.status).toBe(1008);
  });

  it("goes on with a fresh token, whose session is used from then on", async () => {
    const seen: unknown[] = [];
    const scene = new Scene({
      getTransaction: (_, { principal }) => {
        seen.push(principal.session.id);
        return {};
      },
    });
    const client = await scene.open();
    const { sessionToken } = welcomeOf(client);
    for (let round = 1; round <= 3; round += 1) {
      scene.pass(200_000, client);
      await settle();
      client.say({ case: "reauthenticate", value: { rotatingToken: `ada ${client.binding}` } });
      await settle();
      const answer = client.take().at(-1)?.body;
      const until = { seconds: BigInt((scene.nowMs + windowMs) / 1000) };
      expect(answer).toMatchObject({ case: "reauthenticate", value: { reauthenticateBy: until } });
    }
    client.request();
    await settle();
    expect(scene.sessions.get(seen[0] as string)).toBe("ada");
    expect(seen).not.toEqual([sessionToken]);
  });

  it("tells of a token that is refused, and takes another one until the window ends", async () => {
    const scene = new Scene();
    const client = await scene.open();
    scene.pass(200_000, client);
    await settle();
    client.say({ case: "reauthenticate", value: { rotatingToken: "ada of-another-connection" } });
    await settle();
    expect(client.take().at(-1)?.body).toMatchObject({
      case: "error",
      value: { reason: 2, message: expect.stringContaining("AUTH_ERROR_INVALID_TOKEN"), parameter: "rotating_token" },
    });
    client.say({ case: "reauthenticate", value: { rotatingToken: `ada ${client.binding}` } });
    await settle();
    expect(client.takeKinds()).toEqual(["reauthenticate"]);
  });

  it("ends a channel that is renewed by another identity's token", async () => {
    const scene = new Scene();
    const client = await scene.open();
    client.say({ case: "reauthenticate", value: { rotatingToken: `eve ${client.binding}` } });
    await settle();
    expect(goAwayOf(client).reason).toBe(GoAwayReason.AUTHENTICATION);
  });

  it("asks again when a question could not be asked, and a failure of ours ends nothing", async () => {
    let failures = 2;
    const scene = new Scene({
      createChallenge: () => {
        if (scene.transport.count > 0 && failures-- > 0) throw new Error("the database is gone");
        return { challenge: "a nonce" };
      },
    });
    const client = await scene.open();
    client.take();
    for (let second = 0; second < 215; second += 1) {
      scene.pass(1_000, client);
      await setImmediate();
    }
    expect(client.takeKinds().filter((kind) => kind === "reauthenticate")).toHaveLength(1);
    expect(failures).toBeLessThan(0);
    expect(client.isOver).toBe(false);
  });

  it("finds a session that another process has ended within a minute", async () => {
    const scene = new Scene();
    const client = await scene.open();
    scene.pass(59_000, client);
    await settle();
    scene.sessions.clear();
    expect(client.isOver).toBe(false);
    scene.pass(2_000, client);
    await settle();
    expect(goAwayOf(client).reason).toBe(GoAwayReason.AUTHENTICATION);
  });
});
