import type { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import type { Operations } from "../../../rpc/operations.ts";
import { agreementOperations } from "./agreements.ts";
import { complianceOperations } from "./compliance.ts";
import { reviewCaseOperations } from "./review-cases.ts";
import type { ReviewOperationsDeps } from "./review-deps.ts";

/** The operations of identity.v1.ReviewService. */
export function reviewOperations(deps: ReviewOperationsDeps): Operations<typeof ReviewService> {
  return { ...reviewCaseOperations(deps), ...complianceOperations(deps), ...agreementOperations(deps) };
}
