import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { EntryKind, type LedgerEntry } from "#contract/wallet/v1/ledger_pb.js";
import { account } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { ForeignCell, ForeignText } from "../ui/foreign-text.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ScrollingTable } from "../ui/scrolling-table.tsx";
import { Select } from "../ui/select.tsx";
import { Time } from "../ui/time.tsx";
import { movementsOf } from "../wallet/movements.ts";
import { ensureWallet, openWallet } from "../wallet/use-wallet.ts";
import { SignInFirst, WalletTabs } from "../wallet/wallet-tabs.tsx";

const pageSize = 50;

/** Lists the entries that moved money into or out of the wallet, newest first. */
export function Page() {
  const who = account.value;
  useEffect(ensureWallet, [who]);
  if (who.kind !== "identity") return <SignInFirst />;
  const wallet = openWallet.value;
  return (
    <>
      <PageHeader title="History" lead="Every entry of the ledger that changed this wallet." />
      <WalletTabs />
      {wallet?.wallet.value !== undefined && <Entries key={who.identityId} entries={wallet.client.history(pageSize)} />}
    </>
  );
}

/** Shows the entries read so far. More are read on demand. */
function Entries({ entries }: { readonly entries: AsyncGenerator<LedgerEntry, void> }) {
  const source = useRef(entries);
  const read = useSignal<readonly LedgerEntry[]>([]);
  const isWhole = useSignal(false);
  const kind = useSignal("");
  const reading = useAction(async () => {
    const more: LedgerEntry[] = [];
    while (more.length < pageSize) {
      const { value, done } = await source.current.next();
      if (done) {
        isWhole.value = true;
        break;
      }
      more.push(value);
    }
    read.value = [...read.value, ...more];
  });
  useEffect(() => void reading.run(), []);
  const shown = read.value.filter((entry) => kind.value === "" || EntryKind[entry.kind] === kind.value);
  if (isWhole.value && read.value.length === 0) {
    return (
      <EmptyState title="Nothing has moved yet">
        <p>
          Have somebody pay this wallet, or <a href="/wallet">pay from it</a>.
        </p>
      </EmptyState>
    );
  }
  return (
    <div class="card">
      <Select
        label="Show"
        name="kind"
        options={[
          { value: "", label: "everything" },
          ...kinds.map((name) => ({ value: name, label: `${name.toLowerCase()}s` })),
        ]}
        onText={(chosen) => {
          kind.value = chosen;
        }}
      />
      <ScrollingTable label="History" columns={["Time", { number: "Amount" }, "Proof", "With"]}>
        {shown.map((entry) => (
          <tr key={String(entry.sequence)}>
            <th scope="row">
              <Time at={entry.recordedAt} />
            </th>
            <td class="number">
              <Movements entry={entry} />
            </td>
            <td>
              {entry.transaction?.id && (
                <a href={`/wallet/receipt?id=${entry.transaction.id}`}>Receipt {String(entry.sequence)}</a>
              )}
            </td>
            <td>
              <Other entry={entry} />
            </td>
          </tr>
        ))}
      </ScrollingTable>
      {!isWhole.value && (
        <button type="button" disabled={reading.isBusy.value} onClick={() => reading.run()}>
          {reading.isBusy.value ? "Reading …" : "Earlier ones"}
        </button>
      )}
      {reading.error.value !== undefined && <ErrorNotice error={reading.error.value} />}
    </div>
  );
}

const kinds = ["TRANSACTION", "DEPOSIT", "WITHDRAWAL", "EXCHANGE", "HOLD", "CAPTURE", "RELEASE", "REVERSAL"];

/** Shows the amounts of an entry, each on its own line. */
function Movements({ entry }: { readonly entry: LedgerEntry }) {
  return (
    <>
      {movementsOf(entry).map((movement) => (
        <div key={movement}>{movement}</div>
      ))}
    </>
  );
}

/** Shows the kind of an entry, its other party, and its description. */
function Other({ entry: { kind, transaction, issuance } }: { readonly entry: LedgerEntry }) {
  const word = EntryKind[kind]?.toLowerCase();
  const written = transaction?.description ?? issuance?.reference ?? "";
  const isSent = transaction?.sender === openWallet.value?.client.identityId;
  return (
    <>
      {word}
      {transaction !== undefined && (
        <>
          {isSent ? " to " : " from "}
          <code class="small">
            <ForeignText text={isSent ? transaction.recipient : transaction.sender} />
          </code>
        </>
      )}
      {written !== "" && <ForeignCell text={written} />}
    </>
  );
}
