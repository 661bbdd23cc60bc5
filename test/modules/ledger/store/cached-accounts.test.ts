import { expect, test, vi } from "vitest";
import { openJournaledLedger } from "../../../../server/modules/ledger/journal/open.ts";
import { storedWallets } from "../../../../server/modules/ledger/store/wallets.ts";
import { sqlite } from "../../../support/database/databases.ts";
import { policy, someDayMs, twoForOne } from "../../../support/ledger/constants.ts";
import { newWallet } from "../../../support/ledger/ledger-fixture.ts";
import { deposit } from "../../../support/ledger/requests.ts";

const sizes = vi.hoisted((): number[] => []);

vi.mock("../../../../server/core/generation-cache.ts", async (load) => {
  const { GenerationCache } = await load<typeof import("../../../../server/core/generation-cache.ts")>();
  return {
    GenerationCache: class extends GenerationCache<unknown, unknown> {
      constructor(countMax: number) {
        super(countMax);
        sizes.push(countMax);
      }
    },
  };
});

const ada = "019b0000-0000-7000-8000-00000000ada0";

test("a ledger without a thread of its own keeps as many accounts in memory as it is told to", async () => {
  const database = await sqlite.open();
  await using resources = new AsyncDisposableStack();
  const terms = { policy, rates: () => twoForOne, now: () => someDayMs, cachedAccounts: 1_000 };
  const { ledger } = await openJournaledLedger(
    { database, dataDirectory: "", setting: "off", ...terms } as unknown as Parameters<typeof openJournaledLedger>[0],
    resources,
  );
  await storedWallets(database).open(newWallet(ada));
  await ledger.submit(deposit(ada, 5n));
  expect(sizes.length).toBeGreaterThan(0);
  expect(new Set(sizes)).toEqual(new Set([1_000]));
});
