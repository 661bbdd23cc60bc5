import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Envelope } from "../../../../gen/es/channel/v1/channel_pb.js";
import { limits } from "../../../../server/core/limits.ts";
import { chaChaPoly } from "../../../../server/transports/channel/noise/chacha-poly.ts";
import { tagBytes } from "../../../../server/transports/channel/noise/cipher.ts";
import { CipherState } from "../../../../server/transports/channel/noise/cipher-state.ts";
import { NoiseTransport } from "../../../../server/transports/channel/noise/transport.ts";
import type { Connection } from "../../../../server/transports/channel/wire/connection.ts";
import {
  createEnvelopeWriter,
  type EnvelopeBody,
  endsKey,
} from "../../../../server/transports/channel/wire/envelope.ts";
import { Link } from "../../../../server/transports/channel/wire/link.ts";
import { envelopeBytesMax } from "../../../../server/transports/channel/wire/outgoing-batch.ts";
import { law } from "../../../support/laws/law.ts";
import { openedFrame, sealedFrame } from "./frames.ts";

const envelopeBytes = createEnvelopeWriter();

const bound = limits.channelMessageBytesMax;
const renewal: EnvelopeBody = { case: "reauthenticate", value: { challenge: "a nonce" } };
const ping: EnvelopeBody = { case: "ping", value: { nonce: 1n } };

/** Returns an envelope of this many bytes. */
function longEnvelope(seq: bigint, length: number): Uint8Array {
  const of = (payload: number) =>
    envelopeBytes(seq, 0n, { case: "error", value: { message: "x".repeat(Math.max(0, payload)) } });
  return of(length - (of(length).length - length));
}

/** A link on a connection in memory, and the client's side of its keys. */
class LinkScene implements Connection {
  readonly address = "192.0.2.1";
  readonly transport: NoiseTransport;
  readonly link: Link;
  readonly sent: Uint8Array[] = [];
  readonly taken: Envelope[] = [];
  /** Events of the connection, without its messages. */
  readonly story: string[] = [];
  unsentBytes = 0;
  onTaken: (envelope: Envelope) => void = () => {};
  #due: (() => void)[] = [];
  #seq = 0n;

  constructor() {
    const key = (byte: number) => new CipherState(chaChaPoly, Buffer.alloc(32, byte));
    this.transport = new NoiseTransport(key(1), key(2));
    this.link = new Link(
      this,
      new NoiseTransport(key(2), key(1)),
      (envelope) => {
        this.taken.push(envelope);
        this.onTaken(envelope);
      },
      () => {
        this.story.push("breach");
        this.link.close(1002);
      },
    );
  }

  send(message: Uint8Array): void {
    this.sent.push(message);
    this.story.push("message");
  }
  atEndOfTurn(callback: () => void): void {
    this.#due.push(callback);
  }
  pause(): void {
    this.story.push("pause");
  }
  resume(): void {
    this.story.push("resume");
  }
  close(status: number): void {
    this.story.push(`close ${status}`);
  }
  cut(): void {
    this.story.push("cut");
  }

  endTurn(): void {
    for (const callback of this.#due.splice(0)) callback();
  }

  /** Sends an envelope of the service; returns its number. */
  say(body: EnvelopeBody): bigint {
    this.#seq += 1n;
    this.link.send(envelopeBytes(this.#seq, 0n, body), endsKey(body));
    return this.#seq;
  }

  /** Numbers of the envelopes sent, message by message. */
  opened(): number[][] {
    return this.sent.splice(0).map((sealed) => openedFrame(this.transport, sealed).map(({ seq }) => Number(seq)));
  }

  /** The client sends envelopes of these numbers in one message. */
  hear(...seqs: readonly number[]): void {
    const envelopes = seqs.map((seq) => ({ seq: BigInt(seq), body: ping }));
    this.link.message(sealedFrame(this.transport, envelopes));
  }

  get takenSeqs(): number[] {
    return this.taken.map(({ seq }) => Number(seq));
  }
}

describe("what is sent", () => {
  const lengths = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 20, max: 300 }) },
    { weight: 2, arbitrary: fc.integer({ min: 20, max: bound / 2 }) },
    fc.integer({ min: envelopeBytesMax - 300, max: envelopeBytesMax }),
  );
  const step = fc.oneof(
    { weight: 8, arbitrary: lengths },
    fc.constant("renewal" as const),
    fc.constant("turn" as const),
  );

  law(
    "comes in its order, what is of one turn in as few messages as their bound allows, and what ends the key last",
    fc.array(step, { maxLength: 20 }),
    (steps) => {
      const scene = new LinkScene();
      let seq = 0;
      const come: number[] = [];
      const look = () => {
        let room = 0;
        for (const sealed of scene.sent.splice(0)) {
          expect(sealed.length).toBeLessThanOrEqual(bound);
          const envelopes = openedFrame(scene.transport, sealed);
          const [first] = envelopes as [Envelope];
          expect(sizes.get(first.seq)).toBeGreaterThan(room);
          room = envelopes.some(({ body }) => endsKey(body)) ? 0 : bound - sealed.length;
          come.push(...envelopes.map((envelope) => Number(envelope.seq)));
        }
        expect(come).toEqual(Array.from({ length: seq }, (_, index) => index + 1));
      };
      const sizes = new Map<bigint, number>();
      for (const one of [...steps, "turn" as const]) {
        if (one === "turn") {
          scene.endTurn();
          look();
          continue;
        }
        seq += 1;
        const bytes = one === "renewal" ? envelopeBytes(BigInt(seq), 0n, renewal) : longEnvelope(BigInt(seq), one);
        // A tag, and the length with seven bits in a byte.
        sizes.set(BigInt(seq), bytes.length + 1 + Math.ceil(bytes.length.toString(2).length / 7));
        scene.link.send(bytes, one === "renewal");
      }
    },
    2,
  );

  it("waits for the end of its turn, and for nothing else", () => {
    const scene = new LinkScene();
    scene.say(ping);
    scene.say(ping);
    expect(scene.sent).toEqual([]);
    scene.endTurn();
    expect(scene.opened()).toEqual([[1, 2]]);
    scene.say(ping);
    scene.endTurn();
    scene.endTurn();
    expect(scene.opened()).toEqual([[3]]);
  });

  it("may be as long as the bound, and goes alone then", () => {
    const scene = new LinkScene();
    scene.link.send(longEnvelope(1n, 20));
    const longest = longEnvelope(2n, envelopeBytesMax);
    expect(longest).toHaveLength(envelopeBytesMax);
    scene.link.send(longest);
    scene.link.send(longEnvelope(3n, 20));
    scene.endTurn();
    expect(scene.sent.map(({ length }) => length)[1]).toBe(bound);
    expect(scene.opened()).toEqual([[1], [2], [3]]);
  });

  it.each([
    ["fills a message to the last byte goes in one", 0, [[1, 2]]],
    ["has a byte more goes in two", 1, [[1], [2]]],
  ])("and %s", (_, more, messages) => {
    const scene = new LinkScene();
    const first = longEnvelope(1n, 20);
    scene.link.send(first);
    // Beside the first envelope: its tag and its length.
    scene.link.send(longEnvelope(2n, envelopeBytesMax - first.length - 2 + more));
    scene.endTurn();
    expect(scene.opened()).toEqual(messages);
  });

  it("before a close is sent before it, and nothing after it", () => {
    const scene = new LinkScene();
    scene.say(ping);
    scene.link.close(1001);
    scene.say(ping);
    scene.endTurn();
    expect(scene.story).toEqual(["message", "close 1001"]);
    expect(scene.opened()).toEqual([[1]]);
  });

  it("is dropped where the connection is cut", () => {
    const scene = new LinkScene();
    scene.say(ping);
    scene.link.cut();
    scene.endTurn();
    expect(scene.story).toEqual(["cut"]);
  });

  it("counts as unread from the moment that it is sent", () => {
    const scene = new LinkScene();
    scene.say(ping);
    scene.endTurn();
    const frameBytes = (scene.sent[0] as Uint8Array).length - tagBytes;
    scene.unsentBytes = limits.channelUnsentBytesMax - 2 * frameBytes;
    scene.say(ping);
    scene.say(ping);
    expect(scene.story).not.toContain("cut");
    scene.say(ping);
    expect(scene.story.at(-1)).toBe("cut");
  });
});

describe("what comes", () => {
  law(
    "is taken in its order, each once, and never while nothing is to be read",
    fc.record({
      messages: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 12 }),
      pausesAfter: fc.uniqueArray(fc.integer({ min: 1, max: 72 })),
    }),
    ({ messages, pausesAfter }) => {
      const scene = new LinkScene();
      scene.onTaken = ({ seq }) => {
        expect(scene.link.isReading).toBe(true);
        if (pausesAfter.includes(Number(seq))) scene.link.pause();
      };
      let last = 0;
      for (const count of messages) {
        scene.hear(...Array.from({ length: count }, () => ++last));
        // Else it is left to be read later, with more.
        if (count % 2 === 0) scene.link.resume();
      }
      for (let times = 0; times <= pausesAfter.length; times += 1) scene.link.resume();
      expect(scene.takenSeqs).toEqual(Array.from({ length: last }, (_, index) => index + 1));
      expect(scene.story.at(-1) ?? "resume").toBe("resume");
    },
  );

  it("in the middle of a message waits until it is read again", () => {
    const scene = new LinkScene();
    scene.onTaken = ({ seq }) => {
      if (seq === 2n) scene.link.pause();
    };
    scene.hear(1, 2, 3);
    scene.hear(4);
    expect([scene.takenSeqs, scene.story]).toEqual([[1, 2], ["pause"]]);
    scene.link.resume();
    expect([scene.takenSeqs, scene.story]).toEqual([
      [1, 2, 3, 4],
      ["pause", "resume"],
    ]);
  });

  it.each([
    ["a close", (link: Link) => link.close(1000), ["close 1000"]],
    ["a cut", (link: Link) => link.cut(), ["cut"]],
  ])("after %s in the middle of a message is not taken, nor looked at", (_, end, story) => {
    const scene = new LinkScene();
    scene.onTaken = ({ seq }) => {
      if (seq === 2n) end(scene.link);
    };
    scene.hear(1, 2, 3);
    scene.hear(4);
    scene.link.message(Buffer.alloc(40));
    scene.link.resume();
    expect([scene.takenSeqs, scene.story]).toEqual([[1, 2], story]);
  });

  it("after what breaks the rules in the middle of a message is not taken", () => {
    const scene = new LinkScene();
    const envelopes = [ping, renewal, ping].map((body, index) => ({ seq: BigInt(index + 1), body }));
    scene.link.message(sealedFrame(scene.transport, envelopes));
    scene.hear(4);
    expect([scene.takenSeqs, scene.story]).toEqual([[1], ["breach", "close 1002"]]);
  });

  it("after a renewal at the end of a message comes under a new key, also when it had to wait", () => {
    const scene = new LinkScene();
    scene.onTaken = ({ seq }) => {
      if (seq === 1n) scene.link.pause();
    };
    const envelopes = [ping, renewal].map((body, index) => ({ seq: BigInt(index + 1), body }));
    scene.link.message(sealedFrame(scene.transport, envelopes));
    scene.hear(3);
    scene.link.resume();
    expect([scene.takenSeqs, scene.story]).toEqual([
      [1, 2, 3],
      ["pause", "resume"],
    ]);
  });
});
