import { randomUUID } from "node:crypto";
import { create, type DescMethodUnary, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { PlatonicError } from "../../../../clients/typescript/src/platonic-error.ts";
import { ErrorSchema } from "../../../../gen/es/channel/v1/channel_pb.js";
import { DatabaseUnavailable } from "../../../../server/database/unavailable.ts";
import type { BatchStep } from "../../../../server/modules/ledger/store/batch-store.ts";
import { binaryCodec } from "../../../../server/rpc/codec/protobuf/codecs.ts";
import type { Principal } from "../../../../server/rpc/principal.ts";
import { aesGcm } from "../../../../server/transports/channel/noise/aes-gcm.ts";
import { type Endpoint, endpoints } from "../../../../server/transports/channel/noise/endpoint.ts";
import { errorOf } from "../../../../server/transports/channel/wire/error.ts";
import type { Random } from "../../../support/laws/random.ts";
import type { Bank } from "./bank.ts";
import type { Faults } from "./faults.ts";
import { Killed, Life } from "./life.ts";
import { openService, type Service, type Size } from "./service.ts";
import type { Sessions } from "./sessions.ts";
import type { ServerConnection } from "./socket.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { End } from "./wire.ts";
import type { Witness } from "./witness.ts";

export interface ServerDeps {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly faults: Faults;
  readonly bank: Bank;
  readonly sessions: Sessions;
  readonly size: Size;
  readonly witness: Witness;
}

/** A database that fails for a moment. */
class Disturbed extends Error {}

const endpoint = endpoints[0] as Endpoint;
const tickMs = 1_000;

/** The server's own code in processes that end now and then and are replaced. */
export class Server {
  readonly #deps: ServerDeps;
  #service: (Service & { readonly life: Life }) | undefined;

  constructor(deps: ServerDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { time, bank, sessions, size, faults, witness } = this.#deps;
    const life = new Life(time);
    const service = await openService({
      database: bank.databaseOf(life),
      size,
      plan: sessions.plan,
      identify: (authorization) => this.#identify(life, authorization),
      authentication: { ...sessions.operations, requestToken: this.#count(life) },
      confirm: async (_, submit) => {
        const outcome = await submit();
        if (faults.happen(0.1)) await life.pause(faults.delay(500, 8_000));
        return outcome;
      },
      afterStep: (step) => this.#disturb(life, step),
      report: (error) => {
        if (!life.isOver && !isExpected(error)) witness.bug(error);
      },
      now: life.now,
    });
    const tick = () => {
      service.transport.tick(life.now());
      life.after(tickMs, tick);
    };
    life.after(tickMs, tick);
    this.#service = { ...service, life };
  }

  /** Ends the process. Uncommitted changes are lost. */
  kill(): void {
    const { time, faults } = this.#deps;
    if (this.#service === undefined) return;
    this.#service.life.end();
    this.#service = undefined;
    time.after(faults.delay(4_000, 30_000), () => void this.start());
  }

  /** Shuts down, with a short grace period. */
  shutDown(): void {
    const { random } = this.#deps;
    this.#service?.transport.shutDown();
    this.#service?.life.after(random.below(3_000), () => this.kill());
  }

  accept(connection: ServerConnection): End | undefined {
    if (this.#service === undefined) return undefined;
    const { life, transport } = this.#service;
    const receiver = transport.accept(connection, endpoint, aesGcm);
    return { life, message: (bytes) => receiver.message(bytes), gone: () => receiver.gone() };
  }

  /** Answers a call over HTTP. Rejects with Killed if the process ends before. */
  async answer<Method extends DescMethodUnary>(
    method: Method,
    body: Uint8Array,
    sessionToken: string,
  ): Promise<MessageShape<Method["output"]>> {
    if (this.#service === undefined) throw new Killed();
    const { life, pipeline } = this.#service;
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
    life.check();
    if (!("fault" in answer)) return fromBinary(method.output, answer.written as Uint8Array) as never;
    throw PlatonicError.fromChannel(create(ErrorSchema, errorOf(answer, "")), false);
  }

  /** Identifies the caller after a delay, during which the session may end. */
  async #identify(life: Life, authorization: string | undefined): Promise<Principal> {
    const { faults, sessions } = this.#deps;
    await life.pause(faults.happen(0.1) ? faults.delay(500, 8_000) : 0);
    const principal = sessions.principal(authorization);
    if (!faults.happen(0.03)) return principal;
    sessions.end(principal.session.identityId);
    this.#service?.transport.checkSessions(principal.session.identityId);
    return sessions.principal(authorization);
  }

  /** Kills the process or fails the database now and then, between the steps of a batch. */
  #disturb(life: Life, step: BatchStep): void {
    const { faults, random } = this.#deps;
    if (faults.happen(0.003)) this.kill();
    life.check();
    if (!faults.happen(0.003)) return;
    const error = new Disturbed(step);
    throw random.chance(0.5) ? error : new DatabaseUnavailable(error, step === "committed");
  }

  /** Returns an operation that is not idempotent. */
  #count(life: Life) {
    const { faults, witness } = this.#deps;
    return async ({ clientId }: { readonly clientId: string }) => {
      if (life.isOver) return {};
      witness.done(clientId);
      if (faults.happen(0.3)) await life.pause(faults.delay(500, 20_000));
      return {};
    };
  }
}

function isExpected(error: unknown): boolean {
  return error === undefined || error instanceof Disturbed || (error as Error).cause instanceof Disturbed;
}
