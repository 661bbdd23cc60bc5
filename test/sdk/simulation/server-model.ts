import { create } from "@bufbuild/protobuf";
import type { EnvelopeBody, EnvelopeInit, ResumeInit } from "../../../clients/typescript/src/channel/effects.ts";
import { type Envelope, EnvelopeSchema, GoAwayReason } from "../../../gen/es/channel/v1/channel_pb.js";
import { Reason } from "../../../gen/es/fault/v1/fault_pb.js";
import type { Random } from "../../fuzz/random.ts";
import type { PlainLedger, Word } from "./plain-ledger.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** Where the server's side of a connection sends. */
export interface ServerLink {
  send(envelope: Envelope): void;
  close(): void;
}

interface ChannelModel {
  readonly id: string;
  seq: bigint;
  last: bigint;
  kept: { readonly seq: bigint; readonly body: EnvelopeBody }[];
  readonly underWay: Set<string>;
  link: ServerLink | undefined;
  isLeaving: boolean;
}

const credits = 4;
/** So many answers are kept for a client that comes back. */
const keptMax = 12;

/** The channel as docs/channel.md describes it, without cryptography: what it forgets when it is killed, and what not. */
export class ServerModel {
  readonly #time: VirtualTime;
  readonly #random: Random;
  readonly #ledger: PlainLedger;
  /** How often requests were worked that must not be worked twice. */
  readonly executions = new Map<string, number>();
  #channels = new Map<string, ChannelModel>();
  #life = 0;
  #count = 0;
  isUp = true;
  /** How likely it is killed after a work. */
  killChance = 0;

  constructor(time: VirtualTime, random: Random, ledger: PlainLedger) {
    this.#time = time;
    this.#random = random;
    this.#ledger = ledger;
  }

  /** Everything but the ledger is gone. */
  kill(downMs: number): void {
    this.#life += 1;
    this.isUp = false;
    for (const { link } of this.#channels.values()) link?.close();
    this.#channels = new Map();
    this.#time.after(downMs, () => {
      this.isUp = true;
    });
  }

  /** Finishes what is under way, says farewell, and goes. */
  shutDown(downMs: number): void {
    for (const channel of this.#channels.values()) {
      channel.isLeaving = true;
      for (const key of channel.underWay) this.#send(channel, { case: "accepted", value: { opId: key } });
      this.#send(channel, { case: "goAway", value: { reason: GoAwayReason.SHUTDOWN, retryAfter: 1_000 } });
    }
    this.#time.after(500, () => this.kill(downMs));
  }

  /** A client that has said who it is. */
  open(link: ServerLink, resume: ResumeInit | undefined): (envelope: EnvelopeInit) => void {
    const earlier = resume && this.#channels.get(resume.channelId);
    const firstKept = earlier?.kept[0]?.seq ?? 0n;
    if (
      earlier !== undefined &&
      !earlier.isLeaving &&
      (earlier.kept.length < keptMax || firstKept <= (resume?.lastSeq ?? 0n) + 1n)
    ) {
      earlier.link?.close();
      earlier.link = link;
      link.send(envelopeOf(0n, earlier.last, this.#welcome(earlier, true)));
      earlier.kept = earlier.kept.filter(({ seq }) => seq > (resume?.lastSeq ?? 0n));
      for (const { seq, body } of earlier.kept) link.send(envelopeOf(seq, earlier.last, body));
      return (envelope) => this.#receive(earlier, link, envelope);
    }
    this.#count += 1;
    const id = `channel ${this.#count}`;
    const channel: ChannelModel = { id, seq: 0n, last: 0n, kept: [], underWay: new Set(), link, isLeaving: false };
    this.#channels.set(id, channel);
    this.#send(channel, this.#welcome(channel, false));
    return (envelope) => this.#receive(channel, link, envelope);
  }

  /** A connection of it is gone. */
  gone(link: ServerLink): void {
    for (const channel of this.#channels.values()) if (channel.link === link) channel.link = undefined;
  }

  /** What a method answers, or the reason why it does not; done before the answer is lost, where it is. */
  work(what: "transfer" | "seal" | "count", id: string, amount: number): Word | Reason {
    if (what === "count") {
      this.executions.set(id, (this.executions.get(id) ?? 0) + 1);
      return this.#ledger.seal(`counted ${id}`);
    }
    if (this.#random.chance(0.05)) return this.#random.chance(0.5) ? Reason.RATE_LIMIT_EXCEEDED : Reason.STATE_INVALID;
    const word = what === "transfer" ? this.#ledger.transfer(id, amount) : this.#ledger.seal(id);
    return this.#random.chance(0.03) ? Reason.INTERNAL : word;
  }

  #receive(channel: ChannelModel, link: ServerLink, { seq = 0n, ack = 0n, body }: EnvelopeInit): void {
    if (channel.link !== link || body === undefined) return;
    if (seq === 0n || ack > channel.seq) throw new Error(`the client broke the rules: ${seq} ${ack}`);
    channel.kept = channel.kept.filter((one) => one.seq > ack);
    if (seq <= channel.last) return;
    channel.last = seq;
    if (body.case === "ping") this.#send(channel, { case: "pong", value: { nonce: body.value.nonce ?? 0n } });
    if (body.case === "goAway") {
      channel.link = undefined;
      this.#channels.delete(channel.id);
    }
    if (body.case !== "request" && body.case !== "resolve") return;
    const opId = body.value.opId as string;
    const isRequest = body.case === "request";
    const key = isRequest ? opId : `resolve ${opId}`;
    if (channel.isLeaving || channel.underWay.has(key)) return;
    if (channel.underWay.size >= credits) throw new Error("the client has sent more than it may");
    channel.underWay.add(key);
    if (isRequest && this.#random.chance(0.3)) this.#send(channel, { case: "accepted", value: { opId } });
    const what = !isRequest ? "seal" : body.value.method === "count" ? "count" : "transfer";
    const amount = isRequest ? ((body.value.payload as Uint8Array)[0] ?? 0) : 0;
    const life = this.#life;
    this.#time.after(this.#random.below(this.#random.chance(0.05) ? 8_000 : 60), () => {
      if (life !== this.#life) return;
      const answer = this.work(what, opId, amount);
      channel.underWay.delete(key);
      // Between the work and its answer.
      if (this.#random.chance(this.killChance)) return this.kill(this.#random.below(5_000));
      if (typeof answer === "number") {
        this.#send(channel, { case: "result", value: { opId, answer: { case: "error", value: { reason: answer } } } });
      } else if (isRequest) {
        const payload = Buffer.from(JSON.stringify(answer));
        this.#send(channel, { case: "result", value: { opId, answer: { case: "payload", value: payload } } });
      } else {
        const result = Buffer.from(JSON.stringify(answer));
        this.#send(channel, { case: "outcome", value: { opId, isFinal: true, result } });
      }
    });
  }

  #welcome({ id }: ChannelModel, isResumed: boolean): EnvelopeBody {
    const times = { pingInterval: 15_000, timeout: 30_000 };
    return { case: "welcome", value: { channelId: id, isResumed, credits, ...times } };
  }

  #send(channel: ChannelModel, body: EnvelopeBody): void {
    channel.seq += 1n;
    const isKept = body.case === "accepted" || body.case === "result" || body.case === "outcome";
    if (isKept) channel.kept = [...channel.kept, { seq: channel.seq, body }].slice(-keptMax);
    channel.link?.send(envelopeOf(channel.seq, channel.last, body));
  }
}

function envelopeOf(seq: bigint, ack: bigint, body: EnvelopeBody): Envelope {
  return create(EnvelopeSchema, { seq, ack, body });
}
