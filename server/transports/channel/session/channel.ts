import { type Envelope, GoAwayReason } from "../../../../gen/es/channel/v1/channel_pb.js";
import { windows } from "../../../core/fixed-window/windows.ts";
import { limits } from "../../../core/limits.ts";
import { type CloseStatus, closeStatus } from "../wire/connection.ts";
import { type EnvelopeBody, type EnvelopeWriter, endsKey } from "../wire/envelope.ts";
import { Incoming } from "../wire/incoming.ts";
import type { Link } from "../wire/link.ts";
import { Outgoing } from "../wire/outgoing.ts";
import { type Admitted, bearer, type Origin } from "./admission.ts";
import { Attachment } from "./attachment.ts";
import { goAway } from "./go-away.ts";
import { hello } from "./hello.ts";
import { isOperationId, type Requests } from "./requests.ts";
import { type ChannelRequest, RequestsInProgress } from "./requests-in-progress.ts";
import { RunningCalls } from "./running-calls.ts";
import { SessionState, type SessionStateDeps } from "./session-state.ts";

/** What all channels share. */
export interface ChannelDeps extends SessionStateDeps {
  readonly requests: Requests;
  readonly writeEnvelope: EnvelopeWriter;
  /** Hears that a channel has lost its connection, and whether another one may take its place. */
  readonly onDetached: (channel: Channel, isResumable: boolean) => void;
}

/** How the client has come this time. */
export interface Arriving {
  readonly link: Link;
  readonly binding: string;
  readonly admitted: Admitted;
  /** Whether the session was opened for it, so that it does not know its token. */
  readonly isNewSession: boolean;
}

/** A channel of one identity and one client, which outlives its connection for a while. */
export class Channel {
  readonly id: string;
  /** The client's static key, in hexadecimal digits. */
  readonly clientKey: string;
  readonly #deps: ChannelDeps;
  readonly #standing: SessionState;
  readonly #outgoing = new Outgoing();
  readonly #incoming = new Incoming();
  readonly #underWay: RunningCalls;
  readonly #working: RequestsInProgress;
  #attachment: Attachment | undefined;
  #address = "";
  #isLeaving = false;

  constructor(id: string, clientKey: string, admitted: Admitted, deps: ChannelDeps) {
    this.id = id;
    this.clientKey = clientKey;
    this.#deps = deps;
    this.#standing = new SessionState(admitted, deps);
    this.#underWay = new RunningCalls(creditsOf(admitted));
    this.#working = new RequestsInProgress(this.#underWay, deps.requests, (body) => this.#send(body));
  }

  get identityId(): string {
    return this.#standing.admitted.identityId;
  }

  /** Opens the channel on its first connection. */
  open(arriving: Arriving): void {
    this.#attach(arriving);
    this.#send(this.#welcome(false, arriving));
  }

  /**
   * Goes on, on another connection, after the last envelope that the client has. False when that cannot be: then nothing
   * has changed.
   */
  resume(arriving: Arriving, lastSeq: bigint): boolean {
    const missing = this.#outgoing.after(lastSeq);
    if (missing === undefined || this.#isLeaving) return false;
    this.#attachment?.link.close(closeStatus.goingAway);
    this.#standing.renew(arriving.admitted);
    this.#underWay.credits = creditsOf(arriving.admitted);
    this.#attach(arriving);
    this.#outgoing.confirm(lastSeq);
    // Without a number of its own: those of what follows go on where they were.
    arriving.link.send(this.#deps.writeEnvelope(0n, this.#incoming.last, this.#welcome(true, arriving)));
    for (const bytes of missing) arriving.link.send(bytes);
    this.#readIfMay();
    return true;
  }

  /** Takes an envelope of the connection that it has. */
  receive(envelope: Envelope, link: Link): void {
    const attachment = this.#attachment;
    if (attachment?.link !== link) return;
    const nowMs = this.#deps.now();
    attachment.keepAlive.heard(nowMs);
    const arrival = this.#incoming.take(envelope.seq);
    if (arrival === "unnumbered" || !this.#outgoing.confirm(envelope.ack)) this.breach(link);
    else if (arrival === "new") this.#dispatch(envelope, attachment, nowMs);
    else this.#allowControl(attachment, nowMs);
  }

  /** What time asks for. */
  tick(nowMs: number): void {
    const attachment = this.#attachment;
    if (attachment === undefined || this.#isLeaving) return;
    this.#working.accept();
    const standing = this.#standing.tick(nowMs);
    const alive = attachment.keepAlive.tick(nowMs, attachment.link.isReading);
    if (standing === "end") this.#leave(GoAwayReason.AUTHENTICATION);
    else if (alive === "give-up") this.#leave(GoAwayReason.SILENCE);
    else if (alive === "ping") this.#send({ case: "ping", value: { nonce: BigInt(nowMs) } });
    if (standing === "check") this.checkSession();
    if (standing === "ask") {
      this.#inBackground(async () => {
        const question = await this.#standing.question(this.#origin());
        if (question !== undefined) this.#send(question);
      });
    }
  }

  /** Looks whether its session is still open, and ends where it is not. */
  checkSession(): void {
    this.#inBackground(async () => {
      if (!(await this.#standing.isOpen(this.#origin()))) this.#leave(GoAwayReason.AUTHENTICATION);
    });
  }

  /** Takes no request any more, and closes when those under way are answered. */
  shutDown(): void {
    if (this.#isLeaving || this.#attachment === undefined) return;
    this.#isLeaving = true;
    this.#farewell(GoAwayReason.SHUTDOWN);
    this.#closeIfDone();
  }

  /** The client broke the rules, or somebody on the way did. */
  breach(link: Link): void {
    if (this.#attachment?.link === link) this.#leave(GoAwayReason.PROTOCOL);
  }

  /** A connection is gone. */
  gone(link: Link): void {
    if (this.#attachment?.link === link) this.#detach(!this.#isLeaving);
  }

  #attach({ link, binding }: Arriving): void {
    this.#address = link.address;
    this.#attachment = new Attachment(link, binding, this.#deps.now());
  }

  #welcome(isResumed: boolean, { isNewSession }: Arriving): EnvelopeBody {
    const { credits } = this.#underWay;
    return hello({ channelId: this.id, isResumed, credits, standing: this.#standing, isNewSession });
  }

  #dispatch({ body }: Envelope, attachment: Attachment, nowMs: number): void {
    switch (body.case) {
      case "request":
      case "resolve":
        this.#begin(body);
        break;
      case "reauthenticate":
        if (this.#allowControl(attachment, nowMs)) this.#reauthenticate(body.value.rotatingToken, attachment.binding);
        break;
      case "ping":
        if (this.#allowControl(attachment, nowMs)) this.#send({ case: "pong", value: { nonce: body.value.nonce } });
        break;
      case "pong":
      case undefined:
        this.#allowControl(attachment, nowMs);
        break;
      case "goAway":
        attachment.link.close(closeStatus.done);
        this.#detach(false);
        break;
      default:
        this.breach(attachment.link);
    }
  }

  /** Limits the rate of control messages. */
  #allowControl({ controls }: Attachment, nowMs: number): boolean {
    const isAllowed = controls.record(nowMs) <= windows.channelControlMessages.countMax;
    if (!isAllowed) this.#leave(GoAwayReason.OVERLOAD);
    return isAllowed;
  }

  #reauthenticate(rotatingToken: string, binding: string): void {
    this.#inBackground(async () => {
      const body = await this.#standing.judge(rotatingToken, binding, this.#origin());
      if (body === undefined) this.#leave(GoAwayReason.AUTHENTICATION);
      else this.#send(body);
      this.#underWay.credits = creditsOf(this.#standing.admitted);
    });
  }

  #begin(asked: ChannelRequest): void {
    if (!isOperationId(asked.value.opId)) {
      this.#leave(GoAwayReason.PROTOCOL);
      return;
    }
    // After the farewell nothing is begun.
    if (this.#isLeaving) return;
    const { identityId, sessionToken } = this.#standing.admitted;
    this.#inBackground(async () => {
      const isOver = await this.#working.work(asked, { identityId, sessionToken, address: this.#address });
      if (isOver && this.#standing.isOf(sessionToken)) this.#leave(GoAwayReason.AUTHENTICATION);
      else if (this.#isLeaving) this.#closeIfDone();
      else this.#readIfMay();
    });
    if (this.#underWay.isFull) this.#attachment?.link.pause();
  }

  #readIfMay(): void {
    const link = this.#attachment?.link;
    if (this.#underWay.isFull) link?.pause();
    else link?.resume();
  }

  /** What is under way was accepted; what is not was not looked at. */
  #farewell(reason: GoAwayReason): void {
    this.#working.accept();
    this.#send(goAway(reason));
  }

  /** Ends the connection at once. Requests under way are finished; their answers wait for another connection. */
  #leave(reason: GoAwayReason): void {
    if (this.#attachment === undefined) return;
    this.#farewell(reason);
    const isBreach = reason === GoAwayReason.PROTOCOL;
    this.#close(isBreach ? closeStatus.protocolError : closeStatus.policy, !isBreach);
  }

  #closeIfDone(): void {
    if (this.#underWay.count === 0) this.#close(closeStatus.goingAway, false);
  }

  #close(status: CloseStatus, isResumable: boolean): void {
    this.#attachment?.link.close(status);
    this.#detach(isResumable && !this.#isLeaving);
  }

  #detach(isResumable: boolean): void {
    if (this.#attachment === undefined) return;
    this.#attachment = undefined;
    this.#deps.onDetached(this, isResumable);
  }

  #send(body: EnvelopeBody): void {
    const seq = this.#outgoing.next();
    const bytes = this.#deps.writeEnvelope(seq, this.#incoming.last, body);
    // The rest is for this connection alone.
    if (body.case === "accepted" || body.case === "result" || body.case === "outcome") this.#outgoing.keep(seq, bytes);
    this.#attachment?.link.send(bytes, endsKey(body));
  }

  #origin(): Origin {
    const authorization = bearer(this.#standing.admitted.sessionToken);
    return { address: this.#address, requestId: this.id, authorization };
  }

  /** What fails here is a bug of ours, and ends the connection. */
  #inBackground(act: () => Promise<void>): void {
    act().catch((error: unknown) => {
      this.#deps.onBug(error, this.id);
      this.#close(closeStatus.bug, true);
    });
  }
}

function creditsOf({ concurrentRequests }: Admitted): number {
  return Math.min(limits.channelRequestsMax, concurrentRequests);
}
