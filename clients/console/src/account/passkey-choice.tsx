import { hasPasskeys } from "./passkey.ts";

/** Asks whether a key is to be sealed with a passkey, where the browser has them. */
export function PasskeyChoice() {
  if (!hasPasskeys()) return null;
  return (
    <label class="choice">
      <input type="checkbox" name="passkey" /> Seal the key with a passkey, so that only you can open it
    </label>
  );
}
