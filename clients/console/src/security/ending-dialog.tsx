import { useEffect, useRef } from "preact/hooks";
import { useAction } from "../ui/action.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import type { Device } from "./devices.ts";
import type { OtherKeys } from "./other-keys.ts";

interface EndingDialogProps {
  readonly devices: readonly Device[];
  readonly keys: OtherKeys;
  readonly onEnd: (revoked: OtherKeys) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks whether to sign out all other devices, and which keys to revoke with them. */
export function EndingDialog({ devices, keys, onEnd, onClose }: EndingDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const ending = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form);
    await onEnd({ signing: data.has("signing") ? keys.signing : [], api: data.has("api") ? keys.api : [] });
    dialog.current?.close();
  });
  return (
    <dialog ref={dialog} aria-labelledby="ending" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void ending.run(event.currentTarget);
        }}
      >
        <h2 id="ending">Sign out {devices.length === 1 ? "the other device" : `${devices.length} other devices`}?</h2>
        <p>
          {devices.map(({ name }) => name).join(", ")}: what is done there ends at once. Whoever has the account's
          recovery file or one of its signing keys can sign in again.
        </p>
        <KeyChoice name="signing" count={keys.signing.length} what="signing key" />
        <KeyChoice name="api" count={keys.api.length} what="API key" />
        <div class="actions">
          <button type="submit" class="danger" disabled={ending.isBusy.value}>
            Sign out
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
        {ending.error.value !== undefined && <ErrorNotice error={ending.error.value} />}
      </form>
    </dialog>
  );
}

function KeyChoice({ name, count, what }: { readonly name: string; readonly count: number; readonly what: string }) {
  if (count === 0) return null;
  return (
    <label class="choice">
      <input type="checkbox" name={name} /> Also revoke {name === "signing" ? "the other" : "the account's"}{" "}
      {count === 1 ? what : `${count} ${what}s`}: whatever uses {count === 1 ? "it" : "them"} stops working for good
    </label>
  );
}
