import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits } from "../../../../server/core/limits.ts";
import { KeepAlive } from "../../../../server/transports/channel/session/keep-alive.ts";
import { Rotation } from "../../../../server/transports/channel/session/rotation.ts";
import { RunningCalls } from "../../../../server/transports/channel/session/running-calls.ts";
import { Turns } from "../../../../server/transports/channel/session/turns.ts";
import { Incoming } from "../../../../server/transports/channel/wire/incoming.ts";
import { Outgoing } from "../../../../server/transports/channel/wire/outgoing.ts";
import { law } from "../../../support/laws/law.ts";
import { settle } from "../expectations.ts";

const startMs = 1_800_000_000_000;

describe("keep-alive", () => {
  it("pings every 15 s, and gives up after 30 s of silence", () => {
    const keepAlive = new KeepAlive(startMs);
    const effects = [0, 14_999, 15_000, 15_001, 29_999, 30_000].map((ms) => keepAlive.tick(startMs + ms));
    expect(effects).toEqual(["nothing", "nothing", "ping", "nothing", "nothing", "give-up"]);
  });

  it("counts from the last received message", () => {
    const keepAlive = new KeepAlive(startMs);
    keepAlive.heard(startMs + 29_999);
    expect(keepAlive.tick(startMs + 59_998)).toBe("ping");
    expect(keepAlive.tick(startMs + 59_999)).toBe("give-up");
  });

  law(
    "sends a ping in each interval to an active client, at any sequence of ticks",
    fc.array(fc.integer({ min: 1, max: 14_000 }), { minLength: 1, maxLength: 50 }),
    (steps) => {
      const keepAlive = new KeepAlive(startMs);
      let nowMs = startMs;
      let lastPingMs = startMs;
      for (const step of steps) {
        nowMs += step;
        keepAlive.heard(nowMs);
        const effect = keepAlive.tick(nowMs);
        expect(effect === "ping").toBe(nowMs - lastPingMs >= limits.channelPingMs);
        if (effect === "ping") lastPingMs = nowMs;
      }
    },
  );
});

describe("rotation", () => {
  it("asks once when a third of the window is left, and ends with the window", () => {
    const rotation = new Rotation(300_000, startMs);
    const effects = [199_999, 200_000, 200_001, 299_999, 300_000].map((ms) => rotation.tick(startMs + ms));
    expect(effects).toEqual(["nothing", "ask", "nothing", "nothing", "end"]);
    expect(rotation.endsAtMs).toBe(startMs + 300_000);
  });

  it("asks again after 5 s if asking failed", () => {
    const rotation = new Rotation(300_000, startMs);
    expect(rotation.tick(startMs + 200_000)).toBe("ask");
    rotation.postpone(startMs + 200_000);
    expect(rotation.tick(startMs + 204_999)).toBe("nothing");
    expect(rotation.tick(startMs + 205_000)).toBe("ask");
  });

  it("starts a new window with a fresh token, and never lasts longer than a window without one", () => {
    const rotation = new Rotation(30_000, startMs);
    rotation.renewed(startMs + 29_000);
    expect(rotation.tick(startMs + 48_999)).toBe("nothing");
    expect(rotation.tick(startMs + 49_000)).toBe("ask");
    expect(rotation.tick(startMs + 59_000)).toBe("end");
  });
});

describe("outgoing envelopes", () => {
  const bytesOf = (seq: bigint) => Buffer.from(String(seq));

  function sent(count: number): Outgoing {
    const outgoing = new Outgoing();
    for (let index = 0; index < count; index += 1) {
      const seq = outgoing.next();
      outgoing.retain(seq, bytesOf(seq));
    }
    return outgoing;
  }

  law(
    "can be sent again from any unconfirmed number, each once and in order",
    fc.tuple(fc.nat(limits.channelUnconfirmedEnvelopesMax), fc.nat(400), fc.nat(400)),
    ([count, ack, from]) => {
      const outgoing = sent(count);
      expect(outgoing.confirm(BigInt(ack))).toBe(ack <= count);
      const confirmed = ack <= count ? ack : 0;
      const missing = outgoing.after(BigInt(from));
      if (from < confirmed || from > count) expect(missing).toBeUndefined();
      else expect(missing?.map(String)).toEqual(Array.from({ length: count - from }, (_, i) => String(from + i + 1)));
    },
  );

  it("are kept within bounds, and only a resume before a dropped one is impossible", () => {
    const max = limits.channelUnconfirmedEnvelopesMax;
    const outgoing = sent(max + 10);
    expect(outgoing.after(9n)).toBeUndefined();
    expect(outgoing.after(10n)).toHaveLength(max);
    const large = new Outgoing();
    for (let index = 0; index < 100; index += 1)
      large.retain(large.next(), Buffer.alloc(limits.channelMessageBytesMax));
    expect(large.unconfirmedBytes).toBeLessThanOrEqual(limits.channelUnconfirmedBytesMax);
    large.retain(large.next(), Buffer.alloc(limits.channelUnconfirmedBytesMax + 1));
    expect([large.unconfirmedBytes, large.after(101n), large.after(100n)]).toEqual([0, [], undefined]);
  });

  it("may have numbers that are not kept, such as those for one connection only", () => {
    const outgoing = new Outgoing();
    outgoing.next();
    outgoing.retain(outgoing.next(), bytesOf(2n));
    outgoing.next();
    expect(outgoing.after(0n)?.map(String)).toEqual(["2"]);
    expect(outgoing.after(3n)).toEqual([]);
    expect(outgoing.after(4n)).toBeUndefined();
  });
});

law(
  "an incoming envelope is new exactly if its number is above all previous ones",
  fc.array(fc.bigInt(0n, 20n), { maxLength: 60 }),
  (numbers) => {
    const incoming = new Incoming();
    let highest = 0n;
    for (const number of numbers) {
      const expected = number === 0n ? "unnumbered" : number > highest ? "new" : "known";
      expect(incoming.receive(number)).toBe(expected);
      if (number > highest) highest = number;
      expect(incoming.last).toBe(highest);
    }
  },
);

describe("unanswered requests", () => {
  it("are begun once, and are accepted once", () => {
    const calls = new RunningCalls();
    expect([calls.begin("a"), calls.begin("a"), calls.begin("b"), calls.count]).toEqual([true, false, true, 2]);
    expect([calls.accept(), calls.accept()]).toEqual([["a", "b"], []]);
    calls.end("a");
    expect([calls.begin("a"), calls.accept()]).toEqual([true, ["a"]]);
  });
});

describe("turns", () => {
  /** Takes turns by name, and notes who has one, in order. */
  function taking(turns: Turns) {
    const begun: string[] = [];
    const take = async (name: string, bytes = 0) => {
      await turns.take(bytes);
      begun.push(name);
    };
    return { begun, take };
  }

  it("are as many as the credits; later requests wait in their order", async () => {
    const turns = new Turns(2);
    const { begun, take } = taking(turns);
    for (const name of "abcd") void take(name);
    await settle();
    expect(begun).toEqual(["a", "b"]);
    turns.give();
    await settle();
    expect(begun).toEqual(["a", "b", "c"]);
    turns.credits = 3;
    await settle();
    expect(begun).toEqual(["a", "b", "c", "d"]);
  });

  it("are lent while their request only waits, and taken again without waiting", async () => {
    const turns = new Turns(1);
    const { begun, take } = taking(turns);
    for (const name of "abc") void take(name);
    await settle();
    const takeAgain = turns.lend();
    await settle();
    expect(begun).toEqual(["a", "b"]);
    takeAgain();
    turns.give();
    await settle();
    // One of two has ended, so that one still runs.
    expect(begun).toEqual(["a", "b"]);
    turns.give();
    await settle();
    expect(begun).toEqual(["a", "b", "c"]);
  });

  it("are waited for within bounds of number and bytes", () => {
    const many = new Turns(1);
    for (let count = 0; count <= limits.channelWaitingMax; count += 1) {
      expect(many.hasRoomFor(0)).toBe(true);
      void many.take(0);
    }
    expect(many.hasRoomFor(0)).toBe(false);
    many.give();
    expect(many.hasRoomFor(0)).toBe(true);
    const long = new Turns(1);
    void long.take(limits.channelWaitingBytesMax);
    void long.take(limits.channelWaitingBytesMax - 1);
    expect([long.hasRoomFor(1), long.hasRoomFor(2)]).toEqual([true, false]);
  });
});
