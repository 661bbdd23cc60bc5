/** A section of the console, as the bar above all pages shows it. */
interface Section {
  readonly path: string;
  readonly label: string;
  /** Whether it is of use to administrators alone. */
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

/** Whether a section is there: the documentation always, others if a page of theirs is in the list. */
export function isSectionThere({ path }: Section, pagePaths: readonly string[]): boolean {
  return path === "/docs" || pagePaths.some((page) => page === path || page.startsWith(`${path}/`));
}
