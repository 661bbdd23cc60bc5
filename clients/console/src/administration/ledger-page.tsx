import { type LedgerCheck, LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { hex } from "../../../typescript/src/bytes.ts";
import { client } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { useQuery } from "../ui/query.ts";
import { Time } from "../ui/time.tsx";
import { Frame } from "./frame.tsx";

const ledger = () => client.value.of(LedgerService);

/** Shows the check of the ledger: every entry is replayed, and compared with the balances. */
export function Page() {
  return (
    <Frame
      title="Ledger check"
      lead="The service replays every entry with its signatures, and compares the result with the balances."
    >
      <Check />
    </Frame>
  );
}

function Check() {
  const query = useQuery(() => ledger().getLedgerCheck({}), 1_000);
  const starting = useAction(async () => {
    await ledger().checkLedger({});
    await query.reload();
  });
  return (
    <Loaded query={query}>
      {({ check }) => (
        <section class="card">
          <button
            type="button"
            class="primary"
            disabled={starting.isBusy.value || check?.isRunning === true}
            onClick={() => starting.run()}
          >
            {check?.isRunning ? "Checking …" : "Check the ledger"}
          </button>
          {starting.error.value !== undefined && <ErrorNotice error={starting.error.value} />}
          <div role="status">{check?.startedAt !== undefined && <Result check={check} />}</div>
        </section>
      )}
    </Loaded>
  );
}

function Result({ check }: { readonly check: LedgerCheck }) {
  const { isRunning, entries, entriesTotal, batches, head, findings, startedAt, endedAt } = check;
  return (
    <div class="stack">
      {isRunning ? (
        <>
          <progress aria-label="Check of the ledger" value={Number(entries)} max={Number(entriesTotal) || 1} />
          <p>
            {entries < entriesTotal
              ? `${entries} of ${entriesTotal} entries replayed`
              : "All entries are replayed, and their balances compared"}{" "}
            since <Time at={startedAt} />
          </p>
        </>
      ) : (
        <div class={`notice ${findings.length === 0 ? "good" : "bad"}`}>
          <div>
            <p>
              {findings.length === 0 ? "The ledger is whole: " : `${findings.length} findings in `}
              {String(entries)} entries in {String(batches)} batches, checked <Time at={endedAt} />.
            </p>
            {findings.map((finding) => (
              <p key={finding}>{finding}</p>
            ))}
          </div>
        </div>
      )}
      {head !== undefined && head.length > 0 && (
        <p class="small">
          Head <code>{hex(head)}</code>
        </p>
      )}
    </div>
  );
}
