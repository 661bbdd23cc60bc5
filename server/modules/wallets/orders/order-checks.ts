import type { FixedWindowLimiter } from "../../../core/fixed-window/fixed-window-limiter.ts";
import { bytesToSign, type SigningPurpose } from "../../../core/signing/purposes.ts";
import type { SignatureCheck } from "../../../core/signing/signature.ts";
import type { Identities } from "../../identity/index.ts";

/** A signed order to verify. */
interface Claim {
  readonly order: Uint8Array;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** Rule 2: verifies that orders are signed by their sender, with a key that is not revoked. */
export interface OrderChecks {
  /** @throws Fault RATE_LIMIT_EXCEEDED after too many wrong signatures in a short time */
  isSigned(claim: Claim, sender: string, caller: string): Promise<boolean>;
  /** Does the same for an order of another purpose, by its signer. */
  isSignedFor(purpose: "capture" | "release", claim: Claim, signer: string, caller: string): Promise<boolean>;
  /** Does the same for the root of a tree of orders. */
  areSigned(claim: Claim, sender: string, caller: string): Promise<boolean>;
  /** Does the same for the root of a linked set. */
  areLinked(claim: Claim, sender: string, caller: string): Promise<boolean>;
}

export interface OrderCheckDeps {
  readonly identities: Pick<Identities, "publicKey">;
  /** Counted by caller and sender, so that a caller cannot lock out another one. */
  readonly failures: FixedWindowLimiter;
  readonly isSignature: SignatureCheck;
}

export function orderChecks({ identities, failures, isSignature }: OrderCheckDeps): OrderChecks {
  /** Verifies with a dummy key if the key is unknown, so that timing does not reveal which keys exist. */
  async function check(purpose: SigningPurpose, claim: Claim, sender: string, caller: string): Promise<boolean> {
    const who = `${caller} ${sender}`;
    failures.check(who);
    const publicKey = await identities.publicKey(sender, claim.keyId);
    const message = bytesToSign(purpose, claim.order);
    const isRight = await isSignature(message, publicKey ?? dummyKey, claim.signature);
    if (isRight && publicKey !== undefined) return true;
    failures.record(who);
    return false;
  }

  return {
    isSigned: (claim, sender, caller) => check("transfer", claim, sender, caller),
    isSignedFor: check,
    areSigned: (claim, sender, caller) => check("transfers", claim, sender, caller),
    areLinked: (claim, sender, caller) => check("linked transfers", claim, sender, caller),
  };
}

/** A valid public key (RFC 8032, 7.1, test 1). A verification against it fails regardless of its result. */
const dummyKey = Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex");
