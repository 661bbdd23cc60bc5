import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import type { WalletClient } from "../../../typescript/src/wallet-client.ts";
import { account, anonymous, client } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ensureWallet, openWallet } from "../wallet/use-wallet.ts";
import type { Block } from "./block.ts";
import { BlockList } from "./block-list.tsx";
import type { ChainPart } from "./chain.ts";
import { ChainView } from "./chain-view.tsx";
import { GrowthCard } from "./growth-card.tsx";
import { blocksOfWallet, merged } from "./own-blocks.ts";

/**
 * Shows the chain of batches as blocks: those with payments of the wallet, or for administrators and files a whole
 * ledger.
 */
export function Page() {
  const who = account.value;
  useEffect(ensureWallet, [who]);
  const wallet = openWallet.value;
  return (
    <>
      <PageHeader
        title="Ledger"
        lead="Entries are committed in batches. Each batch has the hash of the one before it, so that nothing can be changed later without everybody seeing it."
      />
      <div class="stack">
        {who.kind !== "anonymous" && <GrowthCard key={who.kind} />}
        {who.kind === "identity" && wallet?.wallet.value !== undefined && (
          <OwnBlocks key={who.identityId} wallet={wallet.client} />
        )}
        <ChainView key={who.kind} readService={who.kind === "key" ? exported : undefined} />
      </div>
    </>
  );
}

/** Reads all batches of the service. */
async function* exported(): AsyncGenerator<ChainPart, void> {
  const ledger = client.value.of(LedgerService);
  for (let [after, entries] = [0n, 0]; ; ) {
    const { batches, entriesTotal } = await ledger.exportLedger({ after, pageSize: 100 });
    const last = batches.at(-1);
    if (last === undefined) return;
    entries += batches.reduce((sum, batch) => sum + batch.entries.length, 0);
    yield { batches, read: Math.min(1, entries / Number(entriesTotal)) };
    after = last.number;
  }
}

/** Shows the blocks of a wallet read so far. More are read on demand. */
function OwnBlocks({ wallet }: { readonly wallet: WalletClient }) {
  const source = useRef(blocksOfWallet(wallet, () => anonymous.keySet()));
  const blocks = useSignal<readonly Block[]>([]);
  const isWhole = useSignal(false);
  const reading = useAction(async () => {
    const { value, done } = await source.current.next();
    isWhole.value = done === true;
    blocks.value = merged(blocks.value, value);
  });
  useEffect(() => void reading.run(), []);
  if (blocks.value.length === 0 && !reading.isBusy.value && reading.error.value === undefined) {
    return (
      <EmptyState title="No payment of yours is in a batch yet">
        <p>
          <a href="/wallet">Pay somebody</a>, and its batch appears here.
        </p>
      </EmptyState>
    );
  }
  return (
    <section class="stack">
      <h2>Batches with your payments</h2>
      <p>
        The service has signed the receipt of each payment, which names its batch. This page computes the hash of the
        batch from the digests of its entries.
      </p>
      <BlockList blocks={blocks.value} />
      {!isWhole.value && (
        <button type="button" disabled={reading.isBusy.value} onClick={() => reading.run()}>
          {reading.isBusy.value ? "Reading …" : "Earlier ones"}
        </button>
      )}
      {reading.error.value !== undefined && <ErrorNotice error={reading.error.value} />}
    </section>
  );
}
