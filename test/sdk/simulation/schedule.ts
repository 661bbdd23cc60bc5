import { TransactionStatus } from "../../../gen/es/wallet/v1/transaction_pb.js";
import { Random } from "../../fuzz/random.ts";
import { ClientModel } from "./client-model.ts";
import { Network } from "./network.ts";
import { firstBalance, PlainLedger, type Word } from "./plain-ledger.ts";
import { ServerModel } from "./server-model.ts";
import { VirtualTime } from "./virtual-time.ts";

/** What happened in a schedule, to see that it is not always the same. */
export interface Findings {
  readonly completed: number;
  readonly failed: number;
  readonly sealed: number;
  readonly refused: number;
  readonly unresolved: number;
}

const troubleMs = 90_000;
/** After the trouble everything is settled within this. */
const calmMs = 600_000;

/**
 * Minutes of a client, a network and a server, all of which follow from the seed. Throws for anything that a user must
 * never see.
 */
export function runSchedule(seed: number): Findings {
  const random = new Random(seed);
  const time = new VirtualTime();
  const ledger = new PlainLedger();
  const server = new ServerModel(time, random, ledger);
  const network = new Network(time, random, server);
  const storage = new Map<string, number>();
  const paid = new Map<string, number>();
  const settled = new Map<string, Word>();
  const refused = new Set<string>();
  const unresolved = new Set<string>();
  const expect = (holds: boolean, what: string) => {
    if (!holds) throw new Error(`seed ${seed}, at ${time.nowMs} ms: ${what}`);
  };
  const user = {
    settled(id: string, word: Word) {
      const held = ledger.words.get(id);
      expect(
        held !== undefined && held.status === word.status,
        `${id} is told as ${word.status} and is ${held?.status}`,
      );
      expect(!settled.has(id), `${id} is told twice`);
      settled.set(id, word);
    },
    refused: (id: string) => refused.add(id),
    unresolved: (id: string) => unresolved.add(id),
    counted(id: string, answer: { readonly kind: string; readonly wasSent?: boolean }) {
      const times = server.executions.get(id) ?? 0;
      if (answer.kind === "result") expect(times === 1, `${id} is told as done and was done ${times} times`);
      if (answer.kind === "lost" && answer.wasSent === false) expect(times === 0, `${id} was not sent, but done`);
    },
  };
  const parts = { time, random, network, server, storage, user };
  server.killChance = random.chance(0.5) ? 0.1 : 0;
  let client = new ClientModel(parts);
  for (let number = 1; number <= 3 + random.below(12); number += 1) {
    const id = `payment ${number}`;
    time.after(random.below(troubleMs), () => {
      const amount = random.chance(0.1) ? 255 : 1 + random.below(60);
      paid.set(id, amount);
      client.pay(id, amount);
    });
    time.after(random.below(troubleMs), () => client.count(`counted ${number}`));
  }
  for (let times = random.below(4); times > 0; times -= 1) {
    const downMs = random.below(20_000);
    const isKilled = random.chance(0.5);
    time.after(random.below(troubleMs), () => {
      if (server.isUp) isKilled ? server.kill(downMs) : server.shutDown(downMs);
    });
  }
  for (let times = random.below(3); times > 0; times -= 1) {
    time.after(random.below(troubleMs), () => {
      client.kill();
      client = new ClientModel(parts);
    });
  }
  time.after(troubleMs, () => {
    network.trouble = 0;
    server.killChance = 0;
  });
  while (time.step(troubleMs + calmMs) && (time.nowMs < troubleMs || storage.size > 0));
  // Whatever is still on its way arrives.
  while (time.step(time.nowMs + 60_000) && time.nowMs < troubleMs + 2 * calmMs);

  expect(storage.size === 0, `not settled: ${[...storage.keys()]}`);
  for (const [id, amount] of paid) {
    const held = ledger.words.get(id);
    const word = settled.get(id);
    const moved = ledger.moved.get(id) ?? 0;
    expect(moved <= 1, `${id} was done ${moved} times`);
    if (word === undefined) {
      expect(refused.has(id) || held !== undefined, `${id} of ${amount} is told as nothing`);
    } else {
      expect(held?.status === word.status, `${id} was told as ${word.status} and is ${held?.status}`);
      expect((moved === 1) === (word.status === TransactionStatus.COMPLETED), `${id}: ${word.status}, moved ${moved}`);
    }
    if (refused.has(id)) expect(moved === 0, `${id} was refused, and done`);
  }
  const spent = [...ledger.moved.keys()].reduce((sum, id) => sum + (paid.get(id) ?? Number.NaN), 0);
  expect(ledger.balance === firstBalance - spent, "money is missing");
  for (const [id, times] of server.executions) expect(times === 1, `${id} was done ${times} times`);
  const words = [...settled.values()];
  return {
    completed: words.filter(({ status }) => status === TransactionStatus.COMPLETED).length,
    failed: words.filter(({ status }) => status === TransactionStatus.FAILED).length,
    sealed: words.filter(({ isSealed }) => isSealed).length,
    refused: refused.size,
    unresolved: unresolved.size,
  };
}
