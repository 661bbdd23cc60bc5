import { type HoldService, HoldSide } from "#contract/wallet/v1/hold_service_pb.js";
import { Fault } from "../../../../core/fault.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import { pageEnd } from "../../../../rpc/pages.ts";
import type { Wallets } from "../../../ledger/domain/wallets.ts";
import { foundWallet } from "../../messages/found-wallet.ts";
import { holdMessage } from "../../messages/hold-message.ts";
import type { TransactionDeps } from "../transfers/deps.ts";
import { holdChanges } from "./changes.ts";

export interface HoldOperationsDeps extends TransactionDeps {
  readonly wallets: Pick<Wallets, "find">;
}

/** The operations of wallet.v1.HoldService. */
export function holdOperations(deps: HoldOperationsDeps): Operations<typeof HoldService> {
  const { ledger, wallets, policy } = deps;
  const change = holdChanges(deps);

  return {
    captureHold: (request, caller) => change.capture(request, caller),

    releaseHold: (request, caller) => change.release(request, caller),

    async getHold({ identityId, holdId }) {
      const hold = await ledger.hold(holdId);
      // The fault is the same for another party's hold and for a missing one.
      if (hold === undefined || (hold.sender !== identityId && hold.recipient !== identityId)) throw unknownHold();
      return { hold: holdMessage(hold, policy, (await ledger.reversedOf([hold.id])).get(hold.id)) };
    },

    async listHolds({ identityId, state, side, pageSize, pageToken }) {
      const question = {
        owner: identityId,
        side: sides[side],
        state: state === 0 ? undefined : state,
        beforeSequence: pageEnd(pageToken),
        count: pageSize + 1,
      };
      await foundWallet(wallets, identityId);
      const found = await ledger.holdsOf(question);
      const page = found.slice(0, pageSize);
      const reversed = await ledger.reversedOf(page.map(({ id }) => id));
      return {
        holds: page.map((hold) => holdMessage(hold, policy, reversed.get(hold.id))),
        ...(found.length > pageSize && { nextPageToken: String(page.at(-1)?.sequence) }),
      };
    },
  };
}

const sides = {
  [HoldSide.UNSPECIFIED]: "both",
  [HoldSide.SENT]: "sent",
  [HoldSide.RECEIVED]: "received",
} as const;

function unknownHold(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "The identity has no hold with this id.");
}
