import { randomUUID } from "node:crypto";
import { create, type DescMethodUnary, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { ErrorSchema } from "#contract/channel/v1/channel_pb.js";
import { PlatonicError } from "../../../../clients/typescript/src/platonic-error.ts";
import { DatabaseUnavailable } from "../../../../server/database/unavailable.ts";
import type { BatchStep } from "../../../../server/modules/ledger/store/batch-store.ts";
import { binaryCodec } from "../../../../server/rpc/codec/protobuf/codecs.ts";
import type { Principal } from "../../../../server/rpc/principal.ts";
import { aesGcm } from "../../../../server/transports/channel/noise/aes-gcm.ts";
import { type Endpoint, endpoints } from "../../../../server/transports/channel/noise/endpoint.ts";
import { errorOf } from "../../../../server/transports/channel/wire/error.ts";
import type { Random } from "../../../support/laws/random.ts";
import type { Checker } from "./checker.ts";
import type { Faults } from "./faults.ts";
import { Lifetime, ProcessKilled } from "./lifetime.ts";
import { openService, type Service, type Size } from "./service.ts";
import type { Sessions } from "./sessions.ts";
import type { SharedLedger } from "./shared-ledger.ts";
import type { ServerConnection } from "./socket.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { End } from "./wire.ts";

export interface ServerDeps {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: Faults;
  readonly ledger: SharedLedger;
  readonly sessions: Sessions;
  readonly size: Size;
  readonly checker: Checker;
}

/** A temporary failure of the database. */
class InjectedFailure extends Error {}

const endpoint = endpoints[0] as Endpoint;
const tickMs = 1_000;

/** The real server code in simulated processes, which may be killed and restarted. */
export class Server {
  readonly #deps: ServerDeps;
  #service: (Service & { readonly lifetime: Lifetime }) | undefined;

  constructor(deps: ServerDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { time, ledger, sessions, size, faults, checker } = this.#deps;
    const lifetime = new Lifetime(time);
    const service = await openService({
      database: ledger.databaseOf(lifetime),
      size,
      plan: sessions.plan,
      identify: (authorization) => this.#identify(lifetime, authorization),
      authentication: { ...sessions.operations, requestToken: this.#countingOperation(lifetime) },
      delayed: async (outcome) => {
        if (faults.happen(0.1)) await lifetime.pause(faults.delay(500, 8_000));
        return outcome;
      },
      afterStep: (step) => this.#injectFault(lifetime, step),
      report: (error) => {
        if (!lifetime.isOver && !isExpected(error)) checker.bug(error);
      },
      now: lifetime.now,
    });
    const tick = () => {
      service.transport.tick(lifetime.now());
      lifetime.after(tickMs, tick);
    };
    lifetime.after(tickMs, tick);
    this.#service = { ...service, lifetime };
  }

  /** Kills the process and starts another one later. Uncommitted changes are lost. */
  kill(): void {
    const { time, faults } = this.#deps;
    if (this.#service === undefined) return;
    this.#service.lifetime.end();
    this.#service = undefined;
    time.after(faults.delay(4_000, 30_000), () => void this.start());
  }

  /** Shuts the process down with a short grace period. */
  shutDown(): void {
    const { random } = this.#deps;
    this.#service?.transport.shutDown();
    this.#service?.lifetime.after(random.below(3_000), () => this.kill());
  }

  accept(connection: ServerConnection): End | undefined {
    if (this.#service === undefined) return undefined;
    const { lifetime, transport } = this.#service;
    const receiver = transport.accept(connection, endpoint, aesGcm);
    return { lifetime, message: (bytes) => receiver.message(bytes), gone: () => receiver.gone() };
  }

  /** Answers a call over HTTP. Rejects with ProcessKilled if the process ends first. */
  async answer<Method extends DescMethodUnary>(
    method: Method,
    body: Uint8Array,
    sessionToken: string,
  ): Promise<MessageShape<Method["output"]>> {
    if (this.#service === undefined) throw new ProcessKilled();
    const { lifetime, pipeline } = this.#service;
    const answer = await pipeline.answer({
      method,
      authorization: `Bearer ${sessionToken}`,
      address: "192.0.2.1",
      requestId: randomUUID(),
      protocol: "connect",
      codec: binaryCodec(method),
      parameters: [],
      readBody: () => body,
    });
    lifetime.check();
    if (!("fault" in answer)) return fromBinary(method.output, answer.written as Uint8Array) as never;
    throw PlatonicError.fromChannel(create(ErrorSchema, errorOf(answer, "")), false);
  }

  /** Identifies the caller after a delay, in which the session may end. */
  async #identify(lifetime: Lifetime, authorization: string | undefined): Promise<Principal> {
    const { faults, sessions } = this.#deps;
    await lifetime.pause(faults.happen(0.1) ? faults.delay(500, 8_000) : 0);
    const principal = sessions.principal(authorization);
    if (!faults.happen(0.03)) return principal;
    sessions.end(principal.session.identityId);
    this.#service?.sessionsChanged(principal.session.identityId);
    return sessions.principal(authorization);
  }

  /** Rarely kills the process or fails the database between the steps of a batch. */
  #injectFault(lifetime: Lifetime, step: BatchStep): void {
    const { faults, random } = this.#deps;
    if (faults.happen(0.003)) this.kill();
    lifetime.check();
    if (!faults.happen(0.003)) return;
    const error = new InjectedFailure(step);
    throw random.chance(0.5) ? error : new DatabaseUnavailable(error, step === "committed");
  }

  /** Returns an operation that counts its executions. */
  #countingOperation(lifetime: Lifetime) {
    const { faults, checker } = this.#deps;
    return async ({ clientId }: { readonly clientId: string }) => {
      if (lifetime.isOver) return {};
      checker.executed(clientId);
      if (faults.happen(0.3)) await lifetime.pause(faults.delay(500, 20_000));
      return {};
    };
  }
}

function isExpected(error: unknown): boolean {
  return error === undefined || error instanceof InjectedFailure || (error as Error).cause instanceof InjectedFailure;
}
