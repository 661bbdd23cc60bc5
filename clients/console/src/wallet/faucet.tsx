import { anonymous } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { assetOf } from "../ui/assets.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import type { OpenWallet } from "./open-wallet.ts";

/** Creates money on a development service, with its key. */
export function Faucet({ wallet }: { readonly wallet: OpenWallet }) {
  const filling = useAction(async () => {
    await anonymous.deposit({ identityId: wallet.client.identityId, ...assetOf("standard"), amount: "100" });
    await wallet.refresh();
  });
  return (
    <section class="card">
      <h2>Play money</h2>
      <p>A service that was started with DEVELOPMENT=1 lets whoever has its key create money for trials.</p>
      <button type="button" disabled={filling.isBusy.value} onClick={() => filling.run()}>
        Get 100 standard tokens
      </button>
      {filling.error.value !== undefined && (
        <ErrorNotice
          error={filling.error.value}
          next="Open the console by the address with the key, or ask the operator of the service for a deposit."
        />
      )}
    </section>
  );
}
