/** Titles of the pages by path; the service answers these paths with the application. Each operation adds a page. */
export const pages = {
  "/": "Overview",
  "/sign-in": "Sign in",
  "/playground": "Playground",
  "/dashboard": "API keys",
  "/wallet": "Wallet",
  "/wallet/history": "History",
  "/wallet/receipt": "Receipt",
  "/wallet/verification": "Verification",
  "/wallet/security": "Security",
  "/ledger": "Ledger",
  "/admin": "Health",
  "/admin/money": "Money",
  "/admin/reviews": "Reviews",
  "/admin/outbox": "Outbox",
  "/admin/vault": "Vault",
  "/admin/backups": "Backups",
  "/admin/ledger": "Ledger check",
  "/admin/audit": "Audit log",
} as const;

export type FixedPath = keyof typeof pages;

/** The path of an operation's page, such as `/playground/encode`. */
export type OperationPath = `/playground/${string}`;

export type PagePath = FixedPath | OperationPath;

export function isPage(path: string): path is PagePath {
  return Object.hasOwn(pages, path) || isOperationPath(path);
}

/** Whether a path has the form of an operation's page. Only the playground knows the existing ones. */
export function isOperationPath(path: string): path is OperationPath {
  return /^\/playground\/[a-z0-9-]+$/.test(path);
}

/** Returns the title of an operation's page: `Phi resonance` for `phi-resonance`. */
export function operationTitle(operation: string): string {
  const words = operation.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
