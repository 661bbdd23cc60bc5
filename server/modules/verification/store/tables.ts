import { noticeRows } from "./notice-row.ts";
import { reviewDocumentRows, reviewRows } from "./review-row.ts";
import { verificationChallengeRows, verificationFactorRows, verificationGuessRows } from "./verification-row.ts";

/** The tables of verification. */
export const verificationTables = [
  verificationChallengeRows,
  verificationFactorRows,
  verificationGuessRows,
  reviewRows,
  reviewDocumentRows,
  noticeRows,
];
