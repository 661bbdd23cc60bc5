import { place } from "../app/router.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";

const tabs = [
  { path: "/wallet", label: "Pay" },
  { path: "/wallet/history", label: "History" },
  { path: "/wallet/receipt", label: "Receipts" },
  { path: "/wallet/verification", label: "Verification" },
  { path: "/wallet/security", label: "Security" },
];

/** Links between the pages of a wallet. */
export function WalletTabs() {
  return (
    <nav class="tabs" aria-label="Wallet">
      {tabs.map(({ path, label }) => (
        <a key={path} href={path} aria-current={place.value.pathname === path ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Asks an anonymous user to sign in, and brings them back. */
export function SignInFirst() {
  return (
    <>
      <PageHeader
        title="Wallet"
        lead="Hold tokens and currencies, pay over an encrypted channel, and prove each payment."
      />
      <EmptyState title="A wallet belongs to an account">
        <p>Its key stays in your browser, and signs each payment there.</p>
        <div class="actions">
          <a class="button primary" href={`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`}>
            Sign in or create an account
          </a>
          <a class="button" href="/wallet/receipt">
            Check a receipt
          </a>
        </div>
      </EmptyState>
    </>
  );
}
