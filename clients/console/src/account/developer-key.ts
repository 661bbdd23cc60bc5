import { signal } from "@preact/signals";
import { isLoopback } from "../../../typescript/src/endpoint.ts";
import { tabTexts } from "../browser/storage.ts";

/** Name of the key among the texts of a tab. */
const name = "developer-key";

/**
 * The key of a service for developers, which the address brought that such a service prints at its start: `/#key=KEY`. It is
 * taken out of the address at once, and kept for this tab alone. Services of other machines have no such addresses: there
 * somebody else's link could have an anonymous caller act by somebody else's key.
 */
export const developerKey = signal<string | undefined>(undefined);

if (isLoopback(location.origin)) {
  developerKey.value = tabTexts.getItem(name) ?? undefined;
  take();
  // The address may be opened in a tab that shows the console already.
  addEventListener("hashchange", take);
}

function take(): void {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key === null) return;
  history.replaceState(null, "", location.pathname + location.search);
  // Nothing else fits in a header.
  if (!/^[\x21-\x7e]+$/.test(key)) return;
  tabTexts.setItem(name, key);
  developerKey.value = key;
}
