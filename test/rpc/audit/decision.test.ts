import { clearExtension, clone, type DescMethod } from "@bufbuild/protobuf";
import { MethodDescriptorProtoSchema, type MethodOptions } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { audited } from "#contract/access/v1/access_pb.js";
import { AuditService } from "#contract/admin/v1/audit_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { WebhookService } from "#contract/wallet/v1/webhook_service_pb.js";
import { auditDecision } from "../../../server/rpc/audit/decision.ts";

/** Returns a copy of a method that says nothing about the audit log. */
function silent(method: DescMethod): DescMethod {
  const proto = clone(MethodDescriptorProtoSchema, method.proto);
  clearExtension(proto.options as MethodOptions, audited);
  return Object.create(method, { proto: { value: proto } }) as DescMethod;
}

test.each<[why: string, method: DescMethod]>([
  ["changes what has an owner", WebhookService.method.createWebhook],
  ["changes what has none", ReviewService.method.decideCase],
  ["reads what is for administrators", AuditService.method.listAuditRecords],
])("a method that %s and says nothing about the audit log is refused", (_, method) => {
  expect(() => auditDecision(method)).not.toThrow();
  expect(() => auditDecision(silent(method))).toThrow("declares no access.v1.audited");
});

test.each<[why: string, method: DescMethod]>([
  ["reads what has an owner", WalletService.method.getWallet],
  ["streams what has an owner", EventService.method.watch],
])("a method that %s need not say anything", (_, method) => {
  expect(() => auditDecision(silent(method))).not.toThrow();
});
