import { freshName } from "../../support/identity/api-client.ts";
import { type Console, createAccount } from "./console-page.ts";

/** Opens a wallet that has been filled and has paid somebody once. */
export async function paidWallet(given: Console, options = {}) {
  const bob = await given.open("/");
  await createAccount(bob.tab, freshName(), "/wallet");
  await bob.tab.locator('.channel[data-phase="open"]').waitFor();
  const recipient = (await bob.tab.locator(".lead code").textContent()) as string;
  const opened = await given.open("/", options);
  await createAccount(opened.tab, freshName(), "/wallet");
  await opened.tab.getByRole("button", { name: "Get 100 standard tokens" }).click();
  await opened.tab.getByText("+100 standard").waitFor();
  await opened.tab.getByLabel("To", { exact: true }).fill(recipient);
  await opened.tab.getByLabel("Amount").fill("3");
  await opened.tab.getByLabel("Description").fill("for the book");
  await opened.tab.getByRole("button", { name: "Pay", exact: true }).click();
  await opened.tab.getByText("Completed. Confirmation code").waitFor();
  await opened.tab.getByRole("link", { name: "History" }).click();
  await opened.tab.getByRole("row").filter({ hasText: "-3.003 standard" }).waitFor();
  return { ...opened, recipient };
}
