import type { ComponentChildren } from "preact";
import { account } from "../account/account.ts";
import { place } from "../app/router.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";

const tabs = [
  { path: "/admin", label: "Health" },
  { path: "/admin/money", label: "Money" },
  { path: "/admin/reviews", label: "Reviews" },
  { path: "/admin/outbox", label: "Outbox" },
  { path: "/admin/vault", label: "Vault" },
  { path: "/admin/backups", label: "Backups" },
  { path: "/admin/ledger", label: "Ledger check" },
  { path: "/admin/audit", label: "Audit log" },
];

interface FrameProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ComponentChildren;
}

/** The frame of administrators' pages, which asks for a sign-in first. */
export function Frame({ title, lead, children }: FrameProps) {
  return (
    <>
      <PageHeader title={title} lead={lead} />
      <nav class="tabs" aria-label="Administration">
        {tabs.map(({ path, label }) => (
          <a key={path} href={path} aria-current={place.value.pathname === path ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {account.value.kind === "key" ? (
        children
      ) : (
        <EmptyState title="This page is for administrators">
          <p>It needs an API key with the permissions of an operator. The first start of a service prints one.</p>
          <div class="actions">
            <a class="button primary" href={`/sign-in?to=${encodeURIComponent(place.value.pathname)}`}>
              Sign in with an API key
            </a>
          </div>
        </EmptyState>
      )}
    </>
  );
}
