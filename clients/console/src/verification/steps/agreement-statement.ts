import { hex, joined, sha256, utf8 } from "../../../../typescript/src/bytes.ts";

/** An offered agreement. */
export interface OfferedAgreement {
  readonly id: string;
  readonly identityId: string;
  readonly text: string;
  readonly statement: string;
}

/** Prefix of the statement in the signed bytes, so that the signature is valid for nothing else. */
const prefix = "platonic.agreement.v1\0";

/**
 * Returns the bytes to sign for an agreement.
 *
 * @throws Error if its statement is not about this agreement, this identity and the text that is shown
 */
export async function bytesToSign({ id, identityId, text, statement }: OfferedAgreement): Promise<Uint8Array> {
  const expected = JSON.stringify({ agreement: id, identity: identityId, sha256: hex(await sha256(utf8(text))) });
  if (statement !== expected) {
    throw new Error("The statement to sign is not that of this text, so nothing was signed. Ask who has offered it.");
  }
  return joined(utf8(prefix), utf8(statement));
}
