import type { AssetCode } from "../assets.ts";
import type { RequestDigest } from "../entry/digests.ts";
import type { RequestKey } from "../request-key.ts";

/** Requests that change a hold. Their owner is its recipient. */
export type HoldRequest = CaptureRequest | ReleaseRequest | EndRequest;

interface SignedByRecipient extends RequestKey {
  readonly holdId: string;
  /** Time from which the order is invalid, if it expires: milliseconds since 1970. */
  readonly expiresAtMs?: number | undefined;
  readonly order: Uint8Array;
  /** SHA-256 of the order's bytes. */
  readonly requestDigest: RequestDigest;
  readonly keyId: string;
  readonly signature: Uint8Array;
  /** Whether the order is well formed. */
  readonly isValid: boolean;
  /** Whether the signature is the recipient's. */
  readonly isSigned: boolean;
  /**
   * Records no failure. Set when a capture or release acknowledged as completed is repeated because the database lost
   * it.
   */
  readonly onlyIfCompleted?: true;
}

/** Pays the recipient of a hold, in whole or in part. */
export interface CaptureRequest extends SignedByRecipient {
  readonly kind: "capture";
  readonly asset: AssetCode;
  readonly amount: bigint;
  /** Whether the rest stays held. */
  readonly keepRest: boolean;
}

/** Gives the rest of a hold back to its sender, as ordered by its recipient. */
export interface ReleaseRequest extends SignedByRecipient {
  readonly kind: "release";
}

/** Does the same for an administrator, or because the time of the hold is over. */
export interface EndRequest extends RequestKey {
  readonly kind: "end" | "expire";
  readonly holdId: string;
  /** Reason for the books. */
  readonly reference: string;
  readonly requestDigest: RequestDigest;
}
