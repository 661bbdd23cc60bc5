import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import * as grpc from "@grpc/grpc-js";
import { TransformRequestSchema } from "#contract/geocode/v1/requests_pb.js";
import { TransformResponseSchema } from "#contract/geocode/v1/responses_pb.js";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newHolder as newSdkHolder, phaseOf, pinnedKey, standard, walletOf } from "../../support/sdk-holder.ts";
import { operatorKey } from "../../support/server.ts";
import { newHolder } from "../../support/wallet-holder.ts";
import type { Backend } from "./backend.ts";

/** Standard tokens that a payer has at first, and what each payment moves: little, since limits of a day hold. */
const [fund, amount] = [100, "0.001"];

/** What payments have moved, in the smallest unit. Each costs the least fee as well. */
export const unitsOf = {
  received: (payments: number) => 100_000 * payments,
  left: (payments: number) => 100_000_000 * fund - 101_000 * payments,
};

/** A caller who makes a payment with each call. */
export interface Payer {
  readonly id: string;
  readonly pay: () => Promise<void>;
  /** Payments that were answered as completed. */
  paid: number;
}

/**
 * Gives each call to the next one of the servers that are ready, as they were last asked, or of all if none was. It asks a
 * server again whose answer is old, as on a busy machine, where that may come after its port has closed.
 */
export function byTurns(backends: readonly Backend[]): Turn {
  let next = 0;
  return async () => {
    for (;;) {
      const ready = backends.filter(({ isReady }) => isReady);
      const choice = ready.length > 0 ? ready : backends;
      const chosen = choice[next++ % choice.length] as Backend;
      if (chosen.isKnown) return chosen;
      await chosen.check();
      if (chosen.isReady) return chosen;
    }
  };
}

/** Returns the server of the next call. */
export type Turn = () => Promise<Backend>;

/** Creates an identity that signs transfers and sends them over REST. */
export async function restPayer(turn: Turn, recipient: string): Promise<Payer> {
  const holder = await newHolder(new ApiClient(await turn()), { TOKEN_STANDARD: fund });
  const payer = {
    id: holder.id,
    paid: 0,
    async pay() {
      const signed_order = holder.signed(holder.order({ recipient, amount }));
      const answer = await (await turn()).post("/api/transactions/transfer", { sender: holder.id, signed_order });
      if (!answer.includes('"TRANSACTION_COMPLETED"')) throw new Error(answer);
      payer.paid++;
    },
  };
  return payer;
}

/** Creates an identity whose wallet pays over a channel to an address in front of the servers. */
export async function channelPayer(direct: string, proxied: string, recipient: string) {
  const holder = await newSdkHolder(direct, String(fund));
  const wallet = walletOf(proxied, holder, { serverKey: await pinnedKey(direct) });
  await phaseOf(wallet, "open");
  const payer = {
    id: holder.id,
    paid: 0,
    async pay() {
      const { status } = await wallet.pay(standard({ ...holder, id: recipient }, amount));
      if (status !== "completed") throw new Error(`a payment is ${status}`);
      payer.paid++;
    },
    close: () => wallet.close(),
  };
  return payer;
}

/** Calls the servers by turns over gRPC, as the official client does by itself. */
export function officialClient(backends: readonly Backend[]) {
  const target = `ipv4:${backends.map(({ url }) => new URL(url).host).join(",")}`;
  const client = new grpc.Client(target, grpc.credentials.createInsecure(), {
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    // A server that is back is soon called again.
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 100,
  });
  const metadata = new grpc.Metadata({ waitForReady: true });
  metadata.set("authorization", `Bearer ${operatorKey}`);
  const data = { values: [1, 2, 3, 4, 5] };
  const message = create(TransformRequestSchema, { data, sourceDimensions: 5, targetDimensions: 3 });
  const call = () =>
    new Promise<void>((resolve, reject) => {
      client.makeUnaryRequest(
        "/geocode.v1.GeocodeService/Transform",
        (sent) => Buffer.from(toBinary(TransformRequestSchema, sent)),
        (bytes) => fromBinary(TransformResponseSchema, bytes),
        message,
        metadata,
        (error) => (error === null ? resolve() : reject(error)),
      );
    });
  return { call, close: () => client.close() };
}
