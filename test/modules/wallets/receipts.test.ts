import { generateKeyPairSync, sign } from "node:crypto";
import { create, fromJson, toJson } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { type InclusionProof, type Receipt, ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import { orderRoot } from "../../../clients/typescript/src/wallet/order-tree.ts";
import { BadReceipt, verifyReceipt } from "../../../clients/typescript/src/wallet/receipt.ts";
import { bytesToSign } from "../../../server/core/signing/purposes.ts";
import {
  batchHash,
  confirmationCode,
  entryBytes,
  entryDigest,
  readEntry,
} from "../../../server/modules/ledger/domain/entry/chain.ts";
import { asBatchHash } from "../../../server/modules/ledger/domain/entry/digests.ts";
import type { Entry } from "../../../server/modules/ledger/domain/entry/entry.ts";
import { receiptStatement } from "../../../server/modules/ledger/domain/entry/receipt.ts";
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
    const entry = readEntry(given.entry);
    expect(await verifyReceipt(given, await keySet())).toEqual({
      transactionId,
      confirmationCode,
      sequence,
      batchNumber,
      order: {
        kind: "transfer",
        sender: entry.owner,
        recipient: entry.counterparty,
        asset: "TOKEN_STANDARD",
        amount: "10",
        description: "",
        publicKey: given.senderKey,
      },
      head: { size: given.inclusion?.treeSize, root: given.inclusion?.treeRoot },
    });
    expect(readEntry(given.entry)).toMatchObject({ id: transactionId, sequence: Number(sequence), amount: 10n ** 9n });
    expect(await verifyReceipt(fromJson(ReceiptSchema, toJson(ReceiptSchema, given)), await keySet())).toBeDefined();
  });

  describe("are refused when", () => {
    const flipped = (bytes: Uint8Array) => Uint8Array.from(bytes, (byte, index) => (index === 3 ? byte ^ 1 : byte));
    /** Changes the proof that the entry is in the tree. */
    const within = (change: (given: InclusionProof) => Partial<InclusionProof>) => (given: Receipt) => {
      const inclusion = given.inclusion as InclusionProof;
      return { inclusion: { ...inclusion, ...change(inclusion) } };
    };
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
      ["another sender's key is named", ({ senderKey }) => ({ senderKey: flipped(senderKey) })],
      ["the sender's key is missing", () => ({ senderKey: new Uint8Array() })],
      ["the batch before is another one", ({ previousHash }) => ({ previousHash: flipped(previousHash) })],
      ["an entry of its batch is another one", ({ batchDigests }) => ({ batchDigests: flipped(batchDigests) })],
      ["the root of the tree is another one", within(({ treeRoot }) => ({ treeRoot: flipped(treeRoot) }))],
      ["the tree is larger", within(({ treeSize }) => ({ treeSize: 2n * treeSize }))],
      ["the batch is larger", within(() => ({ batchEntries: 2n }))],
      ["its place in the batch is another one", within(() => ({ entryIndex: 1n }))],
      ["the way to the root of the tree is another one", within(() => ({ batchPath: new Uint8Array(31) }))],
      ["the way to the root of the batch is another one", within(() => ({ entryPath: new Uint8Array(32) }))],
    ];
    test.each(changes)("%s", async (_, change) => {
      const given = await receipt();
      const { $typeName: _name, $unknown: _unknown, ...members } = given;
      const changed = create(ReceiptSchema, { ...members, ...change(given) });
      await expect(verifyReceipt(changed, await keySet())).rejects.toThrow(BadReceipt);
    });

    const own = generateKeyPairSync("ed25519");
    const ownKeys = { keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "own" }] };

    /** A receipt of a changed entry, as a service would sign it that does not look at the order and the batch. */
    function signed(given: Receipt, change: (entry: Entry) => Entry, isInBatch = true): Receipt {
      const entry = entryBytes(change(readEntry(given.entry)));
      const digest = entryDigest(entry);
      const { $typeName: _name, $unknown: _unknown, ...members } = given;
      const { batchNumber, previousHash, transactionId } = given;
      const digests = [isInBatch ? digest : entryDigest(given.entry)];
      const hash = batchHash(Number(batchNumber), asBatchHash(previousHash), digests);
      const place = { sequence: Number(given.sequence), batchNumber: Number(batchNumber), batchHash: hash };
      const statement = receiptStatement({ transactionId, entryDigest: digest, ...place });
      return create(ReceiptSchema, {
        ...members,
        ...{ entry, entryDigest: digest, confirmationCode: confirmationCode(digest), batchHash: hash, statement },
        ...{ batchDigests: digests[0] as Uint8Array, keyId: "own", inclusion: undefined },
        signature: sign(null, bytesToSign("receipt", statement), own.privateKey),
      });
    }

    const differs = "the entry is not what the order says";
    const forgeries: [string, (entry: Entry) => Entry, string][] = [
      ["amount", (entry) => ({ ...entry, amount: 99n * entry.amount }), differs],
      ["amount, by a power of ten", (entry) => ({ ...entry, amount: 10n * entry.amount }), differs],
      ["recipient", (entry) => ({ ...entry, counterparty: entry.owner }), differs],
      ["asset", (entry) => ({ ...entry, asset: "TOKEN_MICRO" }), differs],
      ["description", (entry) => ({ ...entry, description: "rent" }), differs],
      ["sequence", (entry) => ({ ...entry, sequence: entry.sequence + 1 }), "the entry is another one"],
      ["outcome", (entry) => ({ ...entry, outcome: 3 }), "the entry is another one"],
      ["order", (entry) => ({ ...entry, order: Buffer.of(1) }), "the order cannot be read"],
      [
        "signature",
        (entry) => ({ ...entry, signature: Buffer.alloc(64) }),
        "the order is not signed by the sender's key",
      ],
    ];
    test.each(forgeries)(
      "the entry has another %s than its order, though the service signed it",
      async (_, change, why) => {
        const given = await receipt();
        expect(
          await verifyReceipt(
            signed(given, (entry) => entry),
            ownKeys,
          ),
        ).toMatchObject({ order: { amount: "10" } });
        await expect(verifyReceipt(signed(given, change), ownKeys)).rejects.toThrow(why);
      },
    );

    test("the entry is not in the batch, though the service signed it", async () => {
      const other = signed(await receipt(), (entry) => ({ ...entry, fee: entry.fee + 1n }), false);
      await expect(verifyReceipt(other, ownKeys)).rejects.toThrow("the entry is not in the batch");
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

  test("of an order that was signed with others prove it too", async () => {
    const bob = await newHolder(api());
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const orders = [1, 2, 3].map((amount) => ada.order({ recipient: bob.id, amount: String(amount) }));
    const bytes = Buffer.concat(
      orders.flatMap((order) => [Buffer.of(0x0a, (order.length & 127) | 128, order.length >> 7), order]),
    );
    const signature = ada.signature("transfers", await orderRoot(orders));
    const batch = { sender: ada.id, orders: bytes.toString("base64"), key_id: ada.keyId, signature };
    const { results } = (await api().call("POST", "/api/transactions/batch", batch)).body.result;
    for (const [index, { transaction_id }] of results.entries()) {
      const path = `/api/wallets/${ada.id}/transactions/${transaction_id}/receipt`;
      const given = fromJson(ReceiptSchema, (await api().call("GET", path)).body.result.receipt);
      expect(await verifyReceipt(given, await keySet())).toMatchObject({ order: { amount: String(index + 1) } });
    }
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
