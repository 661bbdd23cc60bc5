import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Quote } from "#contract/wallet/v1/exchange_pb.js";
import { decimal } from "../../../typescript/src/amount.ts";
import { exchangeRefusal } from "../../../typescript/src/wallet/refusals.ts";
import { useAction } from "../ui/action.ts";
import { AmountField } from "../ui/amount-field.tsx";
import { AssetChoice } from "../ui/asset-choice.tsx";
import { assetName, assetOf } from "../ui/assets.ts";
import { CardForm } from "../ui/card-form.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import type { OpenWallet } from "./open-wallet.ts";
import { AssetSelect } from "./pay-form.tsx";

/** Exchanges at a quote, whose rate is guaranteed for some seconds. */
export function ExchangeForm({ wallet }: { readonly wallet: OpenWallet }) {
  const quote = useSignal<Quote | undefined>(undefined);
  const done = useSignal("");
  const quoting = useAction(async (form: HTMLFormElement) => {
    [quote.value, done.value] = [undefined, ""];
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? "").trim();
    const [source, target] = [assetOf(text("source")), assetOf(text("target"))];
    const answer = await wallet.client.exchanges.createQuote({
      identityId: wallet.client.identityId,
      sourceType: source.tokenType,
      sourceCurrencyCode: source.currencyCode,
      sourceAmount: decimal(text("amount")),
      targetType: target.tokenType,
      targetCurrencyCode: target.currencyCode,
    });
    if (answer.quote === undefined) throw new Error(exchangeRefusal(answer.errorCode));
    quote.value = answer.quote;
  });
  const exchanging = useAction(async ({ id, ...terms }: Quote) => {
    const order = {
      sourceType: terms.sourceType,
      sourceCurrencyCode: terms.sourceCurrencyCode,
      amount: terms.exactSourceAmount,
      targetType: terms.targetType,
      targetCurrencyCode: terms.targetCurrencyCode,
      quoteId: id,
    };
    const outcome = await wallet.move((client) => client.exchange(order));
    quote.value = undefined;
    if (outcome.status === "failed") {
      throw new Error(`Nothing was exchanged. ${exchangeRefusal(outcome.exchange?.errorCode ?? 0)}`);
    }
    done.value =
      outcome.status === "unresolved" ? "The service does not answer; the outcome will be looked up." : "Exchanged.";
    await wallet.refresh();
  });
  const error = quoting.error.value ?? exchanging.error.value;
  return (
    <CardForm onSend={(form) => void quoting.run(form)}>
      <h2>Exchange</h2>
      <AmountField label="Give" name="amount" />
      <AssetSelect wallet={wallet} label="Of" name="source" />
      <AssetChoice label="For" name="target" />
      <button type="submit" disabled={quoting.isBusy.value || exchanging.isBusy.value}>
        Get a quote
      </button>
      <div role="status">
        {quote.value !== undefined && (
          <Offer
            key={quote.value.id}
            quote={quote.value}
            now={() => wallet.client.time.now()}
            isBusy={exchanging.isBusy.value}
            onTake={() => quote.value && exchanging.run(quote.value)}
          />
        )}
        {done.value !== "" && <p class="notice good">{done.value}</p>}
      </div>
      {error !== undefined && <ErrorNotice error={error} />}
    </CardForm>
  );
}

interface OfferProps {
  readonly quote: Quote;
  /** Returns the service's time in milliseconds since 1970: the clock of this machine may be wrong. */
  readonly now: () => number;
  readonly isBusy: boolean;
  readonly onTake: () => void;
}

/** A quote, with the time left to accept it. */
function Offer({ quote, now, isBusy, onTake }: OfferProps) {
  const left = useSignal(secondsUntil(quote, now()));
  useEffect(() => {
    const timer = setInterval(() => {
      left.value = secondsUntil(quote, now());
    }, 500);
    return () => clearInterval(timer);
  }, [quote, left]);
  const target = assetName({ tokenType: quote.targetType, currencyCode: quote.targetCurrencyCode });
  return (
    <div class="notice">
      <div class="stack">
        <p>
          You get <strong>{quote.exactTargetAmount}</strong> {target} at {quote.exactRate}, after a fee of{" "}
          {quote.exactFee}.
        </p>
        <button type="button" class="primary" disabled={isBusy || left.value === 0} onClick={onTake}>
          {left.value === 0 ? "The quote has ended" : `Exchange, within ${left.value} s`}
        </button>
      </div>
    </div>
  );
}

function secondsUntil({ expiresAt }: Quote, nowMs: number): number {
  return Math.max(0, Math.ceil(Number(expiresAt?.seconds ?? 0n) - nowMs / 1_000));
}
