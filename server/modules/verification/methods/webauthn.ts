import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { lifetimeMs } from "../domain/challenge.ts";
import type { EvidenceName } from "../domain/levels.ts";
import type { RandomBytes } from "../domain/randomness.ts";

/** The party for which credentials are valid, from the configuration and never from a request. */
export interface RelyingParty {
  /** Name shown to people. */
  readonly name: string;
  /** A domain name; credentials are valid for it and its subdomains. */
  readonly id: string;
  /** Accepted origins of answers, such as `https://example.org`. */
  readonly origins: readonly string[];
}

/** A credential as it is stored. It contains no secret. */
export interface Credential {
  /** Credential id in base64url. */
  readonly id: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  /** Whether it cannot leave the device where it was created, unlike a synchronised passkey. */
  readonly isDeviceBound: boolean;
}

/** A verified credential, and its evidence: possession, and inherence only if the device verified its holder. */
export interface VerifiedCredential {
  readonly credential: Credential;
  readonly evidence: readonly EvidenceName[];
}

/** The challenge, which is stored, and the options for the caller's browser. */
export interface WebAuthnCeremony<Options> {
  readonly challenge: Uint8Array;
  readonly options: Options;
}

/** The user of credentials. */
export interface CredentialUser {
  /** Random bytes: no name, no address. */
  readonly handle: Uint8Array;
  readonly name: string;
}

/** Begins the registration of a credential. */
export async function beginWebAuthnRegistration(
  party: RelyingParty,
  user: CredentialUser,
  known: readonly Credential[],
  randomBytes: RandomBytes,
): Promise<WebAuthnCeremony<PublicKeyCredentialCreationOptionsJSON>> {
  const stored = Uint8Array.from(randomBytes(challengeBytes));
  const options = await (await library()).generateRegistrationOptions({
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
  return { challenge: stored, options };
}

/** Verifies a registration. Returns the new credential; undefined when anything is wrong. */
export async function checkWebAuthnRegistration(
  party: RelyingParty,
  stored: Uint8Array,
  response: unknown,
): Promise<VerifiedCredential | undefined> {
  return undefinedIfInvalid(async () => {
    const answer = response as RegistrationResponseJSON;
    if (isFramed(answer.response.clientDataJSON) || !(await hasPlainAttestation(answer))) return undefined;
    if (Buffer.from(answer.id, "base64url").length > credentialIdBytesMax) return undefined;
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

/** Begins an authentication with one of the credentials. */
export async function beginWebAuthnAuthentication(
  party: RelyingParty,
  known: readonly Credential[],
  randomBytes: RandomBytes,
): Promise<WebAuthnCeremony<PublicKeyCredentialRequestOptionsJSON>> {
  const stored = Uint8Array.from(randomBytes(challengeBytes));
  const options = await (await library()).generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: known.map(descriptorOf),
    challenge: stored,
    timeout: lifetimeMs,
    userVerification: "required",
  });
  return { challenge: stored, options };
}

/**
 * Verifies an authentication. Returns the credential with its new counter; undefined when anything is wrong, such as a
 * counter that did not grow, which may mean a copied credential, the handle of another user, or another eligibility for
 * backups than at the registration (Web Authentication, section 7.2). The caller stores the counter with an update
 * conditional on nothing having changed; the answer counts only if a row was updated.
 *
 * `needsUserVerification` is false only where possession suffices.
 */
export async function checkWebAuthnAuthentication(
  party: RelyingParty,
  stored: Uint8Array,
  user: Pick<CredentialUser, "handle">,
  known: readonly Credential[],
  response: unknown,
  needsUserVerification = true,
): Promise<VerifiedCredential | undefined> {
  return undefinedIfInvalid(async () => {
    const answer = response as AuthenticationResponseJSON;
    const credential = known.find(({ id }) => id === answer.id);
    if (credential === undefined || isFramed(answer.response.clientDataJSON)) return undefined;
    if (!isHandleOf(user, answer.response.userHandle)) return undefined;
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
    const { credentialDeviceType, newCounter, userVerified } = authenticationInfo;
    if (!verified || (credentialDeviceType === "singleDevice") !== credential.isDeviceBound) return undefined;
    return provenBy({ ...credential, counter: newCounter }, userVerified);
  });
}

/** Loaded lazily: few servers are configured for it, and loading it takes time and prints warnings. */
const library = () => import("@simplewebauthn/server");
const helpers = () => import("@simplewebauthn/server/helpers");

const challengeBytes = 32;
const credentialIdBytesMax = 1023;
/** COSE numbers of EdDSA, ES256 and RS256. */
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

/**
 * Whether an answer comes from a frame of another site, which the library accepts if the browser does not report it.
 */
function isFramed(clientDataJson: string): boolean {
  const said = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8")) as {
    crossOrigin?: unknown;
    topOrigin?: unknown;
  };
  return (said.crossOrigin ?? false) !== false || (said.topOrigin ?? "") !== "";
}

/** Whether an answer names this user or none: authenticators without accounts omit the handle or leave it empty. */
function isHandleOf({ handle }: Pick<CredentialUser, "handle">, said: unknown): boolean {
  if (said === undefined || said === null || said === "") return true;
  return typeof said === "string" && Buffer.from(handle).equals(Buffer.from(said, "base64url"));
}

/**
 * Whether the attestation has no certificates, which were not requested. Checking them would fetch addresses in them.
 */
async function hasPlainAttestation(answer: RegistrationResponseJSON): Promise<boolean> {
  const attestation = (await helpers()).decodeAttestationObject(
    (await helpers()).isoBase64URL.toBuffer(answer.response.attestationObject),
  );
  const format = attestation.get("fmt");
  return format === "none" || (format === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}

/** Converts errors of the library, which quote the answer, to undefined. It throws for every invalid answer. */
async function undefinedIfInvalid<T>(check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
