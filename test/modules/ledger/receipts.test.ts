import { create, fromJson, toJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { BadReceipt, verifyReceipt } from "../../../clients/typescript/src/wallet/receipt.ts";
import { type Receipt, ReceiptSchema } from "../../../gen/es/wallet/v1/transaction_pb.js";
import { readEntry } from "../../../server/modules/ledger/domain/entry/chain.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newHolder } from "../../support/wallet-holder.ts";

onEveryServer("receipts", ({ server }) => {
  const api = () => new ApiClient(server());
  const keySet = async () => (await fetch(`${server().url}/.well-known/jwks.json`)).json();

  async function receipt(): Promise<Receipt> {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const { transaction_id } = await ada.pay({ recipient: bob.id });
    const path = `/api/wallets/${bob.id}/transactions/${transaction_id}/receipt`;
    const json = (await api().call("GET", path)).body.result.receipt;
    return fromJson(ReceiptSchema, json);
  }

  test("are verified without the service, with its published keys", async () => {
    const given = await receipt();
    const { transactionId, confirmationCode, sequence, batchNumber } = given;
    expect(await verifyReceipt(given, await keySet())).toEqual({
      transactionId,
      confirmationCode,
      sequence,
      batchNumber,
    });
    expect(readEntry(given.entry)).toMatchObject({ id: transactionId, sequence: Number(sequence), amount: 10n ** 9n });
    expect(await verifyReceipt(fromJson(ReceiptSchema, toJson(ReceiptSchema, given)), await keySet())).toBeDefined();
  });

  describe("are refused when", () => {
    const flipped = (bytes: Uint8Array) => Uint8Array.from(bytes, (byte, index) => (index === 3 ? byte ^ 1 : byte));
    const changes: [string, (given: Receipt) => Partial<Receipt>][] = [
      ["another transaction is named", () => ({ transactionId: "01a1fcd0-2349-748d-a49a-a0fe71602152" })],
      ["another confirmation code is named", () => ({ confirmationCode: "0000-0000-0000-0000" })],
      ["another sequence number is named", ({ sequence }) => ({ sequence: sequence + 1n })],
      ["another batch is named", ({ batchNumber }) => ({ batchNumber: batchNumber + 1n })],
      ["the entry is changed", ({ entry }) => ({ entry: flipped(entry) })],
      ["the digest is changed", ({ entryDigest }) => ({ entryDigest: flipped(entryDigest) })],
      ["the chain's hash is changed", ({ batchHash }) => ({ batchHash: flipped(batchHash) })],
      ["the statement is changed", ({ statement }) => ({ statement: flipped(statement) })],
      ["the signature is changed", ({ signature }) => ({ signature: flipped(signature) })],
      ["the signature is truncated", ({ signature }) => ({ signature: signature.slice(1) })],
      ["another key is named", () => ({ keyId: "another" })],
    ];
    test.each(changes)("%s", async (_, change) => {
      const given = await receipt();
      const { $typeName: _name, $unknown: _unknown, ...members } = given;
      const changed = create(ReceiptSchema, { ...members, ...change(given) });
      await expect(verifyReceipt(changed, await keySet())).rejects.toThrow(BadReceipt);
    });

    test.each([undefined, null, {}, { keys: [] }, { keys: "all" }, []])("the key set is %j", async (keys) => {
      await expect(verifyReceipt(await receipt(), keys)).rejects.toThrow(BadReceipt);
    });

    test("the key is of another kind", async () => {
      const given = await receipt();
      const keys = { keys: [{ kid: given.keyId, kty: "EC", crv: "P-256", x: "AA", y: "AA" }] };
      await expect(verifyReceipt(given, keys)).rejects.toThrow("no Ed25519 key");
    });
  });

  test("are refused with STATE_INVALID for pending and failed transactions", async () => {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const signed_order = ada.signed(ada.order({ recipient: bob.id }));
    const created = await api().call("POST", "/api/transactions/create", { sender: ada.id, signed_order });
    const failed = await ada.pay({ recipient: bob.id, amount: "0" });
    for (const id of [created.body.result.transaction.id, failed.transaction_id]) {
      const { status, body } = await api().call("GET", `/api/wallets/${ada.id}/transactions/${id}/receipt`);
      expect([status, body.error.code]).toEqual([409, "STATE_INVALID"]);
    }
  });
});
