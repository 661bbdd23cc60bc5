import { expect } from "vitest";
import { transform } from "../steps.ts";
import { ten, type World } from "../world.ts";
import type { Scenario } from "./scenario.ts";

type Warnings = { readonly warnings: readonly string[] };

/** Name and version of the client, then its runtime, system and processor. Libraries of gRPC add theirs. */
export const userAgent = /^platonic-client-[a-z]+\/\d+\.\d+\.\d+ \([a-z]+ ?\d[^;()]*; \S+ \S+\)( \S+)*$/;

/** Calls two times a service that names this version; returns what the client has warned of. */
async function warningsOf(world: World, version: string): Promise<readonly string[]> {
  const driver = await world.driver();
  world.faults.harm("/Transform", { do: "change headers", headers: { "platonic-version": version } }, 2);
  for (const _ of "12") expect(await driver.send("call", transform)).toHaveProperty("transformedData");
  return (await driver.send<Warnings>("warnings")).warnings;
}

/** How a client and a service tell each other who they are. */
export const introductions: readonly Scenario[] = [
  {
    name: "requests of every kind, which name the client, its version and its platform",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100"), await world.recipient()];
      await wallet.driver.send("call", transform);
      await wallet.driver.send("pay", { order: ten(recipient) });
      await wallet.driver.send("events", { count: 1, fromStart: true });
      const names = [...world.faults.userAgents];
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) expect(name).toMatch(userAgent);
      return "named";
    },
  },
  {
    name: "a service of the client's own version",
    async play(world) {
      const driver = await world.driver();
      await driver.send("call", transform);
      expect(await driver.send("warnings")).toEqual({ warnings: [] });
      return "no warning";
    },
  },
  ...["older", "newer"].map((age) => ({
    name: `a service that is ${age} than the client`,
    async play(world: World) {
      const version = age === "older" ? "0.0.9" : "7.0.0";
      const warnings = await warningsOf(world, version);
      expect(warnings).toHaveLength(1);
      for (const part of [age, version, world.faults.url]) expect(warnings[0]).toContain(part);
      return "1 warning";
    },
  })),
  {
    name: "a service that names no version, but a word",
    async play(world) {
      expect(await warningsOf(world, "moon")).toEqual([]);
      return "no warning";
    },
  },
];
