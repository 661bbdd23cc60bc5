import { FixedWindow } from "../../../core/fixed-window/fixed-window.ts";
import { windows } from "../../../core/fixed-window/windows.ts";
import type { Link } from "../wire/link.ts";
import { KeepAlive } from "./keep-alive.ts";

/** The present connection of a channel. */
export class Attachment {
  readonly link: Link;
  /** Hash of its handshake, to which rotating tokens must be bound. */
  readonly binding: string;
  readonly keepAlive: KeepAlive;
  /** Control messages, which start no operation. */
  readonly controls = new FixedWindow(windows.channelControlMessages.windowMs);

  constructor(link: Link, binding: string, nowMs: number) {
    this.link = link;
    this.binding = binding;
    this.keepAlive = new KeepAlive(nowMs);
  }
}
