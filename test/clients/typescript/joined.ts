import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { Channel } from "../../../clients/typescript/src/channel/channel.ts";
import type { Cipher } from "../../../server/transports/channel/noise/cipher.ts";
import { endpoints, subprotocols } from "../../../server/transports/channel/noise/endpoint.ts";
import type { Connection, Receiver } from "../../../server/transports/channel/wire/connection.ts";
import { EventLoopTurn } from "../../../server/transports/http/event-loop-turn.ts";
import { ChannelFixture } from "../../transports/channel/fixture.ts";

const endpoint = endpoints[0] as (typeof endpoints)[number];

/** Joins a client's channel to the service's transport without a network; records what each side sends, and the end. */
export async function joined(fixture = new ChannelFixture(), choose = (offered: string[]) => offered[0] as string) {
  const statuses: number[] = [];
  const sent: Uint8Array[] = [];
  const received: Uint8Array[] = [];
  const turn = new EventLoopTurn();
  class Socket {
    readyState = 1;
    readonly protocol: string;
    readonly #listeners = new Map<string, (event: object) => void>();
    readonly #receiver: Receiver;

    constructor(_: string, offered: string[]) {
      this.protocol = choose(offered);
      const connection: Connection = {
        address: "192.0.2.1",
        unsentBytes: 0,
        send: (data) => {
          received.push(data);
          this.#dispatch("message", { data });
        },
        atEndOfTurn: (callback) => turn.atEnd(callback),
        close: (code) => {
          statuses.push(code);
          this.#dispatch("close", { code });
        },
        cut: () => this.#dispatch("close", { code: 1006 }),
      };
      this.#receiver = fixture.transport.accept(connection, endpoint, subprotocols.get(this.protocol) as Cipher);
      queueMicrotask(() => this.#dispatch("open", {}));
    }

    addEventListener(name: string, listener: (event: object) => void): void {
      this.#listeners.set(name, listener);
    }
    send(bytes: Uint8Array): void {
      sent.push(bytes);
      this.#receiver.message(bytes);
    }
    close(): void {
      this.#receiver.gone();
    }

    #dispatch(name: string, event: object): void {
      this.#listeners.get(name)?.(event);
    }
  }
  const channel = new Channel({
    endpoint: `ws://platonic.example${endpoint.path}`,
    serverKey: { staticKeys: [fixture.staticKey.pair.publicKey] },
    credentials: async ({ channelBinding }) => ({
      rotatingToken: `ada ${Buffer.from(channelBinding).toString("base64url")}`,
    }),
    webSocket: Socket as never,
  });
  const phases: string[] = [];
  const lost = new Promise<string | undefined>((resolve) => {
    channel.onPhase(({ phase, cause }) => {
      phases.push(phase);
      if (phase === "backing-off") resolve(cause);
    });
  });
  const [identityId, transactionId] = ["ada", crypto.randomUUID()];
  const call = () => channel.call(TransactionService.method.getTransaction, { identityId, transactionId });
  channel.open();
  await call();
  return { fixture, channel, phases, lost, statuses, call, sent, received };
}
