import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { lifetimeMs } from "../domain/challenge.ts";
import type { EvidenceName } from "../domain/levels.ts";
import type { RandomBytes } from "../domain/randomness.ts";

/** For whom credentials are good. From the configuration, never from a request. */
export interface RelyingParty {
  /** What people read. */
  readonly name: string;
  /** A domain name; credentials are good for it and what is below it. */
  readonly id: string;
  /** Every origin from which answers may come, as in `https://example.org`. */
  readonly origins: readonly string[];
}

/** A credential as it is stored. Nothing of it is secret. */
export interface Credential {
  /** As base64url. */
  readonly id: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  /** Whether it stays in the device where it was made; a passkey that is synchronised does not. */
  readonly isDeviceBound: boolean;
}

/** What an answer proved: possession, and inherence only if the device verified who holds it. */
export interface VerifiedCredential {
  readonly credential: Credential;
  readonly evidence: readonly EvidenceName[];
}

/** What is stored as the secret of the challenge, and what the caller's browser is told. */
export interface WebAuthnCeremony<Options> {
  readonly challenge: Uint8Array;
  readonly options: Options;
}

/** Asks for a new credential. `user` is a random handle of the identity: no name, no address. */
export async function beginWebAuthnRegistration(
  party: RelyingParty,
  user: { readonly handle: Uint8Array; readonly name: string },
  known: readonly Credential[],
  randomBytes: RandomBytes,
): Promise<WebAuthnCeremony<PublicKeyCredentialCreationOptionsJSON>> {
  const stored = Uint8Array.from(randomBytes(challengeBytes));
  const told = await (await library()).generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: Uint8Array.from(user.handle),
    userName: user.name,
    challenge: stored,
    timeout: lifetimeMs,
    attestationType: "none",
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
  return { challenge: stored, options: told };
}

/** The credential that an answer makes; undefined when anything of it is wrong. */
export async function checkWebAuthnRegistration(
  party: RelyingParty,
  stored: Uint8Array,
  response: unknown,
): Promise<VerifiedCredential | undefined> {
  return unlessRefused(async () => {
    const answer = response as RegistrationResponseJSON;
    if (isFramed(answer.response.clientDataJSON) || !(await hasPlainAttestation(answer))) return undefined;
    const { verified, registrationInfo } = await (await library()).verifyRegistrationResponse({
      response: answer,
      expectedChallenge: (await helpers()).isoBase64URL.fromBuffer(Uint8Array.from(stored)),
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { credential, credentialDeviceType, userVerified } = registrationInfo;
    const isDeviceBound = credentialDeviceType === "singleDevice";
    const { id, publicKey, counter } = credential;
    const transports = (answer.response.transports ?? []).filter((word) => transportWords.includes(word));
    return provenBy({ id, publicKey, counter, transports, isDeviceBound }, userVerified);
  });
}

/** Asks for a proof with one of the credentials. */
export async function beginWebAuthnAuthentication(
  party: RelyingParty,
  known: readonly Credential[],
  randomBytes: RandomBytes,
): Promise<WebAuthnCeremony<PublicKeyCredentialRequestOptionsJSON>> {
  const stored = Uint8Array.from(randomBytes(challengeBytes));
  const told = await (await library()).generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known.map(descriptorOf),
    challenge: stored,
    timeout: lifetimeMs,
    userVerification: "required",
  });
  return { challenge: stored, options: told };
}

/**
 * What an answer proves, with the credential as it is after it; undefined when anything of it is wrong, such as a
 * counter that did not grow: then there may be a copy. The caller stores the counter by an update on the condition
 * that what is stored is what was given here, and the answer counts if a row was updated.
 *
 * `needsUserVerification` is false only where possession is all that is asked for.
 */
export async function checkWebAuthnAuthentication(
  party: RelyingParty,
  stored: Uint8Array,
  known: readonly Credential[],
  response: unknown,
  needsUserVerification = true,
): Promise<VerifiedCredential | undefined> {
  return unlessRefused(async () => {
    const answer = response as AuthenticationResponseJSON;
    const credential = known.find(({ id }) => id === answer.id);
    if (credential === undefined || isFramed(answer.response.clientDataJSON)) return undefined;
    const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: (await helpers()).isoBase64URL.fromBuffer(Uint8Array.from(stored)),
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      credential: {
        id: credential.id,
        publicKey: Uint8Array.from(credential.publicKey),
        counter: credential.counter,
      },
      requireUserVerification: needsUserVerification,
    });
    if (!verified) return undefined;
    return provenBy({ ...credential, counter: authenticationInfo.newCounter }, authenticationInfo.userVerified);
  });
}

/** Loaded when it is first needed: few servers are configured for it, and loading it costs time and warnings. */
const library = () => import("@simplewebauthn/server");
const helpers = () => import("@simplewebauthn/server/helpers");

const challengeBytes = 32;
/** EdDSA, ES256 and RS256 as COSE numbers them. */
const algorithms = [-8, -7, -257];
const transportWords = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

function provenBy(credential: Credential, userVerified: boolean): VerifiedCredential {
  const methods: EvidenceName[] = ["WEBAUTHN"];
  if (credential.isDeviceBound) methods.push("HARDWARE_KEY");
  if (userVerified) methods.push("WEBAUTHN_USER_VERIFICATION");
  return { credential, evidence: methods };
}

function descriptorOf(credential: Credential): { id: string; transports: string[] } {
  return { id: credential.id, transports: [...credential.transports] };
}

/** The library lets an answer out of a foreign frame pass when the browser does not name the frame. */
function isFramed(clientDataJson: string): boolean {
  const said = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8")) as { crossOrigin?: unknown };
  return said.crossOrigin === true;
}

/** Certificates were not asked for. To check them would mean to fetch addresses that stand in them. */
async function hasPlainAttestation(answer: RegistrationResponseJSON): Promise<boolean> {
  const attestation = (await helpers()).decodeAttestationObject(
    (await helpers()).isoBase64URL.toBuffer(answer.response.attestationObject),
  );
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

/** The library throws for every flaw of an answer, and what it says quotes the answer: only "no" comes out of here. */
async function unlessRefused<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
