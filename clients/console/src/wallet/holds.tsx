import type { Hold } from "#contract/wallet/v1/hold_pb.js";
import { useAction } from "../ui/action.ts";
import { assetName } from "../ui/assets.ts";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { ForeignText } from "../ui/foreign-text.tsx";
import { Time } from "../ui/time.tsx";
import type { OpenWallet } from "./open-wallet.ts";
import { outcomeText } from "./outcome.ts";

/** Shows held money: by this wallet for others, or by others for this wallet, which can capture it or give it back. */
export function Holds({ wallet }: { readonly wallet: OpenWallet }) {
  const holds = wallet.holds.value;
  if (holds.length === 0) return null;
  return (
    <section class="card">
      <h2>Held</h2>
      <ul class="rows">
        {holds.map((hold) => (
          <HoldRow key={hold.id} hold={hold} wallet={wallet} />
        ))}
      </ul>
    </section>
  );
}

function HoldRow({ hold, wallet }: { readonly hold: Hold; readonly wallet: OpenWallet }) {
  const isMine = hold.recipient === wallet.client.identityId;
  const amount = `${hold.exactLeft} ${assetName(hold)}`;
  const changing = useAction(async (what: "capture" | "release") => {
    const { id: holdId, tokenType, currencyCode, exactLeft } = hold;
    const outcome = await wallet.move((client) =>
      what === "capture"
        ? client.capture({ holdId, tokenType, currencyCode, amount: exactLeft })
        : client.release({ holdId }),
    );
    await wallet.refresh();
    if (outcome.status !== "completed") throw new Error(outcomeText(outcome));
  });
  return (
    <li>
      <div>
        <strong>{amount}</strong> {isMine ? "for you, from" : "for"}{" "}
        <code>
          <ForeignText text={isMine ? hold.sender : hold.recipient} />
        </code>
        <p class="small">
          until <Time at={hold.captureBefore} />
        </p>
      </div>
      {isMine && (
        <div class="actions">
          <button
            type="button"
            class="primary"
            disabled={changing.isBusy.value}
            onClick={() => changing.run("capture")}
          >
            Capture<span class="hidden"> {amount}</span>
          </button>
          <button type="button" disabled={changing.isBusy.value} onClick={() => changing.run("release")}>
            Give back<span class="hidden"> {amount}</span>
          </button>
        </div>
      )}
      {changing.error.value !== undefined && <ErrorNotice error={changing.error.value} />}
    </li>
  );
}
