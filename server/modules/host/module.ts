import type { Logger } from "pino";
import { KernelService } from "../../../gen/es/host/v1/host_pb.js";
import { UserDatabaseService } from "../../../gen/es/host/v1/user_database_pb.js";
import { AuthenticationService } from "../../../gen/es/identity/v1/authentication_service_pb.js";
import { TransactionService } from "../../../gen/es/wallet/v1/transaction_service_pb.js";
import manifest from "../../../package.json" with { type: "json" };
import type { Config } from "../../app/config.ts";
import type { ServiceTable } from "../../rpc/handler.ts";
import type { Pipeline } from "../../rpc/pipeline.ts";
import type { Plan } from "../../rpc/plan.ts";
import { openLibc } from "../../transports/varlink/libc.ts";
import { peerReader } from "../../transports/varlink/peer.ts";
import { hostPolicy } from "../../transports/varlink/policy.ts";
import { type HostDoor, openHostDoor } from "../../transports/varlink/transport.ts";
import type { HostAccounts } from "../identity/domain/host-accounts.ts";
import type { Identities } from "../identity/domain/identities.ts";
import { serviceId } from "../identity/service-keys.ts";
import type { Ledger } from "../ledger/domain/book.ts";
import { type KernelOperationsParts, kernelOperations } from "./operations/kernel.ts";
import { userDatabaseOperations } from "./operations/user-database.ts";

export interface HostHouse {
  readonly tables: readonly ServiceTable[];
  /** Opens the host's socket, if one is configured. */
  open(pipeline: Pipeline): Promise<HostDoor>;
}

export interface HostHouseParts {
  readonly config: Config;
  readonly log: Logger;
  readonly identities: Pick<Identities, "signingKeys">;
  readonly accounts: HostAccounts;
  readonly ledger: Pick<Ledger, "entry" | "pending" | "batchOf">;
  /** Among them the services that do what a kernel asks for. */
  readonly tables: readonly ServiceTable[];
}

/** Composes what the host operating system and its kernel are given. */
export function composeHost({ config, log, identities, accounts, ledger, tables }: HostHouseParts): HostHouse {
  const { socket: place, rules, uids, homeDirectory, shell } = config.hostSystem;
  const receiptKey = async (keyId: string) =>
    (await identities.signingKeys(serviceId)).find(({ id }) => id === keyId)?.publicKey;
  const authentication = operationsOf(tables, AuthenticationService);
  const transactions = operationsOf(tables, TransactionService);
  const authenticate = authentication["authenticate"] as KernelOperationsParts["authenticate"];
  const transfer = transactions["transfer"] as KernelOperationsParts["transfer"];
  return {
    tables: [
      {
        service: KernelService,
        operations: kernelOperations({ authenticate, transfer, ledger, accounts, receiptKey }),
      },
      {
        service: UserDatabaseService,
        operations: userDatabaseOperations(accounts, { gid: uids.base, homeDirectory, shell }),
      },
    ],
    async open(pipeline) {
      if (place === undefined) return { close: async () => {} };
      const libc = await openLibc();
      const planOf = (name: string) => config.plans.get(name) as Plan;
      const plans = { trusted: planOf("operator"), others: planOf("host") };
      return openHostDoor({
        pipeline,
        place,
        readPeer: peerReader(libc),
        lock: libc.lock,
        policy: hostPolicy({ rules, ownUid: process.geteuid?.() ?? 0, plans }),
        info: { vendor: config.serviceName, product: manifest.name, version: manifest.version, url: config.ownIssuer },
        onBug: (error, requestId) => log.error({ requestId, err: error }, "the host's socket failed"),
      });
    },
  };
}

function operationsOf(tables: readonly ServiceTable[], service: ServiceTable["service"]): ServiceTable["operations"] {
  const table = tables.find((candidate) => candidate.service === service);
  if (table === undefined) throw new Error(`${service.typeName} is not served`);
  return table.operations;
}
