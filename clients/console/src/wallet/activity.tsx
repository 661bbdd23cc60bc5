import { EntryKind } from "#contract/wallet/v1/ledger_pb.js";
import { Time } from "../ui/time.tsx";
import { movementsOf } from "./movements.ts";
import type { OpenWallet } from "./open-wallet.ts";

/** Shows the entries that moved money since the console was opened, as they happen. */
export function Activity({ wallet }: { readonly wallet: OpenWallet }) {
  const entries = wallet.arrived.value;
  return (
    <section class="card">
      <h2>As it happens</h2>
      <div role="log" aria-label="Payments as they happen">
        {entries.length === 0 ? (
          <p class="small">Payments to this wallet and from it appear here at once.</p>
        ) : (
          <ul class="rows">
            {entries.map((entry) => (
              <li key={String(entry.sequence)}>
                <span>{EntryKind[entry.kind]?.toLowerCase()}</span>
                <strong>{movementsOf(entry).join(", ")}</strong>
                <span class="small">
                  <Time at={entry.recordedAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
