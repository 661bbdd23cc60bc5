import { integer } from "../../core/config/primitives.ts";
import { settings } from "../../core/config/settings.ts";

/** Settings of the audit log. */
export const auditSettings = settings({
  variables: {
    AUDIT_RETENTION_DAYS: integer(1, 36_500)
      .optional()
      .meta({ description: "Days for which records of the audit log are kept", default: "all are kept" }),
  },
  read: (read) => ({
    /** Undefined: records are never removed. */
    retentionDays: read.AUDIT_RETENTION_DAYS,
  }),
});

export type AuditSettings = ReturnType<typeof auditSettings.read>;
