import { apiKeyRows } from "../access/store/api-key-row.ts";
import { hostAccountRows } from "../modules/host/store/host-account-row.ts";
import {
  authenticationChallengeRows,
  rotationStateRows,
  sessionRows,
} from "../modules/identity/store/authentication-row.ts";
import { identityRows, rotationKeyRows, signingKeyRows } from "../modules/identity/store/identity-row.ts";
import {
  ledgerAccountRows,
  ledgerBatchRows,
  ledgerEntryRows,
  ledgerPostingRows,
} from "../modules/ledger/store/ledger-row.ts";
import { pendingTransferRows } from "../modules/ledger/store/pending-transfer-row.ts";
import { exchangeQuoteRows, exchangeRateRows, walletRows } from "../modules/ledger/store/wallet-row.ts";
import { vaultDataKeyRows } from "../modules/vault/store/vault-data-key-row.ts";
import { vaultKeyEncryptionKeyRows } from "../modules/vault/store/vault-key-encryption-key-row.ts";
import { vaultRootRows } from "../modules/vault/store/vault-root-row.ts";
import { vaultSigningKeyRows } from "../modules/vault/store/vault-signing-key-row.ts";
import { reviewDocumentRows, reviewRows } from "../modules/verification/store/review-row.ts";
import {
  serviceSecretRows,
  verificationChallengeRows,
  verificationFactorRows,
} from "../modules/verification/store/verification-row.ts";

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
