import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import type { GaleraNode } from "../database/galera.ts";

/** A cluster of three under load, with the nodes that a fault will strike. */
export interface Scene {
  readonly nodes: readonly GaleraNode[];
  readonly victims: readonly [GaleraNode, GaleraNode];
  readonly survivor: GaleraNode;
  /** Resolves when the clients have received a further share of their acknowledgements. */
  someMore(): Promise<void>;
}

/** A fault, with the operator's response. */
export interface Fault {
  readonly name: string;
  /** Whether continuous integration has time for it. */
  readonly isShort: boolean;
  happen(scene: Scene): Promise<void>;
}

/** Time for which nodes hang or are isolated: longer than the others wait for them, 5 s. */
const holdMs = 8_000;
/** Time between two kills in quick succession, before the others have given the first node up. */
const successionMs = 1_000;
const pollMs = 50;

export const faults: readonly Fault[] = [
  { name: "none", isShort: true, happen: ({ someMore }) => someMore() },
  {
    name: "kill -9, back by IST",
    isShort: true,
    async happen({ victims: [victim], someMore }) {
      await victim.kill();
      await someMore();
      await victim.start();
      expect(victim.transfer()).toBe("IST");
    },
  },
  {
    name: "kill -9, back by SST",
    isShort: false,
    async happen({ victims: [victim], someMore }) {
      await victim.kill();
      victim.forgetState();
      await someMore();
      await victim.start();
      expect(victim.transfer()).toBe("SST");
    },
  },
  {
    name: "SIGSTOP for 8 s",
    isShort: true,
    async happen({ victims: [victim] }) {
      await victim.suspend();
      await delay(holdMs);
      victim.resume();
    },
  },
  {
    name: "partition of one",
    isShort: false,
    async happen({ victims: [victim], someMore }) {
      await victim.isolate(true);
      await until(async () => (await victim.status("wsrep_cluster_status")) !== "Primary");
      await someMore();
      await victim.isolate(false);
    },
  },
  {
    name: "quorum lost, all three apart",
    isShort: false,
    async happen({ victims, survivor }) {
      await Promise.all(victims.map((victim) => victim.isolate(true)));
      await until(async () => (await survivor.status("wsrep_cluster_status")) !== "Primary");
      await delay(holdMs);
      await Promise.all(victims.map((victim) => victim.isolate(false)));
    },
  },
  { name: "two killed at once", isShort: false, happen: (scene) => killTwo(scene, 0) },
  { name: "two killed within 1 s", isShort: false, happen: (scene) => killTwo(scene, successionMs) },
];

/** Kills two nodes. The remaining one has no quorum, until an operator makes it the cluster. */
async function killTwo({ victims: [first, second], survivor }: Scene, pauseMs: number): Promise<void> {
  const kills = [first.kill(), delay(pauseMs).then(() => second.kill())];
  await Promise.all(kills);
  await until(async () => (await survivor.status("wsrep_cluster_status")) !== "Primary");
  await survivor.query("SET GLOBAL wsrep_provider_options = 'pc.bootstrap=YES'");
  await until(async () => (await survivor.status("wsrep_cluster_status")) === "Primary");
  await first.start();
  await second.start();
}

/** Resolves when every node has the cluster's whole state. */
export async function allSynced(nodes: readonly GaleraNode[]): Promise<void> {
  await until(async () => {
    const states = await Promise.all(
      nodes.map(async (node) => [
        await node.status("wsrep_cluster_status"),
        await node.status("wsrep_local_state_comment"),
        await node.status("wsrep_cluster_size"),
      ]),
    );
    return states.every((state) => state.join() === `Primary,Synced,${nodes.length}`);
  });
}

/** Polls a state that has no event. A server that does not answer is not in that state. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await delay(pollMs);
}
