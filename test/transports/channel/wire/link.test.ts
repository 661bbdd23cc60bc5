import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Envelope } from "#contract/channel/v1/channel_pb.js";
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

/** A link on an in-memory connection, with the client's keys. */
class LinkFixture implements Connection {
  readonly address = "192.0.2.1";
  readonly transport: NoiseTransport;
  readonly link: Link;
  readonly sent: Uint8Array[] = [];
  readonly received: Envelope[] = [];
  /** Events of the connection, without the content of messages. */
  readonly events: string[] = [];
  unsentBytes = 0;
  onReceived: (envelope: Envelope) => void = () => {};
  #atEndOfTurn: (() => void)[] = [];
  #seq = 0n;

  constructor() {
    const key = (byte: number) => new CipherState(chaChaPoly, Buffer.alloc(32, byte));
    this.transport = new NoiseTransport(key(1), key(2));
    this.link = new Link(
      this,
      new NoiseTransport(key(2), key(1)),
      (envelope) => {
        this.received.push(envelope);
        this.onReceived(envelope);
      },
      () => {
        this.events.push("breach");
        this.link.close(1002);
      },
    );
  }

  send(message: Uint8Array): void {
    this.sent.push(message);
    this.events.push("message");
  }
  atEndOfTurn(callback: () => void): void {
    this.#atEndOfTurn.push(callback);
  }
  close(status: number): void {
    this.events.push(`close ${status}`);
  }
  cut(): void {
    this.events.push("cut");
  }

  endTurn(): void {
    for (const callback of this.#atEndOfTurn.splice(0)) callback();
  }

  /** Sends an envelope to the client; returns its number. */
  sendEnvelope(body: EnvelopeBody): bigint {
    this.#seq += 1n;
    this.link.send(envelopeBytes(this.#seq, 0n, body), endsKey(body));
    return this.#seq;
  }

  /** Numbers of the sent envelopes, message by message. */
  opened(): number[][] {
    return this.sent.splice(0).map((sealed) => openedFrame(this.transport, sealed).map(({ seq }) => Number(seq)));
  }

  /** Receives envelopes of these numbers in one message of the client. */
  receive(...seqs: readonly number[]): void {
    const envelopes = seqs.map((seq) => ({ seq: BigInt(seq), body: ping }));
    this.link.message(sealedFrame(this.transport, envelopes));
  }

  get receivedSeqs(): number[] {
    return this.received.map(({ seq }) => Number(seq));
  }
}

describe("outgoing envelopes", () => {
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
    "arrive in order, those of one turn in as few messages as possible, and one that ends the key as the last",
    fc.array(step, { maxLength: 20 }),
    (steps) => {
      const fixture = new LinkFixture();
      let seq = 0;
      const arrived: number[] = [];
      const checkMessages = () => {
        let room = 0;
        for (const sealed of fixture.sent.splice(0)) {
          expect(sealed.length).toBeLessThanOrEqual(bound);
          const envelopes = openedFrame(fixture.transport, sealed);
          const [first] = envelopes as [Envelope];
          expect(sizes.get(first.seq)).toBeGreaterThan(room);
          room = envelopes.some(({ body }) => endsKey(body)) ? 0 : bound - sealed.length;
          arrived.push(...envelopes.map((envelope) => Number(envelope.seq)));
        }
        expect(arrived).toEqual(Array.from({ length: seq }, (_, index) => index + 1));
      };
      const sizes = new Map<bigint, number>();
      for (const item of [...steps, "turn" as const]) {
        if (item === "turn") {
          fixture.endTurn();
          checkMessages();
          continue;
        }
        seq += 1;
        const bytes = item === "renewal" ? envelopeBytes(BigInt(seq), 0n, renewal) : longEnvelope(BigInt(seq), item);
        // In a frame an envelope has a tag and a length, which has seven bits in a byte.
        sizes.set(BigInt(seq), bytes.length + 1 + Math.ceil(bytes.length.toString(2).length / 7));
        fixture.link.send(bytes, item === "renewal");
      }
    },
    2,
  );

  it("wait for the end of their turn, and for nothing else", () => {
    const fixture = new LinkFixture();
    fixture.sendEnvelope(ping);
    fixture.sendEnvelope(ping);
    expect(fixture.sent).toEqual([]);
    fixture.endTurn();
    expect(fixture.opened()).toEqual([[1, 2]]);
    fixture.sendEnvelope(ping);
    fixture.endTurn();
    fixture.endTurn();
    expect(fixture.opened()).toEqual([[3]]);
  });

  it("may be as long as the bound, and then have a message of their own", () => {
    const fixture = new LinkFixture();
    fixture.link.send(longEnvelope(1n, 20));
    const longest = longEnvelope(2n, envelopeBytesMax);
    expect(longest).toHaveLength(envelopeBytesMax);
    fixture.link.send(longest);
    fixture.link.send(longEnvelope(3n, 20));
    fixture.endTurn();
    expect(fixture.sent.map(({ length }) => length)[1]).toBe(bound);
    expect(fixture.opened()).toEqual([[1], [2], [3]]);
  });

  it.each([
    ["fit into one message up to its last byte", 0, [[1, 2]]],
    ["that exceed a message by one byte are sent in two", 1, [[1], [2]]],
  ])("%s", (_, more, messages) => {
    const fixture = new LinkFixture();
    const first = longEnvelope(1n, 20);
    fixture.link.send(first);
    // The tag and the length of the first envelope take two bytes.
    fixture.link.send(longEnvelope(2n, envelopeBytesMax - first.length - 2 + more));
    fixture.endTurn();
    expect(fixture.opened()).toEqual(messages);
  });

  it("are sent before a close of the link, and dropped after it", () => {
    const fixture = new LinkFixture();
    fixture.sendEnvelope(ping);
    fixture.link.close(1001);
    fixture.sendEnvelope(ping);
    fixture.endTurn();
    expect(fixture.events).toEqual(["message", "close 1001"]);
    expect(fixture.opened()).toEqual([[1]]);
  });

  it("are dropped when the connection is cut", () => {
    const fixture = new LinkFixture();
    fixture.sendEnvelope(ping);
    fixture.link.cut();
    fixture.endTurn();
    expect(fixture.events).toEqual(["cut"]);
  });

  it("count as unsent bytes before the end of their turn", () => {
    const fixture = new LinkFixture();
    fixture.sendEnvelope(ping);
    fixture.endTurn();
    const frameBytes = (fixture.sent[0] as Uint8Array).length - tagBytes;
    fixture.unsentBytes = limits.channelUnsentBytesMax - 2 * frameBytes;
    fixture.sendEnvelope(ping);
    fixture.sendEnvelope(ping);
    expect(fixture.events).not.toContain("cut");
    fixture.sendEnvelope(ping);
    expect(fixture.events.at(-1)).toBe("cut");
  });
});

describe("incoming envelopes", () => {
  law(
    "are delivered once and in order, however they are grouped into messages",
    fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 12 }),
    (messages) => {
      const fixture = new LinkFixture();
      let last = 0;
      for (const count of messages) fixture.receive(...Array.from({ length: count }, () => ++last));
      expect(fixture.receivedSeqs).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    },
  );

  it.each([
    ["a close", (link: Link) => link.close(1000), ["close 1000"]],
    ["a cut", (link: Link) => link.cut(), ["cut"]],
    ["the end of the connection", (link: Link) => link.gone(), []],
  ])("after %s in the middle of a message are neither read nor delivered", (_, end, events) => {
    const fixture = new LinkFixture();
    fixture.onReceived = ({ seq }) => {
      if (seq === 2n) end(fixture.link);
    };
    fixture.receive(1, 2, 3);
    fixture.receive(4);
    fixture.link.message(Buffer.alloc(40));
    expect([fixture.receivedSeqs, fixture.events]).toEqual([[1, 2], events]);
  });

  it("after a protocol violation in the middle of a message are not delivered", () => {
    const fixture = new LinkFixture();
    const envelopes = [ping, renewal, ping].map((body, index) => ({ seq: BigInt(index + 1), body }));
    fixture.link.message(sealedFrame(fixture.transport, envelopes));
    fixture.receive(4);
    expect([fixture.receivedSeqs, fixture.events]).toEqual([[1], ["breach", "close 1002"]]);
  });

  it("after a renewal at the end of a message have a new key", () => {
    const fixture = new LinkFixture();
    const envelopes = [ping, renewal].map((body, index) => ({ seq: BigInt(index + 1), body }));
    fixture.link.message(sealedFrame(fixture.transport, envelopes));
    fixture.receive(3);
    expect([fixture.receivedSeqs, fixture.events]).toEqual([[1, 2, 3], []]);
  });
});
