/** A service whose signed tokens (JWT) are accepted beside API keys. */
export interface Issuer {
  /** The `iss` claim of its tokens, to the letter. */
  readonly issuer: string;
  /** What the `aud` claim must be or contain. */
  readonly audience: string;
  /** Where its public keys are: an http or https URL, or the path of a file, holding a JSON Web Key Set. */
  readonly jwks: string;
  /** The claim with the permissions. Absent: `permissions`, or else `scope`. */
  readonly permissionsClaim: string | undefined;
  /** The claim with the name of the plan. */
  readonly planClaim: string;
  /** The plan of a token without that claim. Absent: such a token is refused. */
  readonly defaultPlan: string | undefined;
}
