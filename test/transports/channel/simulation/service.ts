import type { DescService } from "@bufbuild/protobuf";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { createPlanLimiter } from "../../../../server/access/limits/plan-limiter.ts";
import { createFixedWindowLimiter } from "../../../../server/core/fixed-window/fixed-window-limiter.ts";
import { windows } from "../../../../server/core/fixed-window/windows.ts";
import type { Database } from "../../../../server/database/source.ts";
import type { Ledger, Outcome, Request } from "../../../../server/modules/ledger/domain/requests.ts";
import { pressureOf } from "../../../../server/modules/ledger/orders/submission.ts";
import { type LedgerDeps, openLedger } from "../../../../server/modules/ledger/store/ledger.ts";
import { transactionOperations } from "../../../../server/modules/wallets/operations/transfers/transactions.ts";
import { orderChecks } from "../../../../server/modules/wallets/orders/order-checks.ts";
import { openMethods } from "../../../../server/rpc/authorization.ts";
import { binaryCodec } from "../../../../server/rpc/codec/protobuf/codecs.ts";
import { type Authenticate, createPipeline, type Pipeline } from "../../../../server/rpc/pipeline.ts";
import type { Plan } from "../../../../server/rpc/plan.ts";
import { createStaticKey } from "../../../../server/transports/channel/noise/static-key.ts";
import { type ChannelTransport, createChannelTransport } from "../../../../server/transports/channel/transport.ts";
import { checkpointEntries, policy, twoForOne } from "../../../support/ledger/constants.ts";
import { knownKeys } from "./keys.ts";
import { isSignature } from "./plain-cryptography.ts";

/** Capacity of a server. */
export interface Size {
  readonly queueMax: number;
  readonly batchMax: number;
  readonly transactionsPerMinute: number;
  readonly windowSeconds: number;
}

export interface ServiceDeps {
  readonly database: Database;
  readonly size: Size;
  readonly plan: Plan;
  readonly identify: Authenticate;
  /** Operations of identity.v1.AuthenticationService, by their names. */
  readonly authentication: { readonly [name: string]: unknown };
  /** Has an outcome of the ledger reach its operation late. */
  readonly delayed: (outcome: Outcome) => Promise<Outcome>;
  readonly afterStep: Required<LedgerDeps>["afterStep"];
  readonly report: (error: unknown) => void;
  readonly now: () => number;
}

/** Parts of a server, from the ledger to the transport. */
export interface Service {
  readonly transport: ChannelTransport;
  readonly pipeline: Pipeline;
  /** Tells the channels of an identity that sessions have ended. */
  readonly sessionsChanged: (identityId: string) => void;
}

export const staticKey = createStaticKey(Buffer.alloc(32, 9), async () => ({
  keyId: "key",
  signature: new Uint8Array(64),
}));

/** Composes the real server code as the service does. */
export async function openService(deps: ServiceDeps): Promise<Service> {
  const { database, size, plan, identify, delayed, afterStep, report, now } = deps;
  const ledger = await openLedger(database, {
    ...size,
    policy,
    rates: () => twoForOne,
    now,
    checkpointEntries,
    afterStep,
  });
  const failures = createFixedWindowLimiter({ ...windows.signatureFailures, now });
  const submit = async (request: Request) => delayed(await ledger.submit(request));
  const operations = transactionOperations({
    ledger: Object.assign(Object.create(ledger) as Ledger, { submit }),
    identities: knownKeys,
    vault: { sign: never },
    policy,
    checks: orderChecks({ identities: knownKeys, failures, isSignature }),
    attempts: createFixedWindowLimiter({ ...windows.transactions, countMax: size.transactionsPerMinute, now }),
    proveBatch: never,
    receiptSigner: never,
    now,
  });
  const pipeline = createPipeline({
    tables: [tableOf(AuthenticationService, deps.authentication), tableOf(TransactionService, { ...operations })],
    authenticate: identify,
    anonymous: (address) => ({ id: address, plan, permissions: [] }),
    openToAll: openMethods({ registration: false }),
    limiter: createPlanLimiter({ now }),
    delegate: never,
    outageOf: () => undefined,
    observe: ({ cause }) => report(cause),
    now,
  });
  let sessionsChanged = (_: string) => {};
  const transport = createChannelTransport({
    pipeline,
    codecOf: binaryCodec,
    authenticate: identify,
    staticKey,
    audience: "test",
    windowSeconds: size.windowSeconds,
    pressure: pressureOf(ledger),
    perIdentityMax: 16,
    onSessionsChanged: (listener) => {
      sessionsChanged = listener;
      return () => {};
    },
    now,
    onBug: report,
  });
  return { transport, pipeline, sessionsChanged: (identityId) => sessionsChanged(identityId) };
}

function tableOf(service: DescService, operations: { readonly [name: string]: unknown }) {
  const all = service.methods.map(({ localName }) => [localName, operations[localName] ?? never]);
  return { service, operations: Object.fromEntries(all) };
}

function never(): never {
  throw new Error("the simulation does not use this");
}
