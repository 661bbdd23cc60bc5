import { useSignal } from "@preact/signals";
import type { PaymentOutcome } from "../../../typescript/src/wallet/payment-group.ts";
import { place, replacePlace } from "../app/router.ts";
import { useAction } from "../ui/action.ts";
import { AmountField } from "../ui/amount-field.tsx";
import { assetOf } from "../ui/assets.ts";
import { CardForm } from "../ui/card-form.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import { holdingsOf } from "./holdings.ts";
import type { OpenWallet } from "./open-wallet.ts";
import { outcomeText, outcomeTone } from "./outcome.ts";

const dayMs = 24 * 60 * 60 * 1_000;

/** A form that pays, or holds money for somebody, and shows the outcome. */
export function PayForm({ wallet }: { readonly wallet: OpenWallet }) {
  const outcome = useSignal<PaymentOutcome | undefined>(undefined);
  const paying = useAction(async (form: HTMLFormElement) => {
    outcome.value = undefined;
    const asked = place.value;
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? "").trim();
    const order = {
      recipient: text("recipient").toLowerCase(),
      ...assetOf(text("asset")),
      amount: text("amount"),
      description: text("description"),
    };
    outcome.value = await wallet.move((client) =>
      data.has("hold") ? client.hold(order, new Date(client.time.now() + 7 * dayMs)) : client.pay(order),
    );
    if (outcome.value.status === "completed" || outcome.value.status === "held") {
      // At once, since new input belongs to the next payment; and without the values of a link.
      form.reset();
      if (place.value === asked) replacePlace(asked.pathname);
    }
    await wallet.refresh();
  });
  const { searchParams } = place.value;
  const shown = wallet.settled.value.find(({ id }) => id === outcome.value?.id) ?? outcome.value;
  return (
    <CardForm onSend={(form) => void paying.run(form)}>
      <h2>Pay</h2>
      <Field
        label="To"
        name="recipient"
        required
        maxLength={64}
        defaultValue={searchParams.get("to") ?? ""}
        hint="Address of the recipient's wallet"
        check={(text) => addressProblem(text, wallet.client.identityId)}
      />
      <AmountField
        label="Amount"
        name="amount"
        defaultValue={searchParams.get("amount") ?? ""}
        hint="The fee of the service is added"
      />
      <AssetSelect wallet={wallet} label="Asset" name="asset" />
      <Field label="Description" name="description" maxLength={256} hint="The recipient reads it" />
      <label class="choice">
        <input type="checkbox" name="hold" /> Only hold it: the recipient may capture it within 7 days
      </label>
      <p class="in-reach">
        <button type="submit" class="primary" disabled={paying.isBusy.value}>
          {paying.isBusy.value ? "Waiting for the ledger …" : "Pay"}
        </button>
      </p>
      <div role="status">
        {shown !== undefined && <p class={`notice ${outcomeTone(shown)}`}>{outcomeText(shown)}</p>}
      </div>
      {paying.error.value !== undefined && <ErrorNotice error={paying.error.value} />}
    </CardForm>
  );
}

/** Returns the problem of a recipient's address, a UUID in any case. */
function addressProblem(text: string, own: string): string | undefined {
  if (text.toLowerCase() === own) return "That is the address of this wallet. Give that of the recipient.";
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return undefined;
  return `An address has 36 characters, such as ${own}. Ask the recipient for theirs.`;
}

interface AssetSelectProps {
  readonly wallet: OpenWallet;
  readonly label: string;
  readonly name: string;
  readonly onText?: (asset: string) => void;
}

/** A choice among the assets of a wallet. */
export function AssetSelect({ wallet, label, name, onText }: AssetSelectProps) {
  const read = wallet.wallet.value;
  const options = read === undefined ? [] : holdingsOf(read).map(({ asset }) => ({ value: asset, label: asset }));
  return <Select label={label} name={name} options={options} {...(onText && { onText })} />;
}
