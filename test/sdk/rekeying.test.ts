import { afterEach, expect, test, vi } from "vitest";
import { Channel } from "../../clients/typescript/src/channel/channel.ts";
import { NoiseTransport } from "../../clients/typescript/src/channel/noise/transport.ts";
import { TransactionService } from "../../gen/es/wallet/v1/transaction_service_pb.js";
import type { Receiver } from "../../server/doors/channel/connection.ts";
import { endpoints } from "../../server/doors/channel/endpoint.ts";
import { Transport } from "../../server/doors/channel/transport.ts";
import { Scene, windowMs } from "../channel/scene.ts";
import { until } from "../interface/until.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const endpoint = endpoints[0] as (typeof endpoints)[number];

/** A channel of the client at a door of the service, with no network between them, and how it has ended. */
async function joined() {
  const scene = new Scene();
  const statuses: number[] = [];
  class Socket {
    readyState = 1;
    readonly #listeners = new Map<string, (heard: object) => void>();
    readonly #receiver: Receiver = scene.door.accept(
      {
        address: "192.0.2.1",
        unsentBytes: 0,
        send: (data) => this.#tell("message", { data }),
        pause: () => {},
        resume: () => {},
        close: (code) => {
          statuses.push(code);
          this.#tell("close", { code });
        },
        cut: () => this.#tell("close", { code: 1006 }),
      },
      endpoint,
    );

    constructor() {
      queueMicrotask(() => this.#tell("open", {}));
    }

    addEventListener(name: string, listener: (heard: object) => void): void {
      this.#listeners.set(name, listener);
    }
    send(bytes: Uint8Array): void {
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
      if (phase === "backing off") resolve(cause);
    });
  });
  const id = crypto.randomUUID();
  const call = () => channel.call(TransactionService.method.getTransaction, { identityId: "ada", transactionId: id });
  channel.open();
  await call();
  return { scene, channel, phases, lost, statuses, call };
}

/** How many rotating tokens the service has seen. */
function tokensOf({ calls }: Scene): number {
  return calls.filter(({ call: { method } }) => method.name === "Authenticate").length;
}

/** Until the service asks for a token. */
async function untilAsked({ scene, call }: Awaited<ReturnType<typeof joined>>): Promise<void> {
  for (let passedMs = 0; passedMs < 200_000; passedMs += 20_000) {
    await call();
    scene.pass(20_000);
  }
}

test("a channel goes on through many windows, with a new key in each direction after each word of a renewal", async () => {
  const rekeyings = ([Transport, NoiseTransport] as const).flatMap(({ prototype }) => [
    vi.spyOn(prototype as Transport, "rekeyOutgoing"),
    vi.spyOn(prototype as Transport, "rekeyIncoming"),
  ]);
  const { scene, channel, phases, call } = await joined();
  const windows = 10;
  for (let passedMs = 0; passedMs < windows * windowMs; passedMs += 20_000) {
    scene.pass(20_000);
    await call();
  }
  const counts = () => rekeyings.map(({ mock }) => mock.calls.length);
  const expected = () => [2, 1, 1, 2].map((times) => times * (tokensOf(scene) - 1));
  // A renewal may be under way.
  await until(() => counts().join() === expected().join());
  expect(tokensOf(scene)).toBeGreaterThan(windows);
  channel.close();
  expect(phases).toEqual(["connecting", "handshaking", "open", "closed"]);
});

test("what the service says by the old key after its question ends the connection", async () => {
  vi.spyOn(Transport.prototype, "rekeyOutgoing").mockReturnValue();
  const both = await joined();
  await untilAsked(both);
  void both.call().catch(() => {});
  expect(await both.lost).toBe("a message is not genuine");
  both.channel.close();
});

test("a client that goes on by the old key after its token is told nothing any more", async () => {
  vi.spyOn(NoiseTransport.prototype, "rekeyOutgoing").mockReturnValue();
  const both = await joined();
  await untilAsked(both);
  await until(() => tokensOf(both.scene) === 2);
  void both.call().catch(() => {});
  await both.lost;
  expect(both.statuses).toEqual([1002]);
  both.channel.close();
});
