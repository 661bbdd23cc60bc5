import { limits } from "../../../core/limits.ts";
import type { Link } from "../wire/link.ts";
import { ControlLimit } from "./control-limit.ts";
import { KeepAlive } from "./keep-alive.ts";

/** A connection as a channel has it. */
export class Attachment {
  readonly link: Link;
  /** The hash of its handshake, for which its rotating tokens must be. */
  readonly binding: string;
  readonly keepAlive: KeepAlive;
  /** What asks for no work. */
  readonly idle = new ControlLimit(limits.channelIdleMessagesMax, limits.channelPingMs);

  constructor(link: Link, binding: string, nowMs: number) {
    this.link = link;
    this.binding = binding;
    this.keepAlive = new KeepAlive(nowMs);
  }
}
