const ofIdentity = "identity:";

/** Returns the id of the principal of an API key. */
export function keyPrincipalId(keyId: string): string {
  return `key:${keyId}`;
}

/** Returns the id of the principal of an identity, which all of its sessions share. */
export function identityPrincipalId(identityId: string): string {
  return `${ofIdentity}${identityId}`;
}

/** Returns the identity of a principal; undefined for principals of other kinds. */
export function identityIdOf(principalId: string): string | undefined {
  return principalId.startsWith(ofIdentity) ? principalId.slice(ofIdentity.length) : undefined;
}
