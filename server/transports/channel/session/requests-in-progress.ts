import type { Envelope } from "#contract/channel/v1/channel_pb.js";
import { canonicalUuid } from "../../../core/uuid.ts";
import type { EnvelopeBody } from "../wire/envelope.ts";
import { isOperationId, type Requester, type RequestReply, type Requests, refusedForRoom } from "./requests.ts";
import { RunningCalls } from "./running-calls.ts";
import { Turns } from "./turns.ts";

/** Body of an envelope that carries a request. */
export type ChannelRequest = Extract<Envelope["body"], { case: "request" | "resolve" }>;

/** Requests of one channel, from their arrival to their answer. */
export class RequestsInProgress {
  readonly #running = new RunningCalls();
  readonly #turns: Turns;
  /** Turns of outcome queries, which wait for no other request. */
  readonly #resolveTurns: Turns;
  readonly #requests: Requests;
  readonly #send: (body: EnvelopeBody) => void;

  constructor(credits: number, requests: Requests, send: (body: EnvelopeBody) => void) {
    this.#turns = new Turns(credits);
    this.#resolveTurns = new Turns(credits);
    this.#requests = requests;
    this.#send = send;
  }

  get count(): number {
    return this.#running.count;
  }

  get credits(): number {
    return this.#turns.credits;
  }

  set credits(credits: number) {
    this.#turns.credits = credits;
    this.#resolveTurns.credits = credits;
  }

  /** Executes and answers a request, unless it is already running. Returns whether the session was found to be over. */
  async execute(request: ChannelRequest, requester: Requester): Promise<boolean> {
    const { opId } = request.value;
    const isCall = request.case === "request";
    const id = canonicalUuid(opId);
    const key = isCall ? id : `resolve ${id}`;
    if (!this.#running.begin(key)) return false;
    const { body, isSessionOver } = await this.#reply(request, requester, isCall ? this.#turns : this.#resolveTurns);
    this.#running.end(key);
    this.#send(body);
    return isSessionOver;
  }

  async #reply(request: ChannelRequest, requester: Requester, turns: Turns): Promise<RequestReply> {
    const bytes = request.case === "request" ? request.value.payload.length : 0;
    if (!turns.hasRoomFor(bytes)) return refusedForRoom(request.value.opId, turns.credits);
    const turn = turns.take(bytes);
    if (turn !== undefined) await turn;
    try {
      return await (request.case === "request"
        ? this.#requests.execute(request.value, requester, () => turns.lend())
        : this.#requests.resolve(request.value, requester));
    } finally {
      turns.give();
    }
  }

  /** Acknowledges all unanswered requests. Most requests are answered before that. */
  accept(): void {
    for (const key of this.#running.accept()) {
      if (isOperationId(key)) this.#send({ case: "accepted", value: { opId: key } });
    }
  }
}
