import { randomUUID } from "node:crypto";
import { create, fromJson, toBinary } from "@bufbuild/protobuf";
import { beforeAll, describe, expect, test } from "vitest";
import { ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import { TransferOrdersSchema } from "#contract/wallet/v1/transaction_service_pb.js";
import { orderRoot } from "../../../clients/typescript/src/wallet/order-tree.ts";
import { verifyReceipt } from "../../../clients/typescript/src/wallet/receipt.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { holdOrders, hourMs } from "../../support/hold-orders.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { checked } from "../../support/ledger/checked.ts";
import { done, type Holder, newHolder, newVaultHolder, refused } from "../../support/wallet-holder.ts";

const held = { ...done, status: "TRANSACTION_HELD" };

onEveryServer("holds", ({ server }) => {
  const api = () => new ApiClient(server());
  let ada: Holder;
  let bob: Holder;
  let eve: Holder;
  beforeAll(async () => {
    ada = await newHolder(api(), { TOKEN_STANDARD: 1_000 });
    [bob, eve] = [await newHolder(api()), await newHolder(api())];
  });
  const from = (holder: Holder) => holdOrders(api(), holder);
  const balance = async (holder: Holder) => (await holder.wallet()).standard;

  test("take money from the balance, show it beside, and are captured in parts", async () => {
    const before = Number((await balance(ada)).exact_amount);
    const result = await from(ada).hold(bob.id);
    expect(result).toEqual(held);
    const id = result.transaction_id;
    expect(await balance(ada)).toMatchObject({ amount: before - 10.01, exact_held: "10.01", held: 10.01 });
    expect((await balance(bob)).exact_amount).toBe("0");
    expect(await from(bob).capture({ holdId: id, amount: "4", keepRest: true })).toEqual(done);
    expect(await from(ada).read(id)).toMatchObject({
      state: "HOLD_OPEN",
      exact_amount: "10",
      fee: { exact_amount: "0.01" },
      exact_captured: "4",
      captured_fee: { exact_amount: "0.004" },
      exact_left: "6",
    });
    expect(await from(bob).capture({ holdId: id, amount: "1" })).toEqual(done);
    expect(await from(bob).read(id)).toMatchObject({ state: "HOLD_CAPTURED", exact_captured: "5", exact_left: "0" });
    expect(await balance(ada)).toMatchObject({ amount: before - 5.005, exact_held: "0" });
    expect((await balance(bob)).exact_amount).toBe("5");
  });

  test("show their sender that nobody was paid, and nobody else that they exist", async () => {
    const { transaction_id: id } = await from(ada).hold(bob.id);
    const path = (holder: Holder) => `/api/wallets/${holder.id}/transactions/${id}`;
    for (const holder of [ada, bob]) {
      const { transaction, result } = (await api().call("GET", path(holder))).body.result;
      expect(transaction).toMatchObject({ status: "TRANSACTION_HELD", capture_before: expect.any(String) });
      expect(result.status).toBe("TRANSACTION_HELD");
    }
    const stranger = await api().call("GET", `/api/wallets/${eve.id}/holds/${id}`);
    expect(stranger.status).toBe(404);
    expect((await api().call("GET", `/api/wallets/${eve.id}/holds/${randomUUID()}`)).body).toMatchObject({
      error: { message: stranger.body.error.message },
    });
  });

  test("are refused to strangers, the sender, wrong purposes and other assets; refusals are final answers", async () => {
    const { transaction_id: holdId } = await from(ada).hold(bob.id);
    const { capture, release, captureOrder, releaseOrder, send } = from(bob);
    expect(await from(eve).capture({ holdId })).toEqual(refused("HOLD_UNKNOWN"));
    expect(await from(ada).capture({ holdId })).toEqual(refused("HOLD_UNKNOWN"));
    expect(await from(ada).release({ holdId })).toEqual(refused("HOLD_UNKNOWN"));
    expect(await capture({ holdId, tokenType: 2 })).toEqual(refused("HOLD_UNKNOWN"));
    expect(await capture({ holdId, amount: "10.00000001" })).toEqual(refused("INSUFFICIENT_FUNDS"));
    expect(await capture({ holdId, expiresAt: 1n })).toEqual(refused("INVALID_TRANSACTION"));
    expect(await capture({ holdId, amount: "-1" })).toEqual(refused("INVALID_TRANSACTION"));
    expect(await capture({ holdId, recipient: eve.id })).toEqual(refused("INVALID_TRANSACTION", ""));
    const order = Buffer.from(captureOrder({ holdId }).order, "base64");
    const ofPurpose = await send("capture", bob.signed(order, "release"));
    expect(ofPurpose.body.result.result).toEqual(refused("INVALID_SIGNATURE"));
    const unsigned = { ...releaseOrder({ holdId }), signature: captureOrder({ holdId }).signature };
    expect((await send("release", unsigned)).body.result.result).toEqual(refused("INVALID_SIGNATURE"));
    const sealed = { sender: ada.id, transaction_id: holdId, seal: true };
    expect((await api().call("POST", "/api/transactions/resolve", sealed)).body.result.result).toEqual(held);
    expect((await from(bob).read(holdId)).state).toBe("HOLD_OPEN");
    expect(await release({ holdId })).toEqual(done);
    expect(await release({ holdId })).toEqual(refused("HOLD_ENDED"));
    expect(await capture({ holdId })).toEqual(refused("HOLD_ENDED"));
  });

  test("give the same answer to the same order, and a conflict to another of its id", async () => {
    const { transaction_id: holdId } = await from(ada).hold(bob.id);
    const { send, captureOrder } = from(bob);
    const signed = captureOrder({ holdId, amount: "1", keepRest: true });
    const answers = await Promise.all([1, 2, 3].map(() => send("capture", signed)));
    expect(new Set(answers.map(({ body }) => body.result.result.confirmation_code)).size).toBe(1);
    const id = answers[0]?.body.result.result.transaction_id;
    expect((await send("capture", captureOrder({ id, holdId, amount: "2" }))).status).toBe(409);
    const question = { sender: bob.id, transaction_id: id };
    const resolved = (await api().call("POST", "/api/transactions/resolve", question)).body.result;
    expect(resolved).toEqual({ is_final: true, result: answers[0]?.body.result.result });
    expect((await from(bob).read(holdId)).exact_captured).toBe("1");
  });

  test("have captures that can be voided before they happen", async () => {
    const { transaction_id: holdId } = await from(ada).hold(bob.id);
    const id = randomUUID();
    await api().call("POST", "/api/transactions/resolve", { sender: bob.id, transaction_id: id, seal: true });
    expect(await from(bob).capture({ id, holdId })).toEqual(refused("CHANNEL_FAILURE", id));
  });

  test("are refused if they end in the past, or after more than 31 days", async () => {
    expect(await from(ada).hold(bob.id, "1", -1)).toEqual(refused("INVALID_TRANSACTION"));
    expect(await from(ada).hold(bob.id, "1", 32 * 24 * hourMs)).toEqual(refused("INVALID_TRANSACTION"));
    expect(await ada.pay({ recipient: bob.id, captureBefore: -1n })).toEqual(refused("INVALID_TRANSACTION"));
  });

  test("can be under one signature with transfers", async () => {
    const captureBefore = BigInt(Date.now() + hourMs);
    const common = { sender: ada.id, recipient: bob.id, tokenType: 1, amount: "1", createdAt: BigInt(Date.now()) };
    const orders = [{ ...common, captureBefore }, common].map((order) => ({ ...order, id: randomUUID() }));
    const bytes = orders.map((order) => ada.order(order));
    const request = {
      sender: ada.id,
      orders: Buffer.from(toBinary(TransferOrdersSchema, create(TransferOrdersSchema, { orders }))).toString("base64"),
      key_id: ada.keyId,
      signature: ada.signature("transfers", await orderRoot(bytes)),
    };
    const { results } = (await api().call("POST", "/api/transactions/batch", request)).body.result;
    expect(results).toEqual([held, done]);
  });

  test("can be created, captured and released by keys in the vault, and repeated by their ids", async () => {
    const carl = await newVaultHolder(api(), { TOKEN_STANDARD: 100 });
    const dora = await newVaultHolder(api());
    const capture_before = new Date(Date.now() + hourMs).toISOString();
    const created = (await carl.create({ recipient: dora.id, capture_before })).body.result.transaction;
    expect(created).toMatchObject({ status: "TRANSACTION_PENDING", capture_before: expect.any(String) });
    expect((await carl.execute(created.id)).body.result).toEqual(held);
    const request = { recipient: dora.id, hold_id: created.id, amount: 3, keep_rest: true, capture_id: randomUUID() };
    const capture = () => api().call("POST", "/api/transactions/holds/capture", request);
    const [first, second] = [await capture(), await capture()];
    expect(second.body).toEqual(first.body);
    expect(first.body.result.result).toEqual(done);
    // Without an amount it would be all that was left.
    for (const amount of [4, undefined]) {
      const other = { ...request, amount };
      expect((await api().call("POST", "/api/transactions/holds/capture", other)).status).toBe(409);
    }
    const release = { recipient: dora.id, hold_id: created.id };
    const released = (await api().call("POST", "/api/transactions/holds/release", release)).body.result;
    expect(released).toMatchObject({ result: done, hold: { state: "HOLD_RELEASED", exact_captured: "3" } });
    expect(await carl.held()).toMatchObject({ TOKEN_STANDARD: "96.997" });
  });

  test("are captured in whole without an amount, once for the same id", async () => {
    const carl = await newVaultHolder(api(), { TOKEN_STANDARD: 100 });
    const dora = await newVaultHolder(api());
    const capture_before = new Date(Date.now() + hourMs).toISOString();
    const { id: hold_id } = (await carl.create({ recipient: dora.id, capture_before })).body.result.transaction;
    await carl.execute(hold_id);
    const request = { recipient: dora.id, hold_id, capture_id: randomUUID() };
    const [first, second] = [
      await api().call("POST", "/api/transactions/holds/capture", request),
      await api().call("POST", "/api/transactions/holds/capture", request),
    ];
    expect(first.body.result.result).toEqual(done);
    expect(second.body).toEqual(first.body);
  });

  test("that have ended have one answer to whatever their recipient asks by a key in the vault", async () => {
    const carl = await newVaultHolder(api(), { TOKEN_STANDARD: 1_000 });
    const dora = await newVaultHolder(api());
    const change = (what: string, members: object) =>
      api().call("POST", `/api/transactions/holds/${what}`, { recipient: dora.id, ...members });
    const ends: Record<string, (hold_id: string) => Promise<unknown>> = {
      captured: (hold_id) => change("capture", { hold_id }),
      "captured in part": (hold_id) => change("capture", { hold_id, amount: 4 }),
      released: (hold_id) => change("release", { hold_id }),
      "released by an administrator": (hold_id) => api().call("POST", "/v1/admin/ledger/holds/release", { hold_id }),
    };
    for (const [how, end] of Object.entries(ends)) {
      const capture_before = new Date(Date.now() + hourMs).toISOString();
      const { id } = (await carl.create({ recipient: dora.id, capture_before })).body.result.transaction;
      expect((await carl.execute(id)).body.result).toEqual(held);
      await end(id);
      const capture_id = randomUUID();
      const answers = [
        await change("capture", { hold_id: id }),
        await change("capture", { hold_id: id, amount: 1, capture_id }),
        await change("capture", { hold_id: id, amount: 1, capture_id }),
        await change("capture", { hold_id: id, amount: 1, keep_rest: true }),
        await change("release", { hold_id: id }),
      ];
      for (const { status, body } of answers) {
        const { code, message } = body.error;
        expect([how, status, code, message]).toEqual([
          how,
          409,
          "STATE_INVALID",
          "The hold has ended; nothing is left of it.",
        ]);
      }
    }
  });

  test("are ended by administrators, once, with a reason that the parties see", async () => {
    const { transaction_id: hold_id } = await from(ada).hold(bob.id);
    const request = { hold_id, reference: "fraud", release_id: randomUUID() };
    const end = (members = {}) => api().call("POST", "/v1/admin/ledger/holds/release", { ...request, ...members });
    expect((await end()).body.result.hold).toMatchObject({ state: "HOLD_RELEASED", exact_left: "0" });
    expect((await end()).body.result.hold.state).toBe("HOLD_RELEASED");
    expect((await end({ reference: "other" })).status).toBe(409);
    expect((await end({ release_id: randomUUID() })).status).toBe(409);
    expect((await end({ hold_id: randomUUID(), release_id: randomUUID() })).status).toBe(404);
    const [entry] = await ada.entries("?kind=ENTRY_RELEASE");
    expect(entry).toMatchObject({
      hold_change: { hold_id, reference: "fraud", exact_returned: "10.01" },
      movements: [{ exact_amount: "10.01" }],
    });
  });

  test("are listed by side and state, page by page", async () => {
    const [carl, dora] = [await newHolder(api(), { TOKEN_STANDARD: 100 }), await newHolder(api())];
    const ids: string[] = [];
    for (const amount of ["1", "2", "3"]) ids.unshift((await from(carl).hold(dora.id, amount)).transaction_id);
    await from(dora).release({ holdId: ids[0] ?? "" });
    const idsOf = (page: { holds: { id: string }[] }) => page.holds.map(({ id }) => id);
    expect(idsOf(await from(carl).list())).toEqual(ids);
    expect(idsOf(await from(dora).list("?side=HOLD_RECEIVED&state=HOLD_OPEN"))).toEqual(ids.slice(1));
    expect(idsOf(await from(dora).list("?side=HOLD_SENT"))).toEqual([]);
    const first = await from(carl).list("?page_size=2");
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(await from(carl).list(`?page_size=2&page_token=${first.next_page_token}`)).toEqual({
      holds: [expect.objectContaining({ id: ids[2] })],
    });
  });

  describe("have receipts that are verified without the service:", () => {
    const receiptOf = async (holder: Holder, id: string) => {
      const answer = await api().call("GET", `/api/wallets/${holder.id}/transactions/${id}/receipt`);
      return fromJson(ReceiptSchema, answer.body.result.receipt);
    };
    const keySet = async () => (await fetch(`${server().url}/.well-known/jwks.json`)).json();

    test("of the hold, of a capture and of a release", async () => {
      const { transaction_id: holdId } = await from(ada).hold(bob.id);
      const captured = await from(bob).capture({ holdId, amount: "2", keepRest: true });
      const released = await from(bob).release({ holdId });
      expect((await verifyReceipt(await receiptOf(bob, holdId), await keySet())).order).toMatchObject({
        kind: "hold",
        sender: ada.id,
        recipient: bob.id,
        amount: "10",
        captureBeforeMs: expect.any(Number),
      });
      const capture = await verifyReceipt(await receiptOf(ada, captured.transaction_id), await keySet());
      expect(capture.order).toMatchObject({ kind: "capture", holdId, sender: ada.id, recipient: bob.id, amount: "2" });
      const release = await verifyReceipt(await receiptOf(bob, released.transaction_id), await keySet());
      expect(release.order).toMatchObject({ kind: "release", holdId, sender: ada.id, recipient: bob.id });
    });
  });

  test("leave a ledger in which the check finds nothing", async () => {
    expect(await checked(api())).toEqual([]);
  });
});
