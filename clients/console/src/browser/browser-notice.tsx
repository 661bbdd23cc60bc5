import type { ComponentChildren } from "preact";
import { keepingFailure } from "../account/account.ts";
import { Icon } from "../ui/icon.tsx";

/** Says which features the browser denies the page, and what to do. Empty if it allows everything. */
export function BrowserNotice() {
  if (!isSecureContext) {
    const port = location.port || "80";
    return (
      <Notice>
        This page came over HTTP from another machine, so that others could read and change it. The browser allows it no
        cryptography: nobody can sign in here. Open it over <a href="/docs/operations-guide#tls">HTTPS</a>, or as
        localhost through a tunnel, such as <code>{`ssh -L ${port}:localhost:${port} ${location.hostname}`}</code>.
      </Notice>
    );
  }
  if (keepingFailure.value === undefined) return null;
  return (
    <Notice>
      This browser keeps nothing for this page, so that accounts cannot be used here. Allow it to keep data of this
      site, and load the page again.
    </Notice>
  );
}

function Notice({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="notice warn of-browser" role="alert">
      <Icon name="warning" />
      <p>{children}</p>
    </div>
  );
}
