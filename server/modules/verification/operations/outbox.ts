import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { OutboxService } from "#contract/admin/v1/outbox_pb.js";
import type { Operations } from "../../../rpc/operations.ts";
import type { MailTrap } from "../methods/mail-trap.ts";

/** The operations of admin.v1.OutboxService. */
export function outboxOperations(mailTrap: Pick<MailTrap, "list">): Operations<typeof OutboxService> {
  return {
    listMessages: () => ({
      messages: mailTrap.list().map(({ id, to, text, expiresAt }) => ({
        ...{ id, to, text },
        ...(expiresAt && { expiresAt: timestampFromDate(expiresAt) }),
      })),
    }),
  };
}
