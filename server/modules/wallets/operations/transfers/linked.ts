import { TransactionErrorCode } from "#contract/wallet/v1/transaction_pb.js";
import type { LinkedSignature, TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { bytesToSign } from "../../../../core/signing/purposes.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import { orderTree } from "../../../ledger/domain/entry/order-tree.ts";
import type { LinkedOrder } from "../../../ledger/domain/requests.ts";
import { readOrder, senderOf, submitted } from "../../../ledger/index.ts";
import { failure, resultOf } from "../../messages/transfer-message.ts";
import { levelOfSession } from "../../orders/level-of-session.ts";
import { requireReadable } from "../../orders/order-texts.ts";
import { idTaken } from "../../orders/request-id.ts";
import { splitOrders } from "../../orders/split-orders.ts";
import type { TransactionDeps } from "./deps.ts";

type Signed = Pick<LinkedSignature, "sender" | "keyId" | "signature">;

const counts: [number, number] = [2, 100];

/** The operation that processes linked orders, all or none. */
export function linkedTransfers(deps: TransactionDeps): Pick<Operations<typeof TransactionService>, "transferLinked"> {
  const { ledger, identities, vault, policy, checks, attempts } = deps;

  /** Signs for the caller, whose key is in the vault. */
  async function signedByVault(sender: string, root: Uint8Array): Promise<Signed> {
    const keys = await identities.signingKeys(sender);
    const key = keys.find(({ vaultKeyId, revokedAt }) => vaultKeyId !== undefined && revokedAt === undefined);
    if (key?.vaultKeyId === undefined) {
      throw new Fault("STATE_INVALID", "The sender has no signing key in the vault; send its signature, too.");
    }
    const signature = await vault.sign(key.vaultKeyId, bytesToSign("linked transfers", root));
    return { sender, keyId: key.id, signature };
  }

  return {
    async transferLinked({ sender, orders: bytes, signatures: given }, caller) {
      const orders = splitOrders(bytes, counts);
      const senders = sendersOf(orders, sender);
      refuseOthers(given, senders);
      attempts.consume(sender, orders.length);
      const tree = orderTree(orders);
      const own = given.some((one) => one.sender === sender) ? [] : [await signedByVault(sender, tree.root)];
      const claims = new Map([...given, ...own].map((one) => [one.sender, one]));
      refuseMissing(claims, senders);
      const signed = new Map<string, { readonly isSigned: boolean; readonly signatures: readonly Uint8Array[] }>();
      for (const [signer, { keyId, signature }] of claims) {
        const isSigned = await checks.areLinked({ order: tree.root, keyId, signature }, signer, caller.principal.id);
        signed.set(signer, { isSigned, signatures: tree.signatures(signature) });
      }
      const linked = orders.map((order, index): LinkedOrder => {
        const signer = senders[index] as string;
        const { isSigned = false, signatures = [] } = signed.get(signer) ?? {};
        const claim = { order, keyId: claims.get(signer)?.keyId ?? "", signature: signatures[index] as Uint8Array };
        const read = readOrder(claim, signer, policy);
        if (read === undefined) throw badOrders("must be orders with UUIDs");
        requireReadable(read, `orders[${index}]`);
        return { ...read, isSigned, levelMax: levelOfSession(caller.principal, signer) };
      });
      if (new Set(linked.map(({ id }) => id)).size < linked.length) throw badOrders("must have ids of their own");
      const { id, owner } = linked[0] as LinkedOrder;
      const request = { kind: "linked" as const, id, owner, orders: linked };
      const outcome = await submitted(ledger, request, caller);
      if (outcome.kind === "entries") {
        const success = outcome.entries.every((entry) => entry.outcome === 0);
        return { success, results: outcome.entries.map((entry) => resultOf(entry)) };
      }
      if (outcome.kind === "unlinked")
        return { success: false, results: failures(linked, outcome.index, outcome.error) };
      throw idTaken("orders");
    },
  };
}

/** Results of a set that is not recorded. */
function failures(orders: readonly LinkedOrder[], failed: number, error: number) {
  const firstFailed = orders[failed]?.id ?? "";
  return orders.map(({ id }, index) =>
    index === failed ? failure(id, error) : { ...failure(id, TransactionErrorCode.LINKED_FAILED), firstFailed },
  );
}

/** @throws Fault PARAMETER_INVALID for an order that cannot be read, or if none is the caller's */
function sendersOf(orders: readonly Uint8Array[], sender: string): string[] {
  const senders = orders.map((order) => senderOf(order) ?? "");
  if (senders.includes("")) throw badOrders("must be orders that name their senders");
  if (!senders.includes(sender)) throw badOrders("must have an order of the sender of the set");
  return senders;
}

function refuseOthers(given: readonly Signed[], senders: readonly string[]): void {
  const isTwice = new Set(given.map(({ sender }) => sender)).size < given.length;
  if (!isTwice && given.every(({ sender }) => senders.includes(sender))) return;
  throw badSignatures("must have one signature for each sender of an order, of nobody else");
}

function refuseMissing(claims: ReadonlyMap<string, Signed>, senders: readonly string[]): void {
  const missing = senders.find((sender) => !claims.has(sender));
  if (missing !== undefined) throw badSignatures(`must have a signature of ${missing}, who sends one of the orders`);
}

function badOrders(expected: string): Fault {
  return new Fault("PARAMETER_INVALID", `orders ${expected}`, { parameter: "orders" });
}

function badSignatures(expected: string): Fault {
  return new Fault("PARAMETER_INVALID", `signatures ${expected}`, { parameter: "signatures" });
}
