/** A section of the console in the bar above all pages. */
interface Section {
  readonly path: string;
  readonly label: string;
  /** Whether only administrators need it. */
  readonly forOperators?: boolean;
}

export const sections: readonly Section[] = [
  { path: "/playground", label: "Playground" },
  { path: "/dashboard", label: "Keys" },
  { path: "/wallet", label: "Wallet" },
  { path: "/ledger", label: "Ledger" },
  { path: "/admin", label: "Administration", forOperators: true },
  { path: "/docs", label: "Docs" },
];

/** Whether a section exists: the documentation always, others if the list has one of their pages. */
export function isSectionThere({ path }: Section, pagePaths: readonly string[]): boolean {
  return path === "/docs" || pagePaths.some((page) => page === path || page.startsWith(`${path}/`));
}
