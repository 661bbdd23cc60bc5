import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { storedIdentities } from "../../../../server/modules/identity/store/identities.ts";
import { microAsset, standardAsset } from "../../../../server/modules/ledger/domain/assets.ts";
import { transactionErrors } from "../../../../server/modules/ledger/domain/entry/entry.ts";
import { storedRates } from "../../../../server/modules/ledger/store/rates.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { newIdentity } from "../../../support/identity/samples.ts";
import { policy, someDayMs } from "../../../support/ledger/constants.ts";
import { entryOf, newWallet, openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { transfer } from "../../../support/ledger/requests.ts";

onEveryDatabase("a wallet", (engine) => {
  it("is read unchanged, with an empty account of each internal token", async () => {
    const { wallets, ledger } = await openLedgerFixture(engine);
    const wallet = newWallet(randomUUID(), { autoExchange: true, channelEndpoint: "wss://example/ü" });
    expect(await wallets.find(wallet.identityId)).toBeUndefined();
    expect(await wallets.open(wallet)).toBe(true);
    expect(await wallets.find(wallet.identityId)).toEqual(wallet);
    const owner = wallet.identityId;
    const accounts = [microAsset, standardAsset].map((asset) => ({ owner, asset, balance: 0n }));
    expect(await ledger.accountsAfter(undefined, 10)).toMatchObject(accounts);
  });

  it("is opened by one of twenty concurrent calls, and the others change nothing", async () => {
    const { wallets, ledger } = await openLedgerFixture(engine);
    const id = randomUUID();
    const opened = await Promise.all(
      Array.from({ length: 20 }, (_, n) => wallets.open(newWallet(id, { retryCount: n }))),
    );
    expect(opened.filter((isOpened) => isOpened)).toHaveLength(1);
    expect((await wallets.find(id))?.configuration.retryCount).toBe(opened.indexOf(true));
    expect(await ledger.accountsAfter(undefined, 10)).toHaveLength(2);
  });

  it("is changed by one of twenty concurrent calls with the same version", async () => {
    const { wallets } = await openLedgerFixture(engine);
    const wallet = newWallet(randomUUID());
    await wallets.open(wallet);
    const changed = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const configuration = { ...wallet.configuration, retryCount: 100 + n };
        return wallets.update({ ...wallet, configuration, version: 2 });
      }),
    );
    expect(changed.filter((isChanged) => isChanged)).toHaveLength(1);
    const found = await wallets.find(wallet.identityId);
    expect(found).toMatchObject({ version: 2, createdAtMs: someDayMs });
    expect(found?.configuration.retryCount).toBe(100 + changed.indexOf(true));
    expect(await wallets.update({ ...newWallet(randomUUID()), version: 2 })).toBe(false);
  });

  it("that is frozen cannot send, and can receive", async () => {
    const { wallets, ledger, addWallet } = await openLedgerFixture(engine);
    const [ada, eve] = [await addWallet(1_000n), await addWallet(1_000n)];
    const wallet = newWallet(ada);
    await wallets.update({ ...wallet, isFrozen: true, version: 2 });
    expect(await wallets.find(ada)).toMatchObject({ isFrozen: true });
    const outcomes = [await ledger.submit(transfer(ada, eve, 1n)), await ledger.submit(transfer(eve, ada, 1n))];
    const invalid = transactionErrors.TX_ERROR_INVALID_TRANSACTION;
    expect(outcomes.map((outcome) => entryOf(outcome).outcome)).toEqual([invalid, 0]);
  });

  it("has the limits of its identity's level", async () => {
    const limitOf = (level: number) => ({ perTransaction: BigInt(100 * level), perDay: 10_000n });
    const standard = policy.assets.get(standardAsset);
    if (standard === undefined) throw new Error("no standard token");
    const limited = { ...standard, limits: [0, 1, 2, 3, 4, 5].map(limitOf) };
    const byLevel = { ...policy, assets: new Map([[standardAsset, limited]]) };
    const { database, ledger, wallets, addWallet } = await openLedgerFixture(engine, { policy: byLevel });
    const ada = await addWallet(10_000n);
    const eve = await addWallet();
    const { identity, key, rotationKey } = newIdentity({ id: ada, level: 2 });
    await storedIdentities(database).create(identity, key, rotationKey);
    const over = transactionErrors.TX_ERROR_LIMIT_EXCEEDED;
    const send = async (amount: bigint) => entryOf(await ledger.submit(transfer(ada, eve, amount))).outcome;
    expect([await send(200n), await send(201n)]).toEqual([0, over]);
    await storedIdentities(database).update({ ...identity, level: 3, version: 2 });
    expect([await send(300n), await send(301n)]).toEqual([0, over]);
    expect(await wallets.find(ada)).toBeDefined();
  });
});

onEveryDatabase("exchange rates", (engine) => {
  it("are stored exactly, one per pair of assets", async () => {
    const rates = storedRates(await engine.open());
    expect(await rates.all()).toEqual([]);
    const rate = { source: "BTC", target: "JPY", rate: 10n ** 20n + 1n, origin: "an administrator", atMs: someDayMs };
    await rates.set([{ ...rate, rate: 1n, atMs: 1 }]);
    const back = { ...rate, source: "JPY", target: "BTC", rate: 7n };
    await rates.set([rate, back]);
    expect(await rates.all()).toEqual([rate, back]);
  });
});
