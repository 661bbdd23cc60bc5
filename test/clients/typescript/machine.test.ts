import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { EnvelopeSchema, GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { backOffMs } from "../../../clients/typescript/src/back-off.ts";
import type { ChannelEffect, EnvelopeBody } from "../../../clients/typescript/src/channel/effects.ts";
import { ChannelMachine } from "../../../clients/typescript/src/channel/machine.ts";

/** A machine whose channel opened at 0 ms. */
function opened(random = () => 0.5) {
  const machine = new ChannelMachine(random);
  let seq = 0n;
  const receive = (body: EnvelopeBody, nowMs: number) => {
    seq += 1n;
    return machine.received(1, create(EnvelopeSchema, { seq, body }), nowMs);
  };
  machine.start(0);
  machine.connected(1);
  receive({ case: "welcome", value: { channelId: "c", pingInterval: 15_000, timeout: 30_000, credits: 2 } }, 0);
  return { machine, receive };
}

const sent = (effects: readonly ChannelEffect[]) =>
  effects.flatMap((effect) => (effect.do === "send" ? [effect.envelope.body?.case] : []));
const request = (key: string) => ({
  key,
  isIdempotent: true,
  body: { case: "request" as const, value: { opId: key, method: "m", payload: new Uint8Array() } },
});

test("an open channel pings after 15 s, and backs off after 30 s of silence", () => {
  const { machine, receive } = opened();
  expect(machine.nextMs).toBe(15_000);
  expect(machine.tick(14_999)).toEqual([]);
  expect(sent(machine.tick(15_000))).toEqual(["ping"]);
  receive({ case: "pong", value: { nonce: 15_000n } }, 15_100);
  expect(sent(machine.tick(30_000))).toEqual(["ping"]);
  expect(sent(machine.tick(45_000))).toEqual(["ping"]);
  expect(machine.phase).toBe("open");
  machine.tick(45_100);
  expect(machine.phase).toBe("backing-off");
});

test("when the network may have changed, an open channel pings at once, and backs off after 5 s of silence", () => {
  const { machine, receive } = opened();
  expect(sent(machine.networkChanged(1_000))).toEqual(["ping"]);
  receive({ case: "pong", value: { nonce: 1_000n } }, 1_100);
  machine.tick(6_000);
  expect(machine.phase).toBe("open");
  machine.networkChanged(7_000);
  expect(machine.nextMs).toBe(12_000);
  machine.tick(12_000);
  expect(machine.phase).toBe("backing-off");
});

test("when the network may have changed, a channel connects at once, unless the server has asked for a delay", () => {
  const { machine, receive } = opened();
  machine.lost(1, 1_000);
  expect(machine.networkChanged(1_001).map(({ do: what }) => what)).toContain("connect");
  const { machine: told, receive: tell } = opened();
  tell({ case: "goAway", value: { reason: GoAwayReason.SHUTDOWN, retryAfter: 5_000 } }, 500);
  told.lost(1, 1_000);
  expect(told.networkChanged(1_001)).toEqual([]);
  expect(receive).toBeDefined();
});

test("a handshake is given up after 30 s", () => {
  const machine = new ChannelMachine(() => 0);
  machine.start(1_000);
  machine.connected(1);
  machine.tick(30_999);
  expect(machine.phase).toBe("handshaking");
  machine.tick(31_000);
  expect(machine.phase).toBe("backing-off");
});

test("the back-off is random up to a bound that doubles from 250 ms to 30 s", () => {
  const most = Array.from({ length: 9 }, (_, failures) => backOffMs(failures, 1));
  expect(most).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(backOffMs(5, 0)).toBe(0);
  expect(backOffMs(5, 0.5)).toBe(4_000);
});

test("a channel reconnects no sooner than goAway says", () => {
  const { machine, receive } = opened(() => 0);
  receive({ case: "goAway", value: { reason: GoAwayReason.SHUTDOWN, retryAfter: 1_700 } }, 100);
  expect(sent(machine.request(request("a")))).toEqual([]);
  machine.lost(1, 200);
  expect(machine.nextMs).toBe(1_900);
  expect(machine.tick(1_900)).toContainEqual({ do: "connect", connection: 2, resume: { channelId: "c", lastSeq: 2n } });
});

test("no more requests are in flight than there are credits", () => {
  const { machine, receive } = opened();
  const effects = ["a", "b", "c", "d"].flatMap((key) => machine.request(request(key)));
  expect(sent(effects)).toEqual(["request", "request"]);
  const answer = { case: "payload" as const, value: new Uint8Array() };
  expect(sent(receive({ case: "result", value: { opId: "a", answer } }, 1))).toEqual(["request"]);
});

describe("reauthentication", () => {
  test("mints a token for the challenge, and again after each of two refusals", () => {
    const { machine, receive } = opened();
    const mint = { do: "mint", connection: 1, challenge: "question" };
    expect(receive({ case: "reauthenticate", value: { challenge: "question" } }, 1)).toEqual([mint]);
    expect(sent(machine.minted(1, "token"))).toEqual(["reauthenticate"]);
    const error: EnvelopeBody = { case: "error", value: { reason: Reason.INVALID_API_KEY } };
    expect(receive(error, 2)).toEqual([mint]);
    expect(receive(error, 3)).toEqual([mint]);
    expect(receive(error, 4)).toEqual([]);
  });

  test("a token that is minted too late is not sent on another connection", () => {
    const { machine, receive } = opened();
    receive({ case: "reauthenticate", value: { challenge: "question" } }, 1);
    machine.lost(1, 2);
    expect(machine.minted(1, "token")).toEqual([]);
  });
});

test("messages of an earlier connection are ignored", () => {
  const { machine } = opened(() => 0);
  machine.lost(1, 10);
  machine.tick(10);
  expect(machine.phase).toBe("connecting");
  const late = create(EnvelopeSchema, { seq: 2n, body: { case: "ping", value: { nonce: 1n } } });
  expect(machine.received(1, late, 11)).toEqual([]);
  expect(machine.lost(1, 11)).toEqual([]);
  expect(machine.phase).toBe("connecting");
});
