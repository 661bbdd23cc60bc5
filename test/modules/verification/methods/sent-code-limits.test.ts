import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { storedLimiters } from "../../../../server/access/store/rate-windows.ts";
import { useWindowRows } from "../../../../server/access/store/use-window-row.ts";
import { createFixedWindowLimiter } from "../../../../server/core/fixed-window/fixed-window-limiter.ts";
import { windows } from "../../../../server/core/fixed-window/windows.ts";
import { sentCodeLimits } from "../../../../server/modules/verification/methods/sent-code-limits.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";

const pepper = randomBytes(32);
const now = () => 1_000_000;

onEveryDatabase("codes", (engine) => {
  async function open(countMax: number) {
    const database = await engine.open();
    const shared = storedLimiters(database, now);
    const byNetwork = createFixedWindowLimiter({ ...windows.networkCodes, countMax, now });
    const byAddress = shared("codes", windows.sentCodes);
    const limits = sentCodeLimits({ pepper, byAddress, byNetwork, overall: shared(randomUUID(), windows.mails) });
    return { database, limits };
  }

  test("that people of one network ask for are bounded; those of other networks and applications are not", async () => {
    const { limits } = await open(3);
    const admit = (network?: string) => limits.admit(`${randomUUID()}@example.org`, network);
    for (let code = 0; code < 3; code += 1) await admit("198.51.100.1");
    await expect(admit("198.51.100.1")).rejects.toMatchObject({ reason: "RATE_LIMIT_EXCEEDED" });
    await admit("198.51.100.2");
    for (let code = 0; code < 5; code += 1) await admit();
  });

  test("to one mailbox are bounded, however its address is spelt", async () => {
    const { limits } = await open(1);
    const local = randomUUID();
    const spellings = [
      `${local}@bücher.example`,
      `${local}@BÜCHER.example`,
      `${local}@bu\u0308cher.example`,
      `${local}@xn--bcher-kva.example`,
      `${local.toUpperCase()}@XN--BCHER-KVA.EXAMPLE`,
      `${local}@bücher\uff0eexample`,
      `${local}+tag@bücher.example`,
    ];
    const admit = (at: number) => limits.admit(spellings[at % spellings.length] as string, undefined);
    for (let code = 0; code < windows.sentCodes.countMax; code += 1) await admit(code);
    for (const at of spellings.keys()) await expect(admit(at)).rejects.toMatchObject({ reason: "RATE_LIMIT_EXCEEDED" });
  });

  test("are counted without their addresses", async () => {
    const { database, limits } = await open(3);
    await limits.admit("somebody@example.org", undefined);
    const names = (await database.manager.find(useWindowRows)).map(({ name }) => name).join("\n");
    expect(names).toMatch(/^codes [0-9a-f]{64}$/m);
    expect(names).not.toContain("somebody");
  });
});
