import type { Alongside } from "../../../../core/alongside.ts";

/** Stored states of an endpoint; one that fails is active. */
export type StoredState = "active" | "paused" | "disabled";

/** An endpoint to which events are posted. */
export interface Webhook {
  readonly id: string;
  /** Identity whose wallet it is about; empty: all wallets. */
  readonly owner: string;
  readonly url: string;
  readonly state: StoredState;
  /** Position in the ledger up to which events are delivered. */
  readonly cursor: string;
  /** Number of its secret, from 1, and id of the call that created it; empty for the first. */
  readonly generation: number;
  readonly rotation: string;
  /** Secrets before that one, which are used too, each until its end; the oldest first. */
  readonly earlierSecrets: readonly EarlierSecret[];
  /** The last entry whose events have ids without a digest, as all ids had at that time. */
  readonly plainIdsUntil: number;
  /** Attempts that have failed since the last delivery, and since when. */
  readonly failures: number;
  readonly failingSinceMs: number | undefined;
  readonly nextAtMs: number;
  readonly createdAtMs: number;
}

/** A secret that was replaced. */
export interface EarlierSecret {
  readonly generation: number;
  readonly rotation: string;
  readonly untilMs: number;
}

/** An attempt to deliver an event. */
export interface Delivery {
  readonly id: string;
  readonly webhook: string;
  /** The same in every attempt of one event. */
  readonly eventId: string;
  readonly sequence: number;
  /** Position before the event, from which it can be delivered again. */
  readonly cursorBefore: string;
  readonly atMs: number;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Reason why there was no answer; empty if there was one. */
  readonly error: string;
  readonly durationMs: number;
}

/** An endpoint that is due. */
export type DueWebhook = Pick<Webhook, "id" | "owner">;

export function isDelivered({ status }: Pick<Delivery, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Terms of a change of an endpoint. */
export interface ChangeTerms {
  /** Number of the secret that it must have. */
  readonly generation?: number;
  readonly alongside?: Alongside | undefined;
}

/** Port: stores endpoints. A lease lets one process deliver to an endpoint, until it ends or a change revokes it. */
export interface Webhooks {
  /** Returns false if the owner already has that many. */
  create(webhook: Webhook, countMax: number, alongside?: Alongside): Promise<boolean>;
  find(owner: string, id: string): Promise<Webhook | undefined>;
  /** Returns the endpoints of an owner, oldest first. */
  list(owner: string): Promise<Webhook[]>;
  /**
   * Changes an endpoint and revokes its lease. Returns its new state; undefined if it does not exist, or has another
   * secret than the given one, and then `alongside` is not written.
   */
  change(owner: string, id: string, change: Partial<Webhook>, terms?: ChangeTerms): Promise<Webhook | undefined>;
  remove(owner: string, id: string, alongside?: Alongside): Promise<void>;
  /** Returns all disabled endpoints. */
  disabled(): Promise<Webhook[]>;
  /**
   * Returns active endpoints that have no lease and whose next attempt is due: one of each wallet, then another one of
   * each, and so on; those that have waited longest come first. Each endpoint of the operator counts like a wallet.
   */
  due(nowMs: number, count: number): Promise<DueWebhook[]>;
  /** Takes the lease, unless another process came first. */
  take(id: string, lease: string, nowMs: number, untilMs: number): Promise<Webhook | undefined>;
  /** Stores attempts and, if the lease has not ended, the progress made under it. Returns false if it has. */
  keep(id: string, lease: string, progress: Progress, attempts: readonly Delivery[]): Promise<boolean>;
  /** Returns how the endpoints of all processes do. */
  backlog(nowMs: number): Promise<Backlog>;
  /** Returns cursors of active endpoints: those that fail first, then those that have waited longest. */
  cursors(count: number): Promise<string[]>;
  /** Returns the attempts before another one, newest first. */
  deliveries(webhook: string, beforeId: string | undefined, count: number): Promise<Delivery[]>;
  delivery(webhook: string, id: string): Promise<Delivery | undefined>;
  /** Removes attempts before a time, and the oldest beyond a number per endpoint. */
  trim(webhook: string, beforeMs: number, countMax: number): Promise<void>;
}

/** Number of endpoints by their state; those that fail are active, too. */
export interface Backlog extends Readonly<Record<StoredState | "failing", number>> {
  /** Number of active endpoints that are due and that no process serves. */
  readonly waiting: number;
  /** Since when the one that fails longest has done so; undefined if none fails. */
  readonly failingSinceMs: number | undefined;
}

/** Part of the port that a delivery uses. */
export type WebhookLeases = Pick<Webhooks, "due" | "take" | "keep" | "trim">;

/** Progress that a process stores for an endpoint under its lease; a lease that ends now is released. */
export interface Progress extends Pick<Webhook, "cursor" | "failures" | "failingSinceMs" | "nextAtMs" | "state"> {
  readonly leaseUntilMs: number;
}
