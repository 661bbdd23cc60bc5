import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";

/**
 * Creates the look-up of a token's key in a JSON Web Key Set (RFC 7517): by its `kid` if it has one, and by its algorithm.
 * `EdDSA` and `Ed25519` are two names of one algorithm (RFC 9864), in tokens and in keys.
 *
 * @throws JOSEError for what is not a key set; the look-up, for a token that no usable key fits
 */
export function createKeySet(set: unknown): JWTVerifyGetKey {
  const find = createLocalJWKSet(withoutNamesOfEd25519(set));
  return async (header, token) => {
    try {
      return await find(header, token);
    } catch (error) {
      if (error instanceof errors.JOSEError) throw error;
      throw new errors.JWKSInvalid("the key cannot be read", { cause: error });
    }
  };
}

/** Removes the algorithm of keys whose curve implies it, because tokens may use its other name. */
function withoutNamesOfEd25519(set: unknown): JSONWebKeySet {
  const { keys } = (set ?? {}) as { keys?: unknown };
  if (!Array.isArray(keys)) return set as JSONWebKeySet;
  return { keys: keys.map((key) => (isEd25519(key) ? { ...key, alg: undefined } : key)) };
}

function isEd25519(key: unknown): boolean {
  const { kty, crv, alg } = (key ?? {}) as { kty?: unknown; crv?: unknown; alg?: unknown };
  return kty === "OKP" && crv === "Ed25519" && (alg === "EdDSA" || alg === "Ed25519");
}
