import type { DescService } from "@bufbuild/protobuf";
import { AuditService } from "#contract/admin/v1/audit_pb.js";
import { BackupService } from "#contract/admin/v1/backup_pb.js";
import { KeyService } from "#contract/admin/v1/keys_pb.js";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { OutboxService } from "#contract/admin/v1/outbox_pb.js";
import { ProcessService } from "#contract/admin/v1/process_pb.js";
import { UsageService } from "#contract/admin/v1/usage_pb.js";
import { VaultService } from "#contract/admin/v1/vault_pb.js";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { Health } from "#contract/grpc/health/v1/health_pb.js";
import { ServerReflection } from "#contract/grpc/reflection/v1/reflection_pb.js";
import { ServerReflection as ServerReflectionAlpha } from "#contract/grpc/reflection/v1alpha/reflection_pb.js";
import { KernelService } from "#contract/host/v1/host_pb.js";
import { UserDatabaseService } from "#contract/host/v1/user_database_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { IdentityService } from "#contract/identity/v1/identity_service_pb.js";
import { ReviewService } from "#contract/identity/v1/review_service_pb.js";
import { VerificationService } from "#contract/identity/v1/verification_service_pb.js";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { HoldService } from "#contract/wallet/v1/hold_service_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { WebhookService } from "#contract/wallet/v1/webhook_service_pb.js";

const services: readonly DescService[] = [
  AuditService,
  BackupService,
  KeyService,
  LedgerService,
  OutboxService,
  ProcessService,
  UsageService,
  VaultService,
  GeocodeService,
  Health,
  ServerReflection,
  ServerReflectionAlpha,
  KernelService,
  UserDatabaseService,
  AuthenticationService,
  IdentityService,
  ReviewService,
  VerificationService,
  EventService,
  ExchangeService,
  HoldService,
  TransactionService,
  WalletService,
  WebhookService,
];

const byName = new Map(services.map((service) => [service.typeName, service]));

/**
 * Returns the descriptor of a service by its name, for threads that have no modules.
 *
 * @throws Error for a service that is not listed here
 */
export function serviceOf(name: string): DescService {
  const service = byName.get(name);
  if (service === undefined) throw new Error(`${name} is missing in server/app/serving/services.ts; add it`);
  return service;
}
