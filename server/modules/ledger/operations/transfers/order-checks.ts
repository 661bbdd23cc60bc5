import type { FixedWindowLimiter } from "../../../../core/fixed-window/fixed-window-limiter.ts";
import { bytesToSign, type SigningPurpose } from "../../../../core/signing/purposes.ts";
import type { SignatureCheck } from "../../../../core/signing/signature.ts";
import type { Identities } from "../../../identity/index.ts";

/** What is signed, and who says so. */
interface Claim {
  readonly order: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** Rule 2: whether orders are signed by their sender, with a key that is not revoked. */
export interface OrderChecks {
  /** @throws Fault RATE_LIMIT_EXCEEDED when there were too many wrong signatures lately */
  isSigned(claim: Claim, sender: string, caller: string): Promise<boolean>;
  /** The same for the root of many orders. */
  areSigned(claim: Claim, sender: string, caller: string): Promise<boolean>;
}

export interface OrderCheckDeps {
  readonly identities: Pick<Identities, "publicKey">;
  /** By who calls and for which sender: so nobody is locked out by another's failures. */
  readonly failures: FixedWindowLimiter;
  readonly isSignature: SignatureCheck;
}

export function orderChecks({ identities, failures, isSignature }: OrderCheckDeps): OrderChecks {
  /** An unknown key costs the same work as a known one, so that time does not tell which keys there are. */
  async function check(purpose: SigningPurpose, claim: Claim, sender: string, caller: string): Promise<boolean> {
    const who = `${caller} ${sender}`;
    failures.check(who);
    const publicKey = await identities.publicKey(sender, claim.keyId);
    const message = bytesToSign(purpose, claim.order);
    const isRight = await isSignature(message, publicKey ?? nobodysKey, claim.signature);
    if (isRight && publicKey !== undefined) return true;
    failures.record(who);
    return false;
  }

  return {
    isSigned: (claim, sender, caller) => check("transfer", claim, sender, caller),
    areSigned: (claim, sender, caller) => check("transfers", claim, sender, caller),
  };
}

/** A point of the curve (RFC 8032, 7.1, test 1). What is checked against it is refused whatever comes out. */
const nobodysKey = Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex");
