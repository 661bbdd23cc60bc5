import { createHmac } from "node:crypto";
import { Fault } from "../../../core/fault.ts";
import type { SharedLimiter } from "../../../core/fixed-window/shared-limiter.ts";
import { recipientOf } from "../domain/addresses.ts";
import { DeliveryFailure, type Mailer } from "./sender.ts";

/** A notice to the owner of an identity about a change that somebody else may have made. */
export interface OwnerNotice {
  readonly id: string;
  readonly to: string;
  /** The event, in a few words. */
  readonly subject: string;
  readonly sentences: readonly string[];
}

/** Sends notices. None fails: what it is about has happened, and stays. */
export type Notices = (notice: OwnerNotice) => Promise<void>;

export interface NoticesDeps {
  readonly mailer: Mailer;
  readonly serviceName: string;
  /** A key beside the database, without which addresses cannot be found from what is counted. */
  readonly pepper: Uint8Array;
  readonly byAddress: SharedLimiter;
  /** Limits all mails. */
  readonly overall: SharedLimiter;
  /** Reports a notice that could not be sent. */
  readonly undelivered: (error: Error, noticeId: string) => void;
}

export function createNotices({ mailer, serviceName, pepper, byAddress, overall, undelivered }: NoticesDeps): Notices {
  return async ({ id, to, subject, sentences }) => {
    try {
      await byAddress.consume(createHmac("sha256", pepper).update(recipientOf(to)).digest("hex"));
      await overall.consume("all");
      await mailer.notify({ id, to, subject: `${serviceName}: ${subject}`, text: sentences.join("\n") });
    } catch (error) {
      if (!(error instanceof DeliveryFailure || error instanceof Fault)) throw error;
      undelivered(error, id);
    }
  };
}

/** The notice to the address that an identity had before another one, or none, took its place. */
export function addressChanged(
  id: string,
  to: string,
  { username, isRemoved, at }: { readonly username: string; readonly isRemoved: boolean; readonly at: Date },
): OwnerNotice {
  const when = at.toISOString().slice(0, 16).replace("T", " ");
  return {
    id,
    to,
    subject: isRemoved ? "your e-mail address was removed" : "your e-mail address was changed",
    sentences: [
      `On ${when} UTC the e-mail address of the account ${username} was ${isRemoved ? "removed" : "changed to another one"}.`,
      "Codes and notices are not sent to this address any more, and what it proved is withdrawn.",
      "If it was you, you need do nothing. If it was not, somebody else acts as you: open a session with a key of yours, end all other sessions, and set the address again.",
    ],
  };
}

/** The notice that an identity has new recovery codes, and that those before have ended. */
export function recoveryCodesRenewed(
  id: string,
  to: string,
  { username, at }: { readonly username: string; readonly at: Date },
): OwnerNotice {
  const when = at.toISOString().slice(0, 16).replace("T", " ");
  return {
    id,
    to,
    subject: "your recovery codes were renewed",
    sentences: [
      `On ${when} UTC new recovery codes were issued to the account ${username}. Those before have ended.`,
      "If it was you, you need do nothing. If it was not, somebody else acts as you: open a session with a key of yours, end all other sessions, and renew the recovery codes again.",
    ],
  };
}
