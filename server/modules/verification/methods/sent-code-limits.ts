import { createHmac } from "node:crypto";
import type { FixedWindowLimiter } from "../../../core/fixed-window/fixed-window-limiter.ts";
import type { SharedLimiter } from "../../../core/fixed-window/shared-limiter.ts";
import { recipientOf } from "../domain/addresses.ts";

/** Limits of the codes sent over one medium, mails or text messages. */
export interface SentCodeLimits {
  /**
   * Counts a code, unless a limit is reached.
   *
   * @param network that of the person who requests it; undefined for an application
   * @throws Fault RATE_LIMIT_EXCEEDED
   */
  admit(address: string, network: string | undefined): Promise<void>;
}

export interface SentCodeLimitsDeps {
  /** A key outside the database, without which addresses cannot be recovered from the counters. */
  readonly pepper: Uint8Array;
  /** Many identities may name one address. */
  readonly byAddress: SharedLimiter;
  readonly byNetwork: FixedWindowLimiter;
  readonly overall: SharedLimiter;
}

export function sentCodeLimits({ pepper, byAddress, byNetwork, overall }: SentCodeLimitsDeps): SentCodeLimits {
  return {
    async admit(address, network) {
      if (network !== undefined) byNetwork.consume(network);
      await byAddress.consume(createHmac("sha256", pepper).update(recipientOf(address)).digest("hex"));
      await overall.consume("all");
    },
  };
}
