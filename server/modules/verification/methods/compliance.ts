import { type ComplianceCase, complianceRequest } from "../domain/compliance.ts";
import type { SignedPost } from "./signed-post.ts";

/** Port: asks a third party about an identity. Its decision comes later, as a signed message of its own. */
export interface ComplianceChecks {
  /** Asks; the same case again is the same question. Rejects with a `DeliveryFailure`. */
  request(complianceCase: ComplianceCase, claims: Readonly<Record<string, string>>): Promise<void>;
}

/** Asks by a webhook. */
export function createWebhookComplianceChecks(post: SignedPost): ComplianceChecks {
  return {
    request: (complianceCase, claims) => post(complianceCase.id, complianceRequest(complianceCase, claims)),
  };
}
