import { go, place } from "../app/router.ts";
import { useAction } from "../ui/action.ts";
import { Icon } from "../ui/icon.tsx";
import { account } from "./account.ts";
import { signOut } from "./sign-in.ts";

/** Shows the signed-in user, with a link to the page of accounts. */
export function AccountMenu() {
  const who = account.value;
  const leaving = useAction(async () => {
    await signOut();
    go("/");
  });
  if (who.kind === "anonymous") {
    return (
      <a class="button" href={`/sign-in?to=${encodeURIComponent(here())}`}>
        Sign in
      </a>
    );
  }
  return (
    <details class="menu" onFocusOut={closeBehind}>
      <summary>
        <Icon name="person" />
        <span class="menu-name" role="status">
          {leaving.isBusy.value ? "Signing out …" : who.kind === "identity" ? who.username : "API key"}
        </span>
      </summary>
      <div class="menu-items">
        <a href="/sign-in">Accounts</a>
        <button type="button" disabled={leaving.isBusy.value} onClick={() => void leaving.run()}>
          Sign out
        </button>
      </div>
    </details>
  );
}

/** Returns the present page, to which the user will return. */
function here(): string {
  const { pathname, search } = place.value;
  return pathname === "/sign-in" ? "/" : pathname + search;
}

/** Closes a menu when the focus leaves it. */
function closeBehind(event: FocusEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (!menu.contains(event.relatedTarget as Node | null)) menu.open = false;
}
