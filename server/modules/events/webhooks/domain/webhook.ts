/** States of an endpoint as they are stored; one that fails is active. */
export type StoredState = "active" | "paused" | "disabled";

/** An endpoint to which events are posted. */
export interface Webhook {
  readonly id: string;
  /** Identity whose wallet it is about; empty: all wallets. */
  readonly owner: string;
  readonly url: string;
  readonly state: StoredState;
  /** Place in the ledger up to which events are delivered. */
  readonly cursor: string;
  /** Number of its secret, from 1, and id of the call that made it; empty for the first. */
  readonly generation: number;
  readonly rotation: string;
  /** Secrets before that one, which are used too, each until its end; the oldest first. */
  readonly earlierSecrets: readonly EarlierSecret[];
  /** The last entry whose events have ids without a digest, as all had when the endpoint was told of it. */
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
  /** Place before the event, from which it can be delivered again. */
  readonly cursorBefore: string;
  readonly atMs: number;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Why there was no answer; empty if there was one. */
  readonly error: string;
  readonly durationMs: number;
}

/** An endpoint that is due. */
export type DueWebhook = Pick<Webhook, "id" | "owner">;

export function isDelivered({ status }: Pick<Delivery, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Port: stores endpoints. A lease lets one process deliver to an endpoint, until it ends or is revoked by a change. */
export interface Webhooks {
  /** Returns false if the owner has as many already. */
  create(webhook: Webhook, countMax: number): Promise<boolean>;
  find(owner: string, id: string): Promise<Webhook | undefined>;
  /** The endpoints of an owner, the oldest first. */
  list(owner: string): Promise<Webhook[]>;
  /**
   * Changes an endpoint and revokes its lease. Returns it as it is then; undefined if it is gone, or has another secret than
   * one that is named.
   */
  change(owner: string, id: string, change: Partial<Webhook>, generation?: number): Promise<Webhook | undefined>;
  remove(owner: string, id: string): Promise<void>;
  /** All that are disabled. */
  disabled(): Promise<Webhook[]>;
  /**
   * Active endpoints to which nobody delivers and whose next attempt is due: one of each wallet, then another one of each,
   * and so on; those to which nobody has delivered for longest come first. Those of the operator count one by one.
   */
  due(nowMs: number, count: number): Promise<DueWebhook[]>;
  /** Takes the lease, unless another process was faster. */
  take(id: string, lease: string, nowMs: number, untilMs: number): Promise<Webhook | undefined>;
  /** Keeps attempts and, if the lease has not ended, what was done under it. Returns false if it has. */
  keep(id: string, lease: string, progress: Progress, attempts: readonly Delivery[]): Promise<boolean>;
  /** Attempts before another one, the newest first. */
  deliveries(webhook: string, beforeId: string | undefined, count: number): Promise<Delivery[]>;
  delivery(webhook: string, id: string): Promise<Delivery | undefined>;
  /** Removes attempts before a time, and beyond a number of an endpoint. */
  trim(webhook: string, beforeMs: number, countMax: number): Promise<void>;
}

/** Part of the port that a delivery uses. */
export type WebhookLeases = Pick<Webhooks, "due" | "take" | "keep" | "trim">;

/** State that a process keeps of an endpoint under its lease; a lease that ends now is given back. */
export interface Progress extends Pick<Webhook, "cursor" | "failures" | "failingSinceMs" | "nextAtMs" | "state"> {
  readonly leaseUntilMs: number;
}
