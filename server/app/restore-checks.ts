import { keyedAnswerColumn } from "../access/domain/idempotency-keys.ts";
import type { SealedColumn } from "../core/sealed-column.ts";
import { auditColumn, auditFindings, storedAuditRecords } from "../modules/audit/index.ts";
import { databaseChecks, type RestoreChecks } from "../modules/backup/checks.ts";
import { privateDataColumn, rotationSecretColumn } from "../modules/identity/domain/sealed-columns.ts";
import { storedIdentities } from "../modules/identity/store/identities.ts";
import { checkRestoredLedger } from "../modules/ledger/restored-check.ts";
import { serviceSecretColumn } from "../modules/vault/store/service-secrets.ts";
import {
  challengeColumn,
  documentColumn,
  factorColumn,
  noticeColumn,
  reviewColumn,
} from "../modules/verification/domain/sealed-columns.ts";
import { openServiceDatabase } from "./tables.ts";

/** Every sealed column except that of `vault_signing_keys`, whose keys never leave the vault. */
export const sealedColumns: readonly SealedColumn[] = [
  privateDataColumn,
  rotationSecretColumn,
  factorColumn,
  serviceSecretColumn,
  challengeColumn,
  reviewColumn,
  documentColumn,
  noticeColumn,
  keyedAnswerColumn,
  auditColumn,
];

/** The checks of a restored backup. */
export const restoreChecks: RestoreChecks = {
  open: (dataDirectory) => openServiceDatabase({ dataDirectory }),
  checks: [
    ...databaseChecks(sealedColumns),
    ({ database, heads: { head } }) => {
      const identities = storedIdentities(database);
      return checkRestoredLedger({ database, head, keysOf: (owner) => identities.signingKeys(owner) });
    },
    async ({ database, heads: { auditHead } }) => {
      const known = auditHead === undefined ? [] : [{ ...auditHead, witness: "the beginning of the backup" }];
      const { checked, findings } = await auditFindings(storedAuditRecords(database), known);
      const places = new Set(findings.map(({ place }) => place));
      const problems = [...places].map((place) => `the audit log: ${place} is not as it was written`);
      return { counts: [{ what: "records of the audit log", number: checked }], problems };
    },
  ],
};
