import type { CaptureHoldRequest, ReleaseHoldRequest } from "#contract/wallet/v1/hold_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import { bytesToSign } from "../../../../core/signing/purposes.ts";
import { choicesOf } from "../../../../rpc/idempotency/choices.ts";
import type { Context } from "../../../../rpc/operations.ts";
import { currencyCodeOf, tokenTypeOf } from "../../../ledger/domain/assets.ts";
import { type Entry, entryKinds } from "../../../ledger/domain/entry/entry.ts";
import { type Hold, holdStates, leftOf } from "../../../ledger/domain/holds/hold.ts";
import { decimalOf } from "../../../ledger/domain/money.ts";
import { type OrderedCapture, type OrderedRelease, readCapture, readRelease } from "../../../ledger/index.ts";
import { requireAmount } from "../../orders/amounts.ts";
import { captureBytes, releaseBytes } from "../../orders/order-bytes.ts";
import { idTaken, requestedId } from "../../orders/request-id.ts";
import type { TransactionDeps } from "../transfers/deps.ts";

type Deps = Pick<TransactionDeps, "ledger" | "identities" | "vault" | "policy" | "now">;

/** Orders of recipients whose key is in the vault, which signs them. */
export function vaultOrders({ ledger, identities, vault, policy, now = Date.now }: Deps) {
  async function vaultKey(recipient: string) {
    const keys = await identities.signingKeys(recipient);
    const key = keys.find(({ vaultKeyId, revokedAt }) => vaultKeyId !== undefined && revokedAt === undefined);
    if (key?.vaultKeyId !== undefined) return { id: key.id, vaultKeyId: key.vaultKeyId };
    throw new Fault("STATE_INVALID", "The recipient has no signing key in the vault; send a signed_order.");
  }

  async function ownHold(holdId: string, recipient: string): Promise<Hold> {
    if (holdId === "") {
      throw new Fault("PARAMETER_REQUIRED", "hold_id is required without signed_order", { parameter: "hold_id" });
    }
    const hold = await ledger.hold(holdId);
    if (hold?.recipient === recipient) return hold;
    throw new Fault("RESOURCE_NOT_FOUND", "The recipient has no hold with this id.");
  }

  async function signedBy(recipient: string, purpose: "capture" | "release", order: Uint8Array) {
    const key = await vaultKey(recipient);
    return { order, keyId: key.id, signature: await vault.sign(key.vaultKeyId, bytesToSign(purpose, order)) };
  }

  return {
    /** @throws Fault RESOURCE_CONFLICT if the id is used by another request */
    async capture(request: CaptureHoldRequest, caller: Context): Promise<OrderedCapture> {
      const { recipient, holdId, keepRest } = request;
      const id = requestedId(request.captureId, "capture_id", choicesOf(caller, now()));
      const hold = await ownHold(holdId, recipient);
      const asset = policy.assets.get(hold.asset);
      if (asset === undefined) throw new Fault("STATE_INVALID", "The service no longer has the currency of this hold.");
      const entry = await ledger.entry(id);
      const before = keptOrder(entry, entryKinds.capture, recipient, "capture_id");
      const earlier = before && readCapture(before, recipient, policy);
      if (earlier !== undefined) {
        const isSame =
          earlier.holdId === holdId &&
          earlier.keepRest === keepRest &&
          (request.amount === undefined
            ? hasTakenAll(entry, hold)
            : requireAmount(request.amount, asset) === earlier.amount);
        if (isSame) return earlier;
        throw idTaken("capture_id", id);
      }
      requireOpen(hold);
      const amount = request.amount === undefined ? leftOf(hold).amount : requireAmount(request.amount, asset);
      const terms = { tokenType: tokenTypeOf(asset.code), currencyCode: currencyCodeOf(asset.code) };
      const order = captureBytes(
        { id, recipient, holdId, keepRest, amount: decimalOf(amount, asset.scale), ...terms },
        now(),
      );
      return readCapture(await signedBy(recipient, "capture", order), recipient, policy) as OrderedCapture;
    },

    /** @throws Fault RESOURCE_CONFLICT if the id is used by another request */
    async release({ recipient, holdId, releaseId }: ReleaseHoldRequest, caller: Context): Promise<OrderedRelease> {
      const id = requestedId(releaseId, "release_id", choicesOf(caller, now()));
      const hold = await ownHold(holdId, recipient);
      const before = keptOrder(await ledger.entry(id), entryKinds.release, recipient, "release_id");
      const earlier = before && readRelease(before, recipient);
      if (earlier !== undefined) {
        if (earlier.holdId === holdId) return earlier;
        throw idTaken("release_id", id);
      }
      requireOpen(hold);
      const order = releaseBytes({ id, recipient, holdId }, now());
      return readRelease(await signedBy(recipient, "release", order), recipient) as OrderedRelease;
    },
  };
}

/** Returns the order of an id that is already used: a newly encoded one would have different bytes. */
function keptOrder(entry: Entry | undefined, kind: number, recipient: string, parameter: string) {
  if (entry === undefined) return undefined;
  const { order, keyId, signature } = entry;
  const isOwn = entry.kind === kind && entry.owner === recipient;
  if (!isOwn || order === undefined || keyId === undefined || signature === undefined) {
    throw idTaken(parameter, entry.id);
  }
  return { order, keyId, signature };
}

/** Whether a capture has taken all that was left of its hold, or would have: a failed one stays what it was asked for. */
function hasTakenAll(entry: Entry | undefined, { captured, amount, lastSequence }: Hold): boolean {
  return entry !== undefined && (entry.outcome !== 0 || (entry.sequence === lastSequence && captured === amount));
}

/** @throws Fault STATE_INVALID */
function requireOpen(hold: Hold): Hold {
  if (hold.state === holdStates.open) return hold;
  throw holdEnded();
}

/** The refusal of a hold that has ended: by captures, a release, or time. */
export function holdEnded(): Fault {
  return new Fault("STATE_INVALID", "The hold has ended; nothing is left of it.");
}
