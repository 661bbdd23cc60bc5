import { Fault } from "../../../../core/fault.ts";
import type { RandomBytes } from "../../domain/randomness.ts";
import type { Subject } from "../../domain/subject.ts";
import { bytesOf, type ChallengeHandler, type VerifiedFactor, valueIn } from "../challenge-handler.ts";
import {
  beginWebAuthnAuthentication,
  beginWebAuthnRegistration,
  type Credential,
  type CredentialUser,
  checkWebAuthnAuthentication,
  checkWebAuthnRegistration,
  type RelyingParty,
  type VerifiedCredential,
} from "../webauthn.ts";

export interface WebAuthnDeps {
  readonly relyingParty: RelyingParty | undefined;
  readonly randomBytes: RandomBytes;
}

/** Handles passkeys and hardware keys (W3C Web Authentication). The first challenge registers a credential. */
export function webAuthnHandler({ relyingParty, randomBytes }: WebAuthnDeps): ChallengeHandler {
  const party = () => {
    if (relyingParty !== undefined) return relyingParty;
    throw new Fault("STATE_INVALID", "The server is not configured for hardware keys.");
  };
  return {
    async begin({ subject, factor }) {
      const credentials = credentialsIn(factor?.payload);
      const registers = credentials.length === 0;
      const user = userOf(subject);
      const { challenge, options } = registers
        ? await beginWebAuthnRegistration(party(), user, credentials, randomBytes)
        : await beginWebAuthnAuthentication(party(), credentials, randomBytes);
      return {
        secret: bytesOf({ stored: Buffer.from(challenge).toString("base64"), registers }),
        parameters: { enrolled: !registers, options },
      };
    },
    async check({ subject, secret, factor, response: { credential } }) {
      const { stored, registers } = valueIn<{ stored: string; registers: boolean }>(secret.reveal());
      const challenge = Buffer.from(stored, "base64");
      const credentials = credentialsIn(factor?.payload);
      // A challenge for the first registration is void once there is a credential, and vice versa.
      if (registers !== (credentials.length === 0)) return undefined;
      const verified = registers
        ? await checkWebAuthnRegistration(party(), challenge, credential)
        : await checkWebAuthnAuthentication(party(), challenge, userOf(subject), credentials, credential);
      return verified && factorOf(verified);
    },
  };
}

/** Returns a user whose handle reveals nothing: the id is random except for its time. */
function userOf({ id, username }: Subject): CredentialUser {
  return { handle: Buffer.from(id.replaceAll("-", ""), "hex"), name: username };
}

/** A credential as JSON. */
type StoredCredential = Omit<Credential, "publicKey"> & { readonly publicKey: string };

function credentialsIn(payload: Uint8Array | undefined): Credential[] {
  if (payload === undefined) return [];
  return valueIn<{ credentials: StoredCredential[] }>(payload).credentials.map((stored) => ({
    ...stored,
    publicKey: Buffer.from(stored.publicKey, "base64"),
  }));
}

function factorOf({ credential, evidence }: VerifiedCredential): VerifiedFactor {
  const stored: StoredCredential = { ...credential, publicKey: Buffer.from(credential.publicKey).toString("base64") };
  return { payload: bytesOf({ credentials: [stored] }), evidence };
}
