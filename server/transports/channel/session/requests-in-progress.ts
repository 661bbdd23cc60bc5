import type { Envelope } from "../../../../gen/es/platonic/channel/v1/channel_pb.js";
import { canonicalUuid } from "../../../core/uuid.ts";
import type { EnvelopeBody } from "../wire/envelope.ts";
import { isOperationId, type Requester, type Requests } from "./requests.ts";
import type { RunningCalls } from "./running-calls.ts";

/** Body of an envelope that carries a request. */
export type ChannelRequest = Extract<Envelope["body"], { case: "request" | "resolve" }>;

/** Requests of one channel, from their arrival to their answer. */
export class RequestsInProgress {
  readonly #running: RunningCalls;
  readonly #requests: Requests;
  readonly #send: (body: EnvelopeBody) => void;

  constructor(running: RunningCalls, requests: Requests, send: (body: EnvelopeBody) => void) {
    this.#running = running;
    this.#requests = requests;
    this.#send = send;
  }

  /** Executes and answers a request, unless it is already running. Returns whether the session was found to be over. */
  async execute(request: ChannelRequest, requester: Requester): Promise<boolean> {
    const { opId } = request.value;
    const id = canonicalUuid(opId);
    const key = request.case === "request" ? id : `resolve ${id}`;
    if (!this.#running.begin(key)) return false;
    const { body, isSessionOver } = await (request.case === "request"
      ? this.#requests.execute(request.value, requester)
      : this.#requests.resolve(request.value, requester));
    this.#running.end(key);
    this.#send(body);
    return isSessionOver;
  }

  /** Acknowledges all running requests. Most requests are answered before that. */
  accept(): void {
    for (const key of this.#running.accept()) {
      if (isOperationId(key)) this.#send({ case: "accepted", value: { opId: key } });
    }
  }
}
