import { useRef } from "preact/hooks";
import { LedgerService } from "#contract/admin/v1/ledger_pb.js";
import { ExchangeService } from "#contract/wallet/v1/exchange_service_pb.js";
import { decimal } from "../../../typescript/src/amount.ts";
import { client } from "../account/account.ts";
import { ActionForm, type Fields } from "../ui/action-form.tsx";
import { AmountField } from "../ui/amount-field.tsx";
import { AssetChoice } from "../ui/asset-choice.tsx";
import { assetName, assetOf } from "../ui/assets.ts";
import { Field } from "../ui/field.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { type Query, useQuery } from "../ui/query.ts";
import { ScrollingTable } from "../ui/scrolling-table.tsx";
import { Select } from "../ui/select.tsx";
import { Time } from "../ui/time.tsx";
import { Frame } from "./frame.tsx";

const ledger = () => client.value.of(LedgerService);

/** Shows deposits and withdrawals, frozen wallets, and rates. */
export function Page() {
  return (
    <Frame title="Money" lead="Deposits and withdrawals are booked in the ledger at once, and cannot be taken back.">
      <Money />
    </Frame>
  );
}

function Money() {
  const rates = useQuery(async () => (await readRates()).rates);
  return (
    <>
      <div class="columns">
        <IssuanceForm title="Deposit" button="Deposit" past="deposited" kind="deposit" />
        <IssuanceForm title="Withdraw" button="Withdraw" past="withdrawn" kind="withdraw" />
        <FreezeForm />
        <RateForm onSet={rates.reload} />
      </div>
      <Rates query={rates} />
    </>
  );
}

const readRates = () => client.value.of(ExchangeService).listRates({});

interface IssuanceFormProps {
  readonly title: string;
  readonly button: string;
  readonly past: string;
  readonly kind: "deposit" | "withdraw";
}

/** A form that deposits or withdraws. An unanswered attempt is repeated under its id, so that it counts once. */
function IssuanceForm({ title, button, past, kind }: IssuanceFormProps) {
  const attempt = useRef({ terms: "", id: "" });
  async function act(fields: Fields): Promise<string> {
    const terms = {
      identityId: fields("identity").toLowerCase(),
      ...assetOf(fields("asset")),
      amount: decimal(fields("amount")),
      reference: fields("reference"),
    };
    const asked = `${title} ${fields("amount")} ${fields("asset")}, identity ${terms.identityId}? It cannot be taken back.`;
    if (!confirm(asked)) return "Nothing was done.";
    const text = JSON.stringify(terms);
    if (attempt.current.terms !== text) attempt.current = { terms: text, id: crypto.randomUUID() };
    const { id } = attempt.current;
    const { issuance } =
      kind === "deposit"
        ? await ledger().deposit({ ...terms, depositId: id })
        : await ledger().withdraw({ ...terms, withdrawalId: id });
    attempt.current = { terms: "", id: "" };
    return `${issuance?.exactAmount} ${fields("asset")} ${past}, as ${issuance?.id}.`;
  }
  return (
    <ActionForm title={title} button={button} act={act}>
      <Field label="Identity" name="identity" required maxLength={64} hint="Its id" />
      <AssetChoice label="Asset" name="asset" />
      <AmountField label="Amount" name="amount" />
      <Field label="Reference" name="reference" maxLength={256} hint="Why, for accounting" />
    </ActionForm>
  );
}

function FreezeForm() {
  async function act(fields: Fields): Promise<string> {
    const isFrozen = fields("state") === "frozen";
    await ledger().freezeWallet({ identityId: fields("identity").toLowerCase(), isFrozen });
    return isFrozen ? "The wallet is frozen: nothing leaves it." : "The wallet is free again.";
  }
  return (
    <ActionForm title="Freeze a wallet" button="Set" act={act}>
      <Field label="Identity" name="identity" required maxLength={64} hint="Its id" />
      <Select
        label="The wallet is"
        name="state"
        options={[
          { value: "frozen", label: "frozen" },
          { value: "free", label: "free" },
        ]}
      />
    </ActionForm>
  );
}

function RateForm({ onSet }: { readonly onSet: () => Promise<void> }) {
  async function act(fields: Fields): Promise<string> {
    const [source, target] = [assetOf(fields("source")), assetOf(fields("target"))];
    await ledger().setRate({
      sourceType: source.tokenType,
      sourceCurrencyCode: source.currencyCode,
      targetType: target.tokenType,
      targetCurrencyCode: target.currencyCode,
      bid: decimal(fields("bid")),
      ask: decimal(fields("ask")),
    });
    await onSet();
    return "The rate is set, in both directions.";
  }
  return (
    <ActionForm title="Set a rate" button="Set the rate" act={act}>
      <AssetChoice label="One of" name="source" />
      <AssetChoice label="In" name="target" />
      <AmountField label="Bid" name="bid" hint="What the service pays for one" />
      <AmountField label="Ask" name="ask" hint="What it takes for one" />
    </ActionForm>
  );
}

type Rates = Awaited<ReturnType<typeof readRates>>["rates"];

function Rates({ query }: { readonly query: Query<Rates> }) {
  return (
    <div class="card spaced">
      <h2>Rates</h2>
      <Loaded query={query}>
        {(rates) =>
          rates.length === 0 ? (
            <p>No rates are set, so nobody can exchange.</p>
          ) : (
            <ScrollingTable label="Rates" columns={["One of", { number: "Is" }, "Of", "Since"]}>
              {rates.map((rate) => {
                const source = assetName({ tokenType: rate.sourceType, currencyCode: rate.sourceCurrencyCode });
                const target = assetName({ tokenType: rate.targetType, currencyCode: rate.targetCurrencyCode });
                return (
                  <tr key={`${source} ${target}`}>
                    <td>{source}</td>
                    <td class="number">{rate.exactRate}</td>
                    <td>{target}</td>
                    <td>
                      <Time at={rate.asOf} />
                    </td>
                  </tr>
                );
              })}
            </ScrollingTable>
          )
        }
      </Loaded>
    </div>
  );
}
