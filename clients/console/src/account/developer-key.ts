import { signal } from "@preact/signals";
import { isLoopback } from "../../../typescript/src/endpoint.ts";
import { tabTexts } from "../browser/storage.ts";

/** Storage name of the key in this tab. */
const name = "developer-key";

/**
 * The key of a development service, from the address that such a service prints at its start: `/#key=KEY`. It is
 * removed from the address at once, and stored only for this tab. Services for other machines have no such addresses:
 * there a stranger's link could make an anonymous user act with the stranger's key.
 */
export const developerKey = signal<string | undefined>(undefined);

if (isLoopback(location.origin)) {
  developerKey.value = tabTexts.getItem(name) ?? undefined;
  take();
  // The address may be opened in a tab that already shows the console.
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
