/** Titles of the pages by their paths, which the service answers with the application. */
export const pages = {
  "/": "Overview",
  "/sign-in": "Sign in",
  "/playground": "Playground",
  "/playground/transform": "Transform",
  "/playground/encode": "Encode",
  "/playground/decode": "Decode",
  "/playground/jitterbug": "Jitterbug",
  "/playground/phi-resonance": "Phi resonance",
  "/playground/r-space": "R space",
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
} as const;

export type PagePath = keyof typeof pages;

export function isPage(path: string): path is PagePath {
  return Object.hasOwn(pages, path);
}
