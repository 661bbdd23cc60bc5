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
import { type House, openHouse, type Size } from "./house.ts";
import { Killed, Life } from "./life.ts";
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

/** The server's own code in a process that ends now and then, and the one after it. */
export class Server {
  readonly #deps: ServerDeps;
  #house: (House & { readonly life: Life }) | undefined;

  constructor(deps: ServerDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { time, bank, sessions, size, faults, witness } = this.#deps;
    const life = new Life(time);
    const house = await openHouse({
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
      house.door.tick(life.now());
      life.after(tickMs, tick);
    };
    life.after(tickMs, tick);
    this.#house = { ...house, life };
  }

  /** Whatever is not committed is gone. */
  kill(): void {
    const { time, faults } = this.#deps;
    if (this.#house === undefined) return;
    this.#house.life.end();
    this.#house = undefined;
    time.after(faults.delay(4_000, 30_000), () => void this.start());
  }

  /** Says farewell, and does not wait for long. */
  shutDown(): void {
    const { random } = this.#deps;
    this.#house?.door.shutDown();
    this.#house?.life.after(random.below(3_000), () => this.kill());
  }

  accept(connection: ServerConnection): End | undefined {
    if (this.#house === undefined) return undefined;
    const { life, door } = this.#house;
    const receiver = door.accept(connection, endpoint, aesGcm);
    return { life, message: (bytes) => receiver.message(bytes), gone: () => receiver.gone() };
  }

  /** What a call over HTTP is answered. Rejects with Killed when it is not. */
  async answer<Method extends DescMethodUnary>(
    method: Method,
    body: Uint8Array,
    sessionToken: string,
  ): Promise<MessageShape<Method["output"]>> {
    if (this.#house === undefined) throw new Killed();
    const { life, pipeline } = this.#house;
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

  /** Takes its time, in which the session may end. */
  async #identify(life: Life, authorization: string | undefined): Promise<Principal> {
    const { faults, sessions } = this.#deps;
    await life.pause(faults.happen(0.1) ? faults.delay(500, 8_000) : 0);
    const principal = sessions.principal(authorization);
    if (!faults.happen(0.03)) return principal;
    sessions.end(principal.session.identityId);
    this.#house?.door.checkSessions(principal.session.identityId);
    return sessions.principal(authorization);
  }

  /** Between the steps of a batch it is killed now and then, or the database fails it. */
  #disturb(life: Life, step: BatchStep): void {
    const { faults, random } = this.#deps;
    if (faults.happen(0.003)) this.kill();
    life.check();
    if (!faults.happen(0.003)) return;
    const error = new Disturbed(step);
    throw random.chance(0.5) ? error : new DatabaseUnavailable(error, step === "committed");
  }

  /** Work that is done twice when it is asked for twice. */
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
