import { Icon } from "../ui/icon.tsx";
import { account, ending } from "./account.ts";

/** Says why the last user was signed out, until somebody signs in. */
export function EndingNotice() {
  if (ending.value === "" || account.value.kind !== "anonymous") return null;
  return (
    <div class="notice warn of-browser" role="alert">
      <Icon name="warning" />
      <p>{ending.value}</p>
    </div>
  );
}
