import { visitor } from "../account/account.ts";
import { useAction } from "../ui/action.ts";
import { assetOf } from "../ui/assets.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import type { OpenWallet } from "./open-wallet.ts";

/** Makes money on a service of development, where everybody may. */
export function Faucet({ wallet }: { readonly wallet: OpenWallet }) {
  const filling = useAction(async () => {
    await visitor.deposit({ identityId: wallet.client.identityId, ...assetOf("standard"), amount: "100" });
    await wallet.refresh();
  });
  return (
    <section class="card">
      <h2>Play money</h2>
      <p>On a service that was started with DEVELOPMENT=1, everybody may make money.</p>
      <button type="button" disabled={filling.isBusy.value} onClick={() => filling.run()}>
        Get 100 standard tokens
      </button>
      {filling.error.value !== undefined && (
        <ErrorNotice
          error={filling.error.value}
          next="This service is not one of development: ask its operator for a deposit."
        />
      )}
    </section>
  );
}
