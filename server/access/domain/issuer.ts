/** A service whose signed tokens (JWT) are accepted in addition to API keys. */
export interface Issuer {
  /** Exact `iss` claim of its tokens. */
  readonly issuer: string;
  /** Value that the `aud` claim must be or contain. */
  readonly audience: string;
  /** Location of its JSON Web Key Set: an http or https URL, or the path of a file. */
  readonly jwks: string;
  /** Claim with the permissions. Absent: `permissions`, or else `scope`. */
  readonly permissionsClaim: string | undefined;
  /** Claim with the name of the plan. */
  readonly planClaim: string;
  /** Plans that its tokens may name. */
  readonly plans: readonly string[];
  /** Grants that its tokens may carry, if their plan allows them. Others are ignored. */
  readonly permissions: readonly string[];
  /** Plan of a token without that claim. Absent: such a token is rejected. */
  readonly defaultPlan: string | undefined;
}
