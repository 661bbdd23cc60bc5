import {
  create,
  type DescMessage,
  fromBinary,
  type Message,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { expect } from "vitest";
import { type EntryKind, type LedgerEntry, LedgerEntrySchema } from "#contract/wallet/v1/ledger_pb.js";
import type { TokenType } from "#contract/wallet/v1/money_pb.js";
import type { TransactionErrorCode, TransactionResult, TransactionStatus } from "#contract/wallet/v1/transaction_pb.js";
import {
  ResolveTransactionResponseSchema,
  TransferBatchResponseSchema,
  TransferResponseSchema,
} from "#contract/wallet/v1/transaction_service_pb.js";
import type { WalletBalance } from "#contract/wallet/v1/wallet_pb.js";
import { GetBalancesAtResponseSchema, ListLedgerEntriesResponseSchema } from "#contract/wallet/v1/wallet_service_pb.js";
import type { Outcome } from "../driver-process.ts";
import type { Fault } from "../fault-server/fault.ts";
import { transform } from "../steps.ts";
import { failureOf, ten } from "../world.ts";
import { ordersTo } from "./bulk.ts";
import type { Scenario } from "./scenario.ts";

type Outcomes = { readonly outcomes: readonly Outcome[] };

/** Number of a value that this version of the contract does not have. */
const unknown = 999;
const unknownStatus = unknown as TransactionStatus;

/** Has a service of a later version send an answer: edited, and with a member that this version does not have. */
function later<Desc extends DescMessage>(
  schema: Desc,
  edit: (answer: MessageShape<Desc>) => MessageInitShape<Desc> | MessageShape<Desc>,
): Fault {
  const member = new BinaryWriter()
    .uint32((unknown << 3) | 2)
    .string("of a later version")
    .finish();
  return {
    do: "rewrite",
    edit(message) {
      const edited = create(schema, edit(fromBinary(schema, message)) as MessageInitShape<Desc>);
      return Buffer.concat([toBinary(schema, edited as MessageShape<Desc> & Message), member]);
    },
  };
}

/** Gives the result of a transfer other members. */
function resultOf(members: Partial<TransactionResult>): Fault {
  return later(TransferResponseSchema, ({ result }) => ({ result: { ...(result as TransactionResult), ...members } }));
}

/** Words, numbers and members that this version of the contract does not have. */
export const newerService: readonly Scenario[] = [
  {
    name: "a payment that a newer service refuses with a code that the SDK does not know",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("1"), await world.recipient()];
      world.faults.harm("/Transfer", resultOf({ errorCode: unknown as TransactionErrorCode }), 1_000);
      const outcome = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      expect(outcome).toMatchObject({ kind: "failed", errorCode: String(unknown) });
      return `failed: ${outcome.errorCode}`;
    },
  },
  {
    name: "a geocode call that a newer service refuses with a reason that the SDK does not know",
    async play(world) {
      const driver = await world.driver();
      const text = "the moon is full: wait for a day";
      world.faults.harm("/Transform", { do: "fail", reason: unknown, text }, 1_000);
      const { reason, message } = await failureOf(driver.send("call", transform));
      expect(reason).toBe("UNKNOWN");
      expect(message).toContain(text);
      return reason;
    },
  },
  {
    name: "a payment whose status the SDK does not know, until the ledger is asked",
    async play(world) {
      const journal = world.journal();
      const wallet = await world.wallet("100", { journal, confirmTimeoutMs: 2_000 });
      const recipient = await world.recipient();
      world.faults.harm("/Transfer", resultOf({ status: unknownStatus }), 1_000);
      const { kind } = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      expect(kind).toBe("completed");
      expect(await world.balanceOf(recipient)).toBe("10");
      return kind;
    },
  },
  {
    name: "a payment whose status the SDK does not know, whoever is asked, which another process reconciles",
    async play(world) {
      const journal = world.journal();
      const wallet = await world.wallet("100", { journal, confirmTimeoutMs: 1_000 });
      const recipient = await world.recipient();
      const edit = ({ result }: { readonly result?: TransactionResult | undefined }) => ({
        result: { ...(result as TransactionResult), status: unknownStatus },
      });
      world.faults.harm("/Transfer", later(TransferResponseSchema, edit), 1_000);
      world.faults.harm("/ResolveTransaction", later(ResolveTransactionResponseSchema, edit), 1_000);
      const { kind, id } = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      expect(kind).toBe("unresolved");
      await wallet.driver.send("close", { what: "wallet" });
      world.faults.heal();
      const next = await world.driver();
      await world.openWallet(next, wallet.credentials, { journal, clientId: "next" });
      expect(await next.send("reconcile")).toMatchObject({ outcomes: [{ kind: "completed", id }] });
      return "unresolved, then completed";
    },
  },
  {
    name: "orders in bulk of which one has a status that the SDK does not know",
    async play(world) {
      const journal = world.journal();
      const wallet = await world.wallet("100", { journal, confirmTimeoutMs: 10_000 });
      const recipient = await world.recipient();
      const orders = ordersTo(recipient, 3);
      const fault = later(TransferBatchResponseSchema, ({ results }) => ({
        results: results.map((result, index) => (index === 1 ? { ...result, status: unknownStatus } : result)),
      }));
      world.faults.harm("/TransferBatch", fault);
      const { outcomes } = await wallet.driver.send<Outcomes>("payAll", { orders });
      expect(outcomes.map(({ kind, id }) => [kind, id])).toEqual(orders.map(({ id }) => ["completed", id]));
      return "3 completed";
    },
  },
  {
    name: "balances of a token, and entries of a kind, that the SDK does not know",
    async play(world) {
      const [wallet, recipient] = [await world.wallet("100"), await world.recipient()];
      const { id } = await wallet.driver.send<Outcome>("pay", { order: ten(recipient) });
      const balances = later(GetBalancesAtResponseSchema, ({ balances: [first, ...others] }) => ({
        balances: [{ ...(first as WalletBalance), tokenType: unknown as TokenType, exactAmount: "7" }, ...others],
      }));
      world.faults.harm("/GetBalancesAt", balances);
      expect(await wallet.driver.send("balances")).toMatchObject({ [String(unknown)]: "7" });
      const history = later(ListLedgerEntriesResponseSchema, ({ entries: [first, ...others], ...members }) => ({
        ...members,
        entries: [
          create(LedgerEntrySchema, { sequence: 7n, kind: unknown as EntryKind }),
          { ...(first as LedgerEntry), kind: unknown as EntryKind },
          ...others,
        ],
      }));
      world.faults.harm("/ListLedgerEntries", history);
      const { ids } = await wallet.driver.send<{ ids: readonly string[] }>("history", {});
      expect(ids.slice(0, 2)).toEqual(["", id]);
      return "told by number";
    },
  },
];
