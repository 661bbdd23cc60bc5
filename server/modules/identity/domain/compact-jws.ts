import { canonicalUuid } from "../../../core/uuid.ts";
import { bytesOfBase64url } from "./base64url.ts";
import { hasMembers, type JsonObject, type Refuse, readJsonObject, refuseSilently } from "./json-object.ts";
import { isOpaqueId } from "./opaque-id.ts";

/** Parts of a rotating token; its claims are not yet read. */
export interface CompactJws {
  /** Id of the signing key: `kid` of the header. */
  readonly keyId: string;
  /** First segment, as received. */
  readonly headerSegment: string;
  /** Signing input, as received, in ASCII. */
  readonly signingInput: string;
  readonly payload: JsonObject;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

const bytesMax = 4096;
const algorithms: readonly unknown[] = ["EdDSA", "Ed25519"];

/**
 * Splits a compact JWS (RFC 7515). The header must have `typ` "wrt+jwt", `alg` "EdDSA" or "Ed25519", `kid`, and nothing
 * else, so that a token can neither choose another algorithm nor supply its own key.
 */
export function readCompactJws(token: string, refuse: Refuse = refuseSilently): CompactJws | undefined {
  if (token.length > bytesMax) return refuse(`it is longer than ${bytesMax} bytes`);
  const segments = token.split(".");
  if (segments.length !== 3) return refuse("it is not three segments with a point between");
  const [headerSegment, payloadSegment, signatureSegment] = segments as [string, string, string];
  const header = objectIn(headerSegment);
  const payload = objectIn(payloadSegment);
  const signature = bytesOfBase64url(signatureSegment);
  if (header === undefined) return refuse(`its header ${unreadable}`);
  if (payload === undefined) return refuse(`its payload ${unreadable}`);
  if (signature?.length !== 64) return refuse("its signature is not 64 bytes as base64url without padding");
  if (!hasMembers(header, ["typ", "alg", "kid"])) return refuse("its header has other members than typ, alg and kid");
  const { typ, alg, kid } = header;
  if (typ !== "wrt+jwt" || !algorithms.includes(alg) || !isOpaqueId(kid)) {
    return refuse("its header must have `typ` wrt+jwt, `alg` EdDSA or Ed25519, and the `kid` of a signing key");
  }
  return {
    keyId: canonicalUuid(kid),
    headerSegment,
    signingInput: `${headerSegment}.${payloadSegment}`,
    payload,
    signature,
  };
}

const unreadable =
  "is not base64url without padding of a JSON object as JSON.stringify writes it: without white space or repeated names";

function objectIn(segment: string): JsonObject | undefined {
  const bytes = bytesOfBase64url(segment);
  return bytes && readJsonObject(bytes);
}
