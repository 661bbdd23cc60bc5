import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { hex } from "../../../typescript/src/bytes.ts";
import { client } from "../account/account.ts";
import { storedTexts } from "../browser/storage.ts";
import { useAction } from "../ui/action.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { lacksPermission } from "../ui/lacks-permission.ts";
import { Time } from "../ui/time.tsx";
import { type Growth, growthOf, keptHeadName } from "./kept-head.ts";

/** Shows whether the ledger was only added to since the last visit, which this page has proven to it. */
export function GrowthCard() {
  const growth = useSignal<Growth | undefined>(undefined);
  const reading = useAction(async () => {
    growth.value = await growthOf(client.value.of(LedgerService), storedTexts, Date.now());
  });
  useEffect(() => void reading.run(), []);
  async function startAnew() {
    storedTexts.removeItem(keptHeadName);
    await reading.run();
  }
  // A key for something else sees the page as before.
  if (lacksPermission(reading.error.value)) return null;
  const found = growth.value;
  return (
    <section class="card stack" aria-labelledby="growth">
      <h2 id="growth">Since your last visit</h2>
      {found !== undefined && <Verdict growth={found} />}
      {found?.head !== undefined && (
        <p class="small">
          Head of the ledger: <code class="digest">{hex(found.head.root)}</code>
        </p>
      )}
      {found?.kind === "changed" && (
        <button type="button" onClick={startAnew}>
          Go on with the ledger as it is now
        </button>
      )}
      {reading.error.value !== undefined && <ErrorNotice error={reading.error.value} />}
    </section>
  );
}

function Verdict({ growth }: { readonly growth: Growth }) {
  if (growth.head === undefined && growth.kind === "first") return <p>The ledger has no entries yet.</p>;
  if (growth.kind === "first") {
    return (
      <p>
        This browser now keeps the head of the ledger, and has it proven at your next visit that nothing was changed.
      </p>
    );
  }
  const visit = <Time at={timestampFromMs(growth.since.keptAtMs)} />;
  if (growth.kind === "grown") {
    const added = growth.head.size - growth.since.size;
    return (
      <p class="notice good">
        <span>
          Nothing was changed or removed since {visit}: {added === 0n ? "no batch" : batches(added)} came after the{" "}
          {String(growth.since.size)} of then.
        </span>
      </p>
    );
  }
  return (
    <p class="notice bad">
      <span>
        <strong>This ledger has been changed.</strong> It does not begin with the {batches(growth.since.size)} that it
        had at {visit}, of the head <code class="digest">{hex(growth.since.root)}</code>. That is so after a restored
        backup, or with another data folder; otherwise ask the operator.
      </span>
    </p>
  );
}

function batches(count: bigint): string {
  return count === 1n ? "1 batch" : `${count} batches`;
}
