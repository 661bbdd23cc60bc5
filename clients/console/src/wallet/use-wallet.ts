import { effect, signal } from "@preact/signals";
import { account } from "../account/account.ts";
import { OpenWallet } from "./open-wallet.ts";

/** The wallet of the signed-in user, from the first page that needs it until the user changes. */
export const openWallet = signal<OpenWallet | undefined>(undefined);

/** Opens the wallet of the account, unless it is open. */
export function ensureWallet(): void {
  const who = account.value;
  if (who.kind !== "identity" || openWallet.value?.session === who.session) return;
  openWallet.value?.close();
  openWallet.value = new OpenWallet(who);
  void openWallet.value.open();
}

effect(() => {
  const who = account.value;
  const open = openWallet.peek();
  if (open === undefined || (who.kind === "identity" && who.session === open.session)) return;
  open.close();
  openWallet.value = undefined;
});
