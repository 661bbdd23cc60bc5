import type { ComponentType } from "preact";
import { type FixedPath, isOperationPath, isPage, operationTitle, pages } from "./pages.ts";

/** A page of the application. */
export interface Route {
  readonly path: string;
  readonly title: string;
  readonly load: () => Promise<{ readonly Page: ComponentType }>;
}

const playground = () => import("../playground/page.tsx");

/** The modules of the pages, each loaded when first shown. */
const modules: Readonly<Record<FixedPath, Route["load"]>> = {
  "/": () => import("../overview/page.tsx"),
  "/sign-in": () => import("../account/page.tsx"),
  "/playground": playground,
  "/dashboard": () => import("../keys/page.tsx"),
  "/wallet": () => import("../wallet/page.tsx"),
  "/wallet/history": () => import("../receipts/history-page.tsx"),
  "/wallet/receipt": () => import("../receipts/receipt-page.tsx"),
  "/wallet/verification": () => import("../verification/page.tsx"),
  "/wallet/security": () => import("../security/page.tsx"),
  "/ledger": () => import("../ledger/page.tsx"),
  "/admin": () => import("../administration/health-page.tsx"),
  "/admin/money": () => import("../administration/money-page.tsx"),
  "/admin/reviews": () => import("../administration/reviews-page.tsx"),
  "/admin/outbox": () => import("../administration/outbox-page.tsx"),
  "/admin/vault": () => import("../administration/vault-page.tsx"),
  "/admin/backups": () => import("../administration/backups-page.tsx"),
  "/admin/ledger": () => import("../administration/ledger-page.tsx"),
  "/admin/audit": () => import("../administration/audit-page.tsx"),
};

export function routeOf(path: string): Route | undefined {
  if (!isPage(path)) return undefined;
  if (!isOperationPath(path)) return { path, title: pages[path], load: modules[path] };
  return { path, title: operationTitle(path.slice("/playground/".length)), load: playground };
}
