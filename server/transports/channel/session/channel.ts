import { type Envelope, GoAwayReason } from "#contract/channel/v1/channel_pb.js";
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
import { SessionState, type SessionStateDeps } from "./session-state.ts";

/** Dependencies that all channels share. */
export interface ChannelDeps extends SessionStateDeps {
  readonly requests: Requests;
  readonly writeEnvelope: EnvelopeWriter;
  /** Called when a channel has lost its connection; `isResumable` if another connection may resume it. */
  readonly onDetached: (channel: Channel, isResumable: boolean) => void;
}

/** A connection whose client was admitted. */
export interface Arriving {
  readonly link: Link;
  readonly binding: string;
  readonly admitted: Admitted;
  /** Whether the session was opened for this connection, so that the client does not know its token yet. */
  readonly isNewSession: boolean;
}

/** A channel of one identity and one client. It outlives its connection for a while, so that it can be resumed. */
export class Channel {
  readonly id: string;
  /** The client's static key, in hexadecimal digits. */
  readonly clientKey: string;
  readonly #deps: ChannelDeps;
  readonly #session: SessionState;
  readonly #outgoing = new Outgoing();
  readonly #incoming = new Incoming();
  readonly #inProgress: RequestsInProgress;
  #attachment: Attachment | undefined;
  #address = "";
  #isLeaving = false;

  constructor(id: string, clientKey: string, admitted: Admitted, deps: ChannelDeps) {
    this.id = id;
    this.clientKey = clientKey;
    this.#deps = deps;
    this.#session = new SessionState(admitted, deps);
    this.#inProgress = new RequestsInProgress(creditsOf(admitted), deps.requests, (body) => this.#send(body));
  }

  get identityId(): string {
    return this.#session.admitted.identityId;
  }

  /** Token of its session. */
  get sessionToken(): string {
    return this.#session.admitted.sessionToken;
  }

  /** Opens the channel on its first connection. */
  open(arriving: Arriving): void {
    this.#attach(arriving);
    this.#send(this.#hello(false, arriving));
  }

  /**
   * Resumes the channel on another connection, after the last envelope that the client has. Returns false, and changes
   * nothing, if that is impossible.
   */
  resume(arriving: Arriving, lastSeq: bigint): boolean {
    const missing = this.#outgoing.after(lastSeq);
    if (missing === undefined || this.#isLeaving) return false;
    this.#attachment?.link.close(closeStatus.goingAway);
    this.#session.renew(arriving.admitted);
    this.#inProgress.credits = creditsOf(arriving.admitted);
    this.#attach(arriving);
    this.#outgoing.confirm(lastSeq);
    // The Welcome has no number: the numbering of the other envelopes continues.
    arriving.link.send(this.#deps.writeEnvelope(0n, this.#incoming.last, this.#hello(true, arriving)));
    for (const bytes of missing) arriving.link.send(bytes);
    return true;
  }

  /** Processes an envelope. Ignores those of former connections. */
  receive(envelope: Envelope, link: Link): void {
    const attachment = this.#attachment;
    if (attachment?.link !== link) return;
    const nowMs = this.#deps.now();
    attachment.keepAlive.heard(nowMs);
    const arrival = this.#incoming.receive(envelope.seq);
    if (arrival === "unnumbered" || !this.#outgoing.confirm(envelope.ack)) this.breach(link);
    else if (arrival === "new") this.#dispatch(envelope, attachment, nowMs);
    else this.#allowControl(attachment, nowMs);
  }

  /** Runs due actions: keep-alive, renewal, checks of the session. */
  tick(nowMs: number): void {
    const attachment = this.#attachment;
    if (attachment === undefined || this.#isLeaving) return;
    this.#inProgress.accept();
    const due = this.#session.tick(nowMs);
    const alive = attachment.keepAlive.tick(nowMs);
    if (due === "end") this.#leave(GoAwayReason.AUTHENTICATION);
    else if (alive === "give-up") this.#leave(GoAwayReason.SILENCE);
    else if (alive === "ping") this.#send({ case: "ping", value: { nonce: BigInt(nowMs) } });
    if (due === "check") this.checkSession();
    if (due === "ask") {
      this.#inBackground(async () => {
        const request = await this.#session.tokenRequest(this.#origin());
        if (request !== undefined) this.#send(request);
      });
    }
  }

  /** Ends the channel if its session is over. */
  checkSession(): void {
    this.#inBackground(async () => {
      if (!(await this.#session.isOpen(this.#origin()))) this.#leave(GoAwayReason.AUTHENTICATION);
    });
  }

  /** Refuses new requests, and closes once the running ones are answered. */
  shutDown(): void {
    if (this.#isLeaving || this.#attachment === undefined) return;
    this.#isLeaving = true;
    this.#announceEnd(GoAwayReason.SHUTDOWN);
    this.#closeIfDone();
  }

  /** Ends the channel after a violation of the protocol. */
  breach(link: Link): void {
    if (this.#attachment?.link === link) this.#leave(GoAwayReason.PROTOCOL);
  }

  /** Detaches a connection that is gone. */
  gone(link: Link): void {
    if (this.#attachment?.link === link) this.#detach(!this.#isLeaving);
  }

  #attach({ link, binding }: Arriving): void {
    this.#address = link.address;
    this.#attachment = new Attachment(link, binding, this.#deps.now());
  }

  #hello(isResumed: boolean, { isNewSession }: Arriving): EnvelopeBody {
    const { credits } = this.#inProgress;
    return hello({ channelId: this.id, isResumed, credits, session: this.#session, isNewSession });
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
      const body = await this.#session.reauthenticate(rotatingToken, binding, this.#origin());
      if (body === undefined) this.#leave(GoAwayReason.AUTHENTICATION);
      else this.#send(body);
      this.#inProgress.credits = creditsOf(this.#session.admitted);
    });
  }

  #begin(request: ChannelRequest): void {
    if (!isOperationId(request.value.opId)) {
      this.#leave(GoAwayReason.PROTOCOL);
      return;
    }
    // No request starts after goAway.
    if (this.#isLeaving) return;
    const { identityId, sessionToken, provenAtMs } = this.#session.admitted;
    const requester = { identityId, sessionToken, provenAtMs, address: this.#address };
    this.#inBackground(async () => {
      const isOver = await this.#inProgress.execute(request, requester);
      if (isOver && this.#session.hasSession(sessionToken)) this.#leave(GoAwayReason.AUTHENTICATION);
      else if (this.#isLeaving) this.#closeIfDone();
    });
  }

  /** Announces the end. Running requests are acknowledged first: the client may resend all others. */
  #announceEnd(reason: GoAwayReason): void {
    this.#inProgress.accept();
    this.#send(goAway(reason));
  }

  /** Ends the connection at once. Running requests are finished; their answers wait for another connection. */
  #leave(reason: GoAwayReason): void {
    if (this.#attachment === undefined) return;
    this.#announceEnd(reason);
    const isBreach = reason === GoAwayReason.PROTOCOL;
    this.#close(isBreach ? closeStatus.protocolError : closeStatus.policy, !isBreach);
  }

  #closeIfDone(): void {
    if (this.#inProgress.count === 0) this.#close(closeStatus.goingAway, false);
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
    // Other envelopes concern only this connection.
    if (body.case === "accepted" || body.case === "result" || body.case === "outcome")
      this.#outgoing.retain(seq, bytes);
    this.#attachment?.link.send(bytes, endsKey(body));
  }

  #origin(): Origin {
    const authorization = bearer(this.#session.admitted.sessionToken);
    return { address: this.#address, requestId: this.id, authorization };
  }

  /** Runs a task whose failure is a bug, which ends the connection. */
  #inBackground(act: () => Promise<void>): void {
    act().catch((error: unknown) => {
      this.#deps.onBug(error, { requestId: this.id });
      this.#close(closeStatus.bug, true);
    });
  }
}

function creditsOf({ concurrentRequests }: Admitted): number {
  return Math.min(limits.channelRequestsMax, concurrentRequests);
}
