import { hasPasskeys } from "./passkey.ts";

/** Asks whether to seal a key with a passkey, if the browser supports that. */
export function PasskeyChoice() {
  if (!hasPasskeys()) return null;
  return (
    <label class="choice">
      <input type="checkbox" name="passkey" /> Seal the key with a passkey, so that only you can open it
    </label>
  );
}
