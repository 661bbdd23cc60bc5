import { expect, it } from "vitest";
import { isSignature } from "../../../../server/core/signing/signature.ts";
import { entryBytes } from "../../../../server/modules/ledger/domain/entry/chain.ts";
import { type Entry, entryKinds, type PendingTransfer } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { transferDraft } from "../../../../server/modules/ledger/domain/entry/transfer-order.ts";
import type { Order } from "../../../../server/modules/ledger/domain/requests.ts";
import type { AcknowledgedItem } from "../../../../server/modules/ledger/engine/journal/acknowledged.ts";
import { reapplication } from "../../../../server/modules/ledger/journal/reapplication.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { expectConsistent } from "../../../support/ledger/consistency.ts";
import { policy, someDayMs } from "../../../support/ledger/constants.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { deposit } from "../../../support/ledger/requests.ts";
import { signer } from "./signed-orders.ts";

const token = 100_000_000n;

onEveryDatabase("what was acknowledged and lost", (engine) => {
  it("is made again once, with the same id, if its sender has signed it", async () => {
    const { ledger, ada, eve, keys, reapply } = await fixture();
    const told = toldOf(keys.order(eve, "1"));
    expect(await reapply([told, told])).toEqual([undefined, undefined]);
    expect(await reapply([told])).toEqual([undefined]);
    expect(await ledger.balances(eve)).toMatchObject([{ balance: token }]);
    expect((await ledger.entry(told.id))?.owner).toBe(ada);
    expect(await expectConsistent(ledger)).toHaveLength(2);
  });

  it("is made again as a pending transaction if it was one", async () => {
    const { ledger, ada, eve, keys, reapply } = await fixture();
    const order = keys.order(eve, "1");
    const transfer: PendingTransfer = { ...order, sender: ada, fee: 1n, createdAtMs: someDayMs };
    expect(await reapply([{ kind: "pending", id: order.id, transfer }])).toEqual([undefined]);
    expect(await ledger.pending(order.id)).toMatchObject({ sender: ada, amount: token });
  });

  it("is not made again with a revoked key, an expired order, another's signature or none", async () => {
    const { ledger, eve, keys, reapply } = await fixture();
    const [good, expired] = [keys.order(eve, "1"), keys.order(eve, "1", BigInt(someDayMs))];
    const forged = { ...keys.order(eve, "1"), signature: Buffer.alloc(64, 1) };
    const told = [expired, forged].map((order) => toldOf(order));
    const deposited = toldOf(good, {
      kind: entryKinds.deposit,
      order: undefined,
      keyId: undefined,
      signature: undefined,
    });
    expect(await reapply([...told, deposited])).toEqual([
      "Its order has expired.",
      "Its order is not signed by its sender.",
      "It carries no signature of its owner: make it again with the same id.",
    ]);
    keys.state.isRevoked = true;
    expect(await reapply([toldOf(good)])).toEqual(["Its signing key is revoked or not known."]);
    expect(await expectConsistent(ledger)).toHaveLength(1);
  });

  it("is made again as a whole if it was a linked set, once, in the sequence of its orders", async () => {
    const { ledger, eve, keys, reapply } = await fixture();
    const set = keys.linked([keys.order(eve, "1"), keys.order(eve, "2"), keys.order(eve, "3")]);
    const told = set.map((order) => toldOf(order, { linked: { failed: "" } }));
    expect(await reapply(told.slice(1))).toEqual(
      Array(2).fill("Others of its linked set are not known here, and it is made again as a whole only."),
    );
    expect(await reapply([...told, told[0] as AcknowledgedItem])).toEqual([undefined, undefined, undefined, undefined]);
    expect(await reapply(told)).toEqual([undefined, undefined, undefined]);
    expect(await ledger.balances(eve)).toMatchObject([{ balance: 6n * token }]);
    expect(await expectConsistent(ledger)).toHaveLength(4);
  });

  it("is not made again in part if one of its linked set would fail, or has no signature for the set", async () => {
    const { ledger, eve, keys, reapply } = await fixture();
    const short = keys.linked([keys.order(eve, "1"), keys.order(eve, "5000000")]);
    const [problem, same] = await reapply(short.map((order) => toldOf(order, { linked: { failed: "" } })));
    expect(problem).toMatch(/^Its linked set would fail by rule [35] now/);
    expect(same).toBe(problem);
    const alone = [keys.order(eve, "1"), keys.order(eve, "2")].map((order) =>
      toldOf(order, { linked: { failed: "" } }),
    );
    expect(await reapply(alone)).not.toContain(undefined);
    expect(await expectConsistent(ledger)).toHaveLength(1);
  });

  it("is not recorded as failed if it would fail now, and made again once it would not", async () => {
    const { ledger, ada, eve, keys, reapply } = await fixture();
    const told = toldOf(keys.order(eve, "50"));
    expect(await reapply([told])).toEqual(["It would fail by rule 3 now; it will be retried."]);
    expect(await ledger.entry(told.id)).toBeUndefined();
    await ledger.submit(deposit(ada, 100n * token));
    expect(await reapply([told])).toEqual([undefined]);
    expect(await ledger.balances(eve)).toMatchObject([{ balance: 50n * token }]);
  });

  it("is not made again if it had failed, nor under an id that is another's by now", async () => {
    const { ledger, ada, eve, keys, reapply } = await fixture();
    const told = toldOf(keys.order(eve, "1"));
    const failed = toldOf(keys.order(eve, "1"), { outcome: 3 });
    await ledger.submit(deposit(ada, 5n, { id: told.id }));
    expect(await reapply([failed, told])).toEqual([
      "It had failed, which its sender was told, so it is not made again.",
      "Its id is used by a different request.",
    ]);
  });

  async function fixture() {
    const opened = await openLedgerFixture(engine);
    const [ada, eve] = [await opened.addWallet(10n * token), await opened.addWallet()];
    const keys = signer(ada);
    const reapply = reapplication({
      ledger: opened.ledger,
      identities: keys,
      policy,
      isSignature,
      now: () => someDayMs,
    });
    return { ...opened, ada, eve, keys, reapply };
  }
});

/** Acknowledgement of an order that is lost by now. */
function toldOf(order: Order, members: Partial<Entry> = {}): AcknowledgedItem {
  const entry: Entry = {
    ...transferDraft({ order, feeMax: undefined, fee: 1n, isSigned: true }, 0, undefined, someDayMs),
    sequence: 99,
    ...members,
  };
  return { kind: "entry", id: entry.id, entry, bytes: entryBytes(entry) };
}
