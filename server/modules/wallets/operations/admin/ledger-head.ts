import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { GetLedgerHeadRequest, LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { Fault } from "../../../../core/fault.ts";
import type { Operations } from "../../../../rpc/operations.ts";
import type { LedgerTree } from "../../../ledger/index.ts";

/** The operation that reads heads of the tree of batches, and proves that one is the beginning of another. */
export function ledgerHeads(tree: LedgerTree): Pick<Operations<typeof LedgerService>, "getLedgerHead"> {
  return {
    async getLedgerHead({ size, since }: GetLedgerHeadRequest) {
      const whole = await tree.head();
      const largest = BigInt(whole?.head.size ?? 0);
      requireWithin("size", size, largest, "the size of the ledger's tree");
      const found = size === 0n || size === largest ? whole : await tree.head(Number(size));
      requireWithin("since", since, BigInt(found?.head.size ?? 0), "the size of the head");
      if (found === undefined) return {};
      const { head, batch } = found;
      return {
        head: {
          size: BigInt(head.size),
          root: head.root,
          batchNumber: BigInt(batch.number),
          batchHash: batch.hash,
          lastSequence: BigInt(batch.lastSequence),
          writtenAt: timestampFromMs(batch.atMs),
        },
        consistency: since === 0n ? Buffer.alloc(0) : Buffer.concat(await tree.consistency(Number(since), head.size)),
      };
    },
  };
}

function requireWithin(parameter: string, value: bigint, largest: bigint, what: string): void {
  if (value >= 0n && value <= largest) return;
  const bounds = `must be 0 to ${largest}, ${what}`;
  throw new Fault("PARAMETER_INVALID", `${parameter} ${bounds}`, { parameter, provided: String(value) });
}
