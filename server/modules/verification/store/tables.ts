import { reviewDocumentRows, reviewRows } from "./review-row.ts";
import { verificationChallengeRows, verificationFactorRows } from "./verification-row.ts";

/** The tables of verification. */
export const verificationTables = [verificationChallengeRows, verificationFactorRows, reviewRows, reviewDocumentRows];
