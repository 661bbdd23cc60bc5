import { type ComplianceCase, complianceRequest } from "../domain/compliance.ts";
import type { SignedPost } from "./signed-post.ts";

/** Port: requests a check of an identity from a third party. The decision comes later, as a signed message. */
export interface ComplianceChecks {
  /** Sends the request; the id of the case makes it idempotent. Rejects with a `DeliveryFailure`. */
  request(complianceCase: ComplianceCase, claims: Readonly<Record<string, string>>): Promise<void>;
}

/** Creates checks that are requested with a webhook. */
export function createWebhookComplianceChecks(post: SignedPost): ComplianceChecks {
  return {
    request: (complianceCase, claims) => post(complianceCase.id, complianceRequest(complianceCase, claims)),
  };
}
