import { useEffect } from "preact/hooks";
import { isLoopback } from "../../../typescript/src/endpoint.ts";
import { account } from "../account/account.ts";
import { Copyable } from "../ui/copyable.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Activity } from "./activity.tsx";
import { ChannelBadge } from "./channel-badge.tsx";
import { ExchangeForm } from "./exchange-form.tsx";
import { Faucet } from "./faucet.tsx";
import { holdingsOf } from "./holdings.ts";
import { Holds } from "./holds.tsx";
import type { OpenWallet } from "./open-wallet.ts";
import { outcomeText, outcomeTone } from "./outcome.ts";
import { PayForm } from "./pay-form.tsx";
import { ensureWallet, openWallet } from "./use-wallet.ts";
import { SignInFirst, WalletTabs } from "./wallet-tabs.tsx";

/** Shows the wallet of the signed-in user. */
export function Page() {
  const who = account.value;
  useEffect(ensureWallet, [who]);
  if (who.kind !== "identity") return <SignInFirst />;
  const wallet = openWallet.value;
  return (
    <>
      <PageHeader
        title="Wallet"
        lead={
          <>
            Send your address to whoever is to pay you: <Copyable text={who.identityId} name="your address" />
          </>
        }
      />
      <WalletTabs />
      {wallet !== undefined && <WalletParts wallet={wallet} />}
    </>
  );
}

function WalletParts({ wallet }: { readonly wallet: OpenWallet }) {
  const error = wallet.error.value;
  // Holds for this wallet move no money yet, so no event reports them.
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && wallet.wallet.value !== undefined) void wallet.refreshQuietly();
    }, 20_000);
    return () => clearInterval(timer);
  }, [wallet]);
  if (wallet.wallet.value === undefined) {
    return error === undefined ? (
      <p class="loading" aria-busy="true">
        Opening the wallet …
      </p>
    ) : (
      <>
        <ErrorNotice error={error} />
        <p class="actions spaced">
          <button type="button" onClick={() => wallet.open()}>
            Try again
          </button>
        </p>
      </>
    );
  }
  return (
    <div class="stack">
      <ChannelBadge wallet={wallet} />
      {error !== undefined && <ErrorNotice error={error} />}
      <Balances wallet={wallet} />
      <Earlier wallet={wallet} />
      <div class="columns">
        <PayForm wallet={wallet} />
        <div class="stack">
          <ExchangeForm wallet={wallet} />
          {isLoopback(location.origin) && <Faucet wallet={wallet} />}
        </div>
        <Activity wallet={wallet} />
      </div>
      <Holds wallet={wallet} />
    </div>
  );
}

/** Shows the outcomes of payments that an earlier visit left unresolved. */
function Earlier({ wallet }: { readonly wallet: OpenWallet }) {
  return (
    <div role="status">
      {wallet.earlier.value.map((outcome) => (
        <p key={outcome.id} class={`notice earlier ${outcomeTone(outcome)}`}>
          From an earlier visit: {outcomeText(outcome)}
        </p>
      ))}
    </div>
  );
}

function Balances({ wallet }: { readonly wallet: OpenWallet }) {
  const read = wallet.wallet.value;
  if (read === undefined) return null;
  return (
    <>
      {read.isFrozen && (
        <p class="notice warn">This wallet is frozen: nothing leaves it until an administrator frees it.</p>
      )}
      <dl class="balances" aria-label="Balances">
        {holdingsOf(read).map(({ asset, amount, held }) => (
          <div key={asset} class="balance">
            <dt>{asset}</dt>
            <dd>
              {amount}
              {held !== "" && <span class="small"> and {held} held</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
