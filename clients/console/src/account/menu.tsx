import { go, place } from "../app/router.ts";
import { Icon } from "../ui/icon.tsx";
import { account, signOut } from "./account.ts";

/** Says who is signed in, and leads to the page of accounts. */
export function AccountMenu() {
  const who = account.value;
  if (who.kind === "visitor") {
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
        <span class="menu-name">{who.kind === "identity" ? who.username : "API key"}</span>
      </summary>
      <div class="menu-items">
        <a href="/sign-in">Accounts</a>
        <button
          type="button"
          onClick={() => {
            signOut();
            go("/");
          }}
        >
          Sign out
        </button>
      </div>
    </details>
  );
}

/** The present page, to which a user comes back. */
function here(): string {
  const { pathname, search } = place.value;
  return pathname === "/sign-in" ? "/" : pathname + search;
}

/** Closes a menu when the focus has left it. */
function closeBehind(event: FocusEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (!menu.contains(event.relatedTarget as Node | null)) menu.open = false;
}
