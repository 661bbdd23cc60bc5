import type { Envelope } from "../../../../gen/es/channel/v1/channel_pb.js";
import type { EnvelopeBody } from "../wire/envelope.ts";
import { isOperationId, type Requester, type Requests } from "./requests.ts";
import type { RunningCalls } from "./running-calls.ts";

/** What asks for work. */
export type ChannelRequest = Extract<Envelope["body"], { case: "request" | "resolve" }>;

/** The requests of one channel, from their arrival to their answer. */
export class RequestsInProgress {
  readonly #underWay: RunningCalls;
  readonly #requests: Requests;
  readonly #send: (body: EnvelopeBody) => void;

  constructor(underWay: RunningCalls, requests: Requests, send: (body: EnvelopeBody) => void) {
    this.#underWay = underWay;
    this.#requests = requests;
    this.#send = send;
  }

  /** Does and answers it, unless it is under way already. Whether the session turned out to be over. */
  async work(asked: ChannelRequest, requester: Requester): Promise<boolean> {
    const { opId } = asked.value;
    const key = asked.case === "request" ? opId : `resolve ${opId}`;
    if (!this.#underWay.begin(key)) return false;
    const { body, isOver } = await (asked.case === "request"
      ? this.#requests.work(asked.value, requester)
      : this.#requests.resolve(asked.value, requester));
    this.#underWay.end(key);
    this.#send(body);
    return isOver;
  }

  /** Says of all requests under way that they came in. Most are answered sooner, and need no word of it. */
  accept(): void {
    for (const key of this.#underWay.accept()) {
      if (isOperationId(key)) this.#send({ case: "accepted", value: { opId: key } });
    }
  }
}
