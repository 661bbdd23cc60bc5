import { signal } from "@preact/signals";
import { storedTexts } from "../browser/storage.ts";

export type Theme = "system" | "light" | "dark";

const storageKey = "theme";

/** The reader's choice; `system` follows the operating system. */
export const theme = signal<Theme>(readTheme());

export function applyTheme(): void {
  const chosen = theme.value;
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
}

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  storedTexts.setItem(storageKey, chosen);
  applyTheme();
}

function readTheme(): Theme {
  const stored = storedTexts.getItem(storageKey);
  return stored === "light" || stored === "dark" ? stored : "system";
}
