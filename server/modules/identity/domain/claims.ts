import { canonicalUuid } from "../../../core/uuid.ts";
import { bytesOfBase64url } from "./base64url.ts";
import { hasMembers, isJsonObject, type JsonObject, type Refuse, refuseSilently } from "./json-object.ts";
import { isOpaqueId } from "./opaque-id.ts";

/** Claims of a rotating token. Each line ends with the name in the token. */
export interface Claims {
  /** The identity. `sub` */
  readonly subject: string;
  /** The same as the token spells it, if that is not in lower case: the code is computed over the original spelling. */
  readonly writtenSubject?: string;
  /** `aud` */
  readonly audience: string;
  /** `client_id` */
  readonly clientId: string;
  /** Words separated by one space, or empty. `scope` */
  readonly scope: string;
  /** `iat` */
  readonly issuedAtSeconds: number;
  /** Later than `iat`. `exp` */
  readonly expiresAtSeconds: number;
  /** 128 bits as base64url. `jti` */
  readonly tokenId: string;
  /** The nonce of a challenge, 128 bits as base64url. `chal` */
  readonly challenge: string | undefined;
  /** Binding of the channel that the token is for, 256 bits as base64url. `cb` */
  readonly channelBinding: string | undefined;
  readonly rotation: RotationClaims;
}

/** `rot` */
export interface RotationClaims {
  /** Version 7 is "v7" in the token. `kid` */
  readonly keyVersion: number;
  /** The number of the rotation window since 1970. `w` */
  readonly window: number;
  /** At least 1, and higher with every token of a client. `n` */
  readonly counter: number;
  /** 256 bits as base64url. `code` */
  readonly code: string;
}

const required = ["sub", "aud", "client_id", "scope", "iat", "exp", "jti", "rot"];
const optional = ["chal", "cb"];
/** The last second of the year 9999. */
const secondsMax = 253_402_300_799;

/** Reads claims: requires all mandatory ones, no unknown one, and the canonical form of each. Undefined otherwise. */
export function readClaims(payload: JsonObject, refuse: Refuse = refuseSilently): Claims | undefined {
  if (!hasMembers(payload, required, optional)) {
    return refuse(`its claims must be ${required.join(", ")}, and may be ${optional.join(", ")}; no others`);
  }
  const { sub, aud, client_id, scope, iat, exp, jti, chal, cb, rot } = payload;
  const rotation = readRotation(rot);
  if (!isOpaqueId(sub) || typeof aud !== "string" || !isOpaqueId(client_id) || !isScope(scope)) {
    return refuse("`sub`, `aud`, `client_id` or `scope` is malformed");
  }
  if (!isWhole(iat, 0, secondsMax) || !isWhole(exp, iat + 1, secondsMax)) {
    return refuse("`iat` and `exp` must be whole seconds, and `exp` the later one");
  }
  if (!isBytes(jti, 16) || !isBytesOrAbsent(chal, 16) || !isBytesOrAbsent(cb, 32)) {
    return refuse("`jti`, `chal` or `cb` is not base64url without padding of 16, 16 and 32 bytes");
  }
  if (rotation === undefined) return refuse("`rot` must have kid, w, n and code, and no others");
  const subject = canonicalUuid(sub);
  return {
    subject,
    ...(subject !== sub && { writtenSubject: sub }),
    audience: aud,
    clientId: client_id,
    scope,
    issuedAtSeconds: iat,
    expiresAtSeconds: exp,
    tokenId: jti,
    challenge: chal,
    channelBinding: cb,
    rotation,
  };
}

function readRotation(value: unknown): RotationClaims | undefined {
  if (!isJsonObject(value) || !hasMembers(value, ["kid", "w", "n", "code"])) return undefined;
  const { kid, w, n, code } = value;
  const keyVersion = rotationKeyVersionOf(kid);
  if (keyVersion === undefined || !isWhole(w, 0, secondsMax)) return undefined;
  if (!isWhole(n, 1, Number.MAX_SAFE_INTEGER) || !isBytes(code, 32)) return undefined;
  return { keyVersion, window: w, counter: n, code };
}

/** Name of a version of an identity's rotation key in tokens. */
export function rotationKeyIdOf(version: number): string {
  return `v${version}`;
}

function rotationKeyVersionOf(id: unknown): number | undefined {
  if (typeof id !== "string" || !/^v[1-9][0-9]{0,9}$/.test(id)) return undefined;
  const version = Number(id.slice(1));
  return version < 2 ** 31 ? version : undefined;
}

function isScope(value: unknown): value is string {
  return (
    typeof value === "string" && value.length <= 512 && /^([A-Za-z0-9._:/*-]+( [A-Za-z0-9._:/*-]+)*)?$/.test(value)
  );
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
}

function isBytesOrAbsent(value: unknown, length: number): value is string | undefined {
  return value === undefined || isBytes(value, length);
}

function isBytes(value: unknown, length: number): value is string {
  return typeof value === "string" && bytesOfBase64url(value)?.length === length;
}
