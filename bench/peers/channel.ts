/**
 * The service's channel over operations that respond immediately, so that the channel and the pipeline are measured.
 * `/memory` reports the memory of the process after garbage collection.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DescService } from "@bufbuild/protobuf";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { createPlanLimiter } from "../../server/access/limits/plan-limiter.ts";
import { binaryCodec } from "../../server/rpc/codec/protobuf/codecs.ts";
import type { ServiceTable } from "../../server/rpc/handler.ts";
import { createPipeline } from "../../server/rpc/pipeline.ts";
import { createStaticKey } from "../../server/transports/channel/noise/static-key.ts";
import { createChannelTransport } from "../../server/transports/channel/transport.ts";
import { createChannelSockets } from "../../server/transports/channel/websocket/socket.ts";
import { announce } from "./listen.ts";

const plan = { name: "identity", requestsPerMinute: 1e12, concurrentRequests: 1_000_000 };
const session = { id: "session", identityId: "ada" };
const principal = { id: "identity:ada", plan, permissions: ["*"], session };
const nothing = () => ({});
// biome-ignore lint/suspicious/noExplicitAny: as the pipeline's tables have it.
const operations: { readonly [name: string]: (request: any) => object } = {
  createChallenge: () => ({ challenge: "a nonce" }),
  listSessions: () => ({ sessions: [session] }),
  getTransaction: ({ transactionId }: { transactionId: string }) => ({ transaction: { id: transactionId } }),
};

const tableOf = (service: DescService): ServiceTable => ({
  service,
  operations: Object.fromEntries(service.methods.map(({ localName }) => [localName, operations[localName] ?? nothing])),
});
const now = () => Math.floor(performance.timeOrigin + performance.now());
const pipeline = createPipeline({
  tables: [AuthenticationService, TransactionService].map(tableOf),
  authenticate: () => principal,
  anonymous: () => principal,
  openToAll: new Set(),
  limiter: createPlanLimiter(),
  delegate: () => Promise.reject(new Error("nothing is delegated")),
  outageOf: () => undefined,
  observe: nothing,
  now,
});
const transport = createChannelTransport({
  pipeline,
  codecOf: binaryCodec,
  authenticate: () => principal,
  staticKey: createStaticKey(Buffer.alloc(32, 7), async () => ({ keyId: "key", signature: new Uint8Array(64) })),
  audience: "bench",
  windowSeconds: 900,
  pressure: { isHigh: false, relieved: () => Promise.resolve() },
  perIdentityMax: 1_000_000,
  onSessionsChanged: () => nothing,
  now,
  onBug: (error) => process.stderr.write(`${error}\n`),
});
const sockets = createChannelSockets({
  transport,
  allowedOrigins: "*",
  allowsPlain: false,
  callerAddress: (peer) => peer,
  perNetworkMax: 1_000_000,
  now,
});
setInterval(() => transport.tick(now()), 1_000);
const server = createServer((_, response) => {
  globalThis.gc?.();
  response.end(JSON.stringify(process.memoryUsage()));
});
server.on("upgrade", sockets.accept);
server.listen(0, "127.0.0.1", () => announce((server.address() as AddressInfo).port));
