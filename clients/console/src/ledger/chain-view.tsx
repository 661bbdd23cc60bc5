import { useSignal } from "@preact/signals";
import { useAction } from "../ui/action.ts";
import { CardForm } from "../ui/card-form.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { BlockList } from "./block-list.tsx";
import { type Chain, type ChainPart, emptyChain, extended } from "./chain.ts";
import { batchesOfFile } from "./export-file.ts";

interface ChainViewProps {
  /** Reads the ledger of the service from its beginning; undefined if the user may not. */
  readonly readService: (() => AsyncIterable<ChainPart>) | undefined;
}

/** Reads a whole ledger, from the service or from a file, and checks it in this page. */
export function ChainView({ readService }: ChainViewProps) {
  const chain = useSignal<Chain>(emptyChain);
  /** Part of the ledger that has been read and checked, in [0, 1]. */
  const read = useSignal(0);
  const isWhole = useSignal(false);
  const checking = useAction(async (parts: AsyncIterable<ChainPart>) => {
    chain.value = emptyChain;
    read.value = 0;
    isWhole.value = false;
    for await (const part of parts) {
      chain.value = await extended(chain.value, part.batches);
      read.value = part.read;
    }
    isWhole.value = true;
  });
  const isBusy = checking.isBusy.value;
  return (
    <div class="stack">
      <CardForm onSend={() => readService !== undefined && void checking.run(readService())}>
        <h2>Check a ledger</h2>
        <p>
          Every digest and every link is computed again in this page, from the first entry to the last. Nothing of it is
          taken on trust from the service.
        </p>
        {readService !== undefined && (
          <button type="submit" class="primary" disabled={isBusy}>
            {isBusy ? "Checking …" : "Check the ledger of this service"}
          </button>
        )}
        <label class="label">
          {readService === undefined ? "A file" : "or a file"} that <code>platonic ledger export</code> has written
          <input
            type="file"
            accept=".json,.jsonl,.ndjson,application/x-ndjson"
            disabled={isBusy}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file !== undefined) void checking.run(batchesOfFile(file));
              // Allows choosing the same file again after a change.
              event.currentTarget.value = "";
            }}
          />
        </label>
        {isBusy && <progress aria-label="Check of the ledger" value={read.value} />}
        <div role="status">{(isWhole.value || isBusy) && <Result chain={chain.value} isWhole={isWhole.value} />}</div>
        {checking.error.value !== undefined && <ErrorNotice error={checking.error.value} />}
      </CardForm>
      {chain.value.blocks.length > 0 && <BlockList blocks={chain.value.blocks} />}
    </div>
  );
}

function Result({ chain, isWhole }: { readonly chain: Chain; readonly isWhole: boolean }) {
  const { batches, entries, findings, blocks } = chain;
  const counted = `${entries} entries in ${batches} batches`;
  if (!isWhole) return <p>{counted} checked so far</p>;
  if (batches === 0) return <p>The ledger has no entries yet.</p>;
  if (findings.length > 0) {
    return (
      <div class="notice bad">
        <div>
          <p>
            <strong>This ledger has been changed.</strong> Of {counted}:
          </p>
          <ul>
            {findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </div>
      </div>
    );
  }
  return (
    <p class="notice good">
      <span>
        {counted} are as they were written, and linked. Head of the chain:{" "}
        <code class="digest">{blocks.at(-1)?.hash}</code>
      </span>
    </p>
  );
}
