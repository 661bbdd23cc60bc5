import type { Channel } from "./channel.ts";
import { DetachedChannels } from "./detached-channels.ts";

/**
 * Calls the listener with each identity whose sessions have changed. Returns a function that removes the listener; there is
 * one while channels are open.
 */
export type OnSessionsChanged = (listener: (identityId: string) => void) => () => void;

/** Channels of a transport: those with a connection, and those that can still be resumed. */
export class ChannelRegistry {
  readonly #attached = new Map<string, Channel>();
  readonly #countByIdentity = new Map<string, number>();
  readonly #detached = new DetachedChannels();
  readonly #onSessionsChanged: OnSessionsChanged;
  #stopListening: (() => void) | undefined;

  constructor(onSessionsChanged: OnSessionsChanged) {
    this.#onSessionsChanged = onSessionsChanged;
  }

  /** Channels with a connection. */
  attached(): Iterable<Channel> {
    return this.#attached.values();
  }

  /** Number of channels with a connection. */
  get count(): number {
    return this.#attached.size;
  }

  /** Number of channels of an identity with a connection. */
  countOf(identityId: string): number {
    return this.#countByIdentity.get(identityId) ?? 0;
  }

  /** Channels of an identity with a connection. */
  of(identityId: string): Channel[] {
    if (this.countOf(identityId) === 0) return [];
    return [...this.#attached.values()].filter((channel) => channel.identityId === identityId);
  }

  isAttached(channel: Channel): boolean {
    return this.#attached.has(channel.id);
  }

  /** Finds a channel to resume, which must belong to the same identity and client. */
  find(id: string, owner: Pick<Channel, "identityId" | "clientKey">, nowMs: number): Channel | undefined {
    const channel = this.#attached.get(id) ?? this.#detached.find(id, nowMs);
    return channel?.identityId === owner.identityId && channel.clientKey === owner.clientKey ? channel : undefined;
  }

  /** Returns the token of the session of a channel that the client with this key may resume. */
  sessionTokenOf(id: string, clientKey: string, nowMs: number): string | undefined {
    const channel = this.#attached.get(id) ?? this.#detached.find(id, nowMs);
    return channel?.clientKey === clientKey ? channel.sessionToken : undefined;
  }

  attach(channel: Channel): void {
    this.#detached.delete(channel.id);
    this.#attached.set(channel.id, channel);
    this.#countByIdentity.set(channel.identityId, this.countOf(channel.identityId) + 1);
    this.#stopListening ??= this.#onSessionsChanged((identityId) => {
      for (const open of this.of(identityId)) open.checkSession();
    });
  }

  /** Removes a channel that has lost its connection. */
  remove({ id, identityId }: Channel): void {
    this.#attached.delete(id);
    const left = this.countOf(identityId) - 1;
    if (left === 0) this.#countByIdentity.delete(identityId);
    else this.#countByIdentity.set(identityId, left);
    if (this.#attached.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  /** Keeps a removed channel for a while, so that its client can resume it. */
  retain(channel: Channel, nowMs: number): void {
    this.#detached.add(channel, nowMs);
  }

  /** Drops channels whose time to resume has passed. */
  tick(nowMs: number): void {
    this.#detached.tick(nowMs);
  }
}
