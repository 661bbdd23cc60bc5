import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { Channel } from "../../../../clients/typescript/src/channel/channel.ts";
import type { ChannelCredentials, ChannelTerms } from "../../../../clients/typescript/src/channel/connection.ts";
import { PlatonicError } from "../../../../clients/typescript/src/platonic-error.ts";
import type { OperationStorage } from "../../../../clients/typescript/src/wallet/operation-storage.ts";
import type { PaymentTerms } from "../../../../clients/typescript/src/wallet/payment.ts";
import { Payments } from "../../../../clients/typescript/src/wallet/payments.ts";
import { AuthenticationService } from "../../../../gen/es/identity/v1/authentication_service_pb.js";
import type { Random } from "../../../support/laws/random.ts";
import type { Bill } from "./bill.ts";
import { Life } from "./life.ts";
import type { Network } from "./network.ts";
import type { Server } from "./server.ts";
import { staticKey } from "./service.ts";
import type { Sessions } from "./sessions.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { Witness } from "./witness.ts";

export interface ClientDeps {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly network: Network;
  readonly server: Server;
  readonly sessions: Sessions;
  readonly witness: Witness;
  /** Owner of the wallet. */
  readonly owner: string;
  /** Outlives the client, and may be shared with another one. */
  readonly storage: OperationStorage;
  readonly terms: PaymentTerms;
  /** Whether it has a session token only, so that its channels end with the rotation window. */
  readonly hasSessionOnly: boolean;
}

/** The client's own code in a process that ends now and then. */
export class Client {
  readonly #deps: ClientDeps;
  readonly #life: Life;
  readonly #channel: Channel | undefined;
  readonly #payments: Payments;
  readonly #counting = new Set<string>();
  /** Session token for HTTP. */
  #session: string | undefined;

  constructor(deps: ClientDeps) {
    this.#deps = deps;
    const { time, random, network, owner, terms, witness } = deps;
    const life = new Life(time);
    this.#life = life;
    if (terms.useChannel) {
      this.#channel = new Channel({
        endpoint: "ws://platonic.example/channel/wallet",
        serverKey: { staticKeys: [staticKey.pair.publicKey] },
        credentials: (asked) => this.#credentials(asked),
        staticKey: { publicKey: Buffer.alloc(32, random.below(256)), agree: () => Promise.reject(new Error()) },
        webSocket: network.socketsOf(life),
        clock: life,
        random: () => random.next(),
      });
    }
    this.#payments = new Payments({
      identityId: owner,
      transport: this.#transport(),
      channel: this.#channel,
      storage: this.#storage(),
      terms,
      clock: life,
      random: () => random.next(),
    });
    this.#payments.onSettled(({ id, result }) => {
      if (!life.isOver) witness.settled(id, result);
    });
    this.#channel?.open();
    void this.#payments.reconcile();
  }

  /** Returns the ids of unanswered requests. */
  async waiting(): Promise<string[]> {
    const operations = await this.#deps.storage.list();
    return this.#life.isOver ? [] : [...this.#counting, ...operations.map(({ id }) => id)];
  }

  /** Ends the process; nothing is reported after that. */
  kill(): void {
    this.#life.end();
  }

  async pay(bill: Bill): Promise<void> {
    const { witness } = this.#deps;
    try {
      for (const { status, id } of await bill.send(this.#payments)) {
        if (status === "unresolved" && !this.#life.isOver) witness.unresolved(id);
      }
    } catch (error) {
      if (this.#life.isOver) return;
      for (const { id } of bill.plans) witness.refused(id, error);
    }
  }

  /** Makes a request that must not run twice. */
  async count(id: string, timeoutMs: number | undefined): Promise<void> {
    const { owner: identityId, witness } = this.#deps;
    if (this.#channel === undefined) return;
    this.#counting.add(id);
    const options = { opId: id, ...(timeoutMs !== undefined && { timeoutMs }) };
    try {
      await this.#channel.call(AuthenticationService.method.requestToken, { identityId, clientId: id }, options);
      if (!this.#life.isOver) witness.counted(id);
    } catch (error) {
      if (!this.#life.isOver) witness.notCounted(id, error);
    } finally {
      this.#counting.delete(id);
    }
  }

  async #credentials({ channelBinding }: ChannelTerms): Promise<ChannelCredentials> {
    const { owner, sessions, hasSessionOnly } = this.#deps;
    if (hasSessionOnly) return { sessionToken: sessions.open(owner) };
    return { rotatingToken: `${owner} ${Buffer.from(channelBinding).toString("base64url")}` };
  }

  #transport(): Transport {
    const { network, server, sessions, owner } = this.#deps;
    return {
      unary: async (method, _, timeoutMs, __, input) => {
        const body = toBinary(method.input, create(method.input, input));
        this.#session ??= sessions.open(owner);
        const session = this.#session;
        const late = Promise.withResolvers<never>();
        const cancel = this.#life.after(timeoutMs as number, () => {
          late.reject(new ConnectError("too late", Code.DeadlineExceeded));
        });
        try {
          const asked = network.ask(this.#life, () => server.answer(method, body, session));
          const message = await Promise.race([asked, late.promise]);
          const none = new Headers();
          return { stream: false, service: method.parent, method, header: none, trailer: none, message };
        } catch (error) {
          // The next call opens another session.
          if (error instanceof PlatonicError && error.reason === "INVALID_API_KEY") this.#session = undefined;
          if (error instanceof PlatonicError || error instanceof ConnectError) throw error;
          throw new ConnectError((error as Error).message, Code.Unavailable);
        } finally {
          cancel();
        }
      },
      stream: () => Promise.reject(new Error("there are no streams")),
    };
  }

  #storage(): OperationStorage {
    const { storage } = this.#deps;
    const alive = <Result>(act: () => Promise<Result>) => (this.#life.isOver ? new Promise<Result>(() => {}) : act());
    return {
      put: (operation) => alive(() => storage.put(operation)),
      delete: (id) => alive(() => storage.delete(id)),
      list: () => alive(() => storage.list()),
    };
  }
}
