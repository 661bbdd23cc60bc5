import { Fault } from "../../core/fault.ts";
import type { Principal } from "../../rpc/principal.ts";

/** One error for all rejected credentials, so that callers cannot probe for former keys. */
export function invalidCredentials(): Fault {
  return new Fault("INVALID_API_KEY", message);
}

const message = "The credentials are invalid: unknown, revoked, expired or misspelt.";

/**
 * The same error for a known key that is refused. Its caller learns no more; the owner of the key sees the call in its
 * usage.
 */
export class RefusedKey extends Fault {
  readonly subject: Pick<Principal, "id" | "key">;

  constructor(key: NonNullable<Principal["key"]>) {
    super("INVALID_API_KEY", message);
    this.subject = { id: `key:${key.id}`, key };
  }
}
