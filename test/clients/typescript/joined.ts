import { Channel } from "../../../clients/typescript/src/channel/channel.ts";
import { TransactionService } from "../../../gen/es/wallet/v1/transaction_service_pb.js";
import type { Cipher } from "../../../server/transports/channel/noise/cipher.ts";
import { endpoints, subprotocols } from "../../../server/transports/channel/noise/endpoint.ts";
import type { Connection, Receiver } from "../../../server/transports/channel/wire/connection.ts";
import { EventLoopTurn } from "../../../server/transports/http/event-loop-turn.ts";
import { Scene } from "../../transports/channel/scene.ts";

const endpoint = endpoints[0] as (typeof endpoints)[number];

/** Joins a client's channel to the service's transport without a network; records what each side sends, and the end. */
export async function joined(scene = new Scene(), choose = (offered: string[]) => offered[0] as string) {
  const statuses: number[] = [];
  const said: Uint8Array[] = [];
  const heard: Uint8Array[] = [];
  const turn = new EventLoopTurn();
  class Socket {
    readyState = 1;
    readonly protocol: string;
    readonly #listeners = new Map<string, (heard: object) => void>();
    readonly #receiver: Receiver;

    constructor(_: string, offered: string[]) {
      this.protocol = choose(offered);
      const connection: Connection = {
        address: "192.0.2.1",
        unsentBytes: 0,
        send: (data) => {
          heard.push(data);
          this.#tell("message", { data });
        },
        atEndOfTurn: (callback) => turn.atEnd(callback),
        pause: () => {},
        resume: () => {},
        close: (code) => {
          statuses.push(code);
          this.#tell("close", { code });
        },
        cut: () => this.#tell("close", { code: 1006 }),
      };
      this.#receiver = scene.transport.accept(connection, endpoint, subprotocols.get(this.protocol) as Cipher);
      queueMicrotask(() => this.#tell("open", {}));
    }

    addEventListener(name: string, listener: (heard: object) => void): void {
      this.#listeners.set(name, listener);
    }
    send(bytes: Uint8Array): void {
      said.push(bytes);
      this.#receiver.message(bytes);
    }
    close(): void {
      this.#receiver.gone();
    }

    #tell(name: string, heard: object): void {
      this.#listeners.get(name)?.(heard);
    }
  }
  const channel = new Channel({
    endpoint: `ws://platonic.example${endpoint.path}`,
    serverKey: { staticKeys: [scene.staticKey.pair.publicKey] },
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
  return { scene, channel, phases, lost, statuses, call, said, heard };
}
