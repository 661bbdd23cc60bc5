import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, type Transport } from "@connectrpc/connect";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { Channel } from "../../../../clients/typescript/src/channel/channel.ts";
import type { ChannelCredentials, ChannelTerms } from "../../../../clients/typescript/src/channel/connection.ts";
import { PlatonicError } from "../../../../clients/typescript/src/platonic-error.ts";
import type { OperationStorage } from "../../../../clients/typescript/src/wallet/operation-storage.ts";
import type { PaymentTerms } from "../../../../clients/typescript/src/wallet/payment.ts";
import type { PaymentOutcome } from "../../../../clients/typescript/src/wallet/payment-group.ts";
import { Payments } from "../../../../clients/typescript/src/wallet/payments.ts";
import type { Random } from "../../../support/laws/random.ts";
import type { Checker } from "./checker.ts";
import { Lifetime } from "./lifetime.ts";
import type { Network } from "./network.ts";
import type { PaymentGroup } from "./payment-group.ts";
import type { Server } from "./server.ts";
import { staticKey } from "./service.ts";
import type { Sessions } from "./sessions.ts";
import type { VirtualTime } from "./virtual-time.ts";

export interface ClientDeps {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly network: Network;
  readonly server: Server;
  readonly sessions: Sessions;
  readonly checker: Checker;
  /** Owner of the wallet. */
  readonly owner: string;
  /** Outlives the client; another client may share it. */
  readonly storage: OperationStorage;
  readonly terms: PaymentTerms;
  /** Whether the client has only a session token, so that its channels end with the rotation window. */
  readonly hasSessionOnly: boolean;
}

/** The real client code in a simulated process that may be killed. */
export class Client {
  readonly #deps: ClientDeps;
  readonly #lifetime: Lifetime;
  readonly #channel: Channel | undefined;
  readonly #payments: Payments;
  /** Ids of unanswered requests that must run once only. */
  readonly #requested = new Set<string>();
  /** Session token for HTTP. */
  #session: string | undefined;

  constructor(deps: ClientDeps) {
    this.#deps = deps;
    const { time, random, network, owner, terms } = deps;
    const lifetime = new Lifetime(time);
    this.#lifetime = lifetime;
    if (terms.useChannel) {
      this.#channel = new Channel({
        endpoint: "ws://platonic.example/channel/wallet",
        serverKey: { staticKeys: [staticKey.pair.publicKey] },
        credentials: (channelTerms) => this.#credentials(channelTerms),
        staticKey: { publicKey: Buffer.alloc(32, random.below(256)), agree: () => Promise.reject(new Error()) },
        webSocket: network.socketsOf(lifetime),
        clock: lifetime,
        random: () => random.next(),
      });
    }
    this.#payments = new Payments({
      identityId: owner,
      transport: this.#transport(),
      channel: this.#channel,
      storage: this.#storage(),
      terms,
      clock: lifetime,
      random: () => random.next(),
    });
    this.#payments.onSettled((payment) => this.#tell([payment]));
    this.#channel?.open();
    void this.#payments.reconcile().then((outcomes) => this.#tell(outcomes));
  }

  /** Returns the ids of unanswered requests. */
  async unanswered(): Promise<string[]> {
    const operations = await this.#deps.storage.list();
    return this.#lifetime.isOver ? [] : [...this.#requested, ...operations.map(({ id }) => id)];
  }

  /** Ends the process; nothing is reported afterwards. */
  kill(): void {
    this.#lifetime.end();
  }

  async pay(group: PaymentGroup): Promise<void> {
    const { checker } = this.#deps;
    try {
      const outcomes = await group.send(this.#payments);
      for (const { status, id } of outcomes) {
        if (status === "unresolved" && !this.#lifetime.isOver) checker.unresolved(id);
      }
      this.#tell(outcomes);
    } catch (error) {
      if (this.#lifetime.isOver) return;
      for (const { id } of group.plans) checker.refused(id, error);
    }
  }

  #tell(outcomes: readonly PaymentOutcome[]): void {
    for (const outcome of outcomes) {
      if (outcome.status !== "unresolved" && !this.#lifetime.isOver) {
        this.#deps.checker.settled(outcome.id, outcome.result);
      }
    }
  }

  /** Makes a request that must not be executed twice. */
  async requestOnce(id: string, timeoutMs: number | undefined): Promise<void> {
    const { owner: identityId, checker } = this.#deps;
    if (this.#channel === undefined) return;
    this.#requested.add(id);
    const options = { opId: id, ...(timeoutMs !== undefined && { timeoutMs }) };
    try {
      await this.#channel.call(AuthenticationService.method.requestToken, { identityId, clientId: id }, options);
      if (!this.#lifetime.isOver) checker.requestSucceeded(id);
    } catch (error) {
      if (!this.#lifetime.isOver) checker.requestFailed(id, error);
    } finally {
      this.#requested.delete(id);
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
        const cancel = this.#lifetime.after(timeoutMs as number, () => {
          late.reject(new ConnectError("too late", Code.DeadlineExceeded));
        });
        try {
          const answer = network.request(this.#lifetime, () => server.answer(method, body, session));
          const message = await Promise.race([answer, late.promise]);
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
    const whileAlive = <Result>(act: () => Promise<Result>) =>
      this.#lifetime.isOver ? new Promise<Result>(() => {}) : act();
    return {
      put: (operation) => whileAlive(() => storage.put(operation)),
      delete: (id) => whileAlive(() => storage.delete(id)),
      list: () => whileAlive(() => storage.list()),
    };
  }
}
