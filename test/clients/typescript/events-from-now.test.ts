import { create } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { EventService, ListEventsResponseSchema } from "#contract/wallet/v1/event_service_pb.js";
import type { Channel } from "../../../clients/typescript/src/channel/channel.ts";
import { PlatonicError } from "../../../clients/typescript/src/index.ts";
import { walletEvents } from "../../../clients/typescript/src/wallet/events.ts";

interface Question {
  readonly cursor: string;
  readonly waitSeconds: number;
}

/** A service whose ledger has sequences only, and that loses the first question which waits. */
class Service {
  readonly asked: Question[] = [];
  #sequence = 5n;
  #hasLost = false;

  /** The answer to a question, as the service gives it over HTTP and over the channel. */
  answer({ cursor, waitSeconds }: Question) {
    this.asked.push({ cursor, waitSeconds });
    if (waitSeconds > 0 && !this.#hasLost) {
      this.#hasLost = true;
      // A payment comes while nobody asks.
      this.#sequence += 1n;
      throw new PlatonicError("UNREACHABLE", "the service was killed");
    }
    const from = cursor === "" ? this.#sequence : BigInt(cursor);
    // One that waits is answered by the next payment.
    if (waitSeconds > 0 && from === this.#sequence) this.#sequence += 1n;
    const events = [];
    for (let sequence = from + 1n; sequence <= this.#sequence; sequence++) {
      events.push({ cursor: String(sequence), entry: { sequence } });
    }
    return create(ListEventsResponseSchema, { events, cursor: String(this.#sequence) });
  }
}

test.each([
  ["over the channel", "open"],
  ["over HTTP, while the channel is down", "waiting"],
] as const)("what happens while the first question that waits is lost is told, %s", async (_, phase) => {
  const service = new Service();
  const http = createRouterTransport(({ service: add }) => {
    add(EventService, { listEvents: (question) => service.answer(question) });
  });
  const call = async (_method: unknown, question: unknown) => service.answer(question as Question);
  const events = walletEvents(http, "ada", {}, { phase, call } as unknown as Channel);
  expect((await events.next()).value?.entry.sequence).toBe(6n);
  expect((await events.next()).value?.entry.sequence).toBe(7n);
  expect(service.asked.slice(0, 2)).toEqual([
    { cursor: "", waitSeconds: 0 },
    { cursor: "5", waitSeconds: 15 },
  ]);
  await events.return();
});
