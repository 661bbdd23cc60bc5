import { apiKeyRows } from "./api-key.ts";
import { authenticationChallengeRows, rotationStateRows, sessionRows } from "./authentication.ts";
import { hostAccountRows } from "./host-account.ts";
import { identityRows, rotationKeyRows, signingKeyRows } from "./identity.ts";
import { ledgerAccountRows, ledgerBatchRows, ledgerEntryRows, ledgerPostingRows } from "./ledger.ts";
import { pendingTransferRows } from "./pending-transfer.ts";
import { reviewDocumentRows, reviewRows } from "./review.ts";
import { vaultDataKeyRows } from "./vault-data-key.ts";
import { vaultKeyEncryptionKeyRows } from "./vault-key-encryption-key.ts";
import { vaultRootRows } from "./vault-root.ts";
import { vaultSigningKeyRows } from "./vault-signing-key.ts";
import { serviceSecretRows, verificationChallengeRows, verificationFactorRows } from "./verification.ts";
import { exchangeQuoteRows, exchangeRateRows, walletRows } from "./wallet.ts";

/** Every table. */
export const rowSchemas = [
  apiKeyRows,
  identityRows,
  signingKeyRows,
  rotationKeyRows,
  rotationStateRows,
  authenticationChallengeRows,
  sessionRows,
  vaultRootRows,
  vaultKeyEncryptionKeyRows,
  vaultDataKeyRows,
  vaultSigningKeyRows,
  verificationChallengeRows,
  verificationFactorRows,
  serviceSecretRows,
  reviewRows,
  reviewDocumentRows,
  ledgerEntryRows,
  ledgerPostingRows,
  ledgerAccountRows,
  ledgerBatchRows,
  pendingTransferRows,
  exchangeQuoteRows,
  exchangeRateRows,
  walletRows,
  hostAccountRows,
];
