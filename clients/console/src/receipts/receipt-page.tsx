import { fromJson, type JsonValue, toJson } from "@bufbuild/protobuf";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Receipt, ReceiptSchema } from "#contract/wallet/v1/transaction_pb.js";
import { BadReceipt, type ProvenReceipt, verifyReceipt } from "../../../typescript/src/wallet/receipt.ts";
import { account, anonymous } from "../account/account.ts";
import { place } from "../app/router.ts";
import { saveUrl } from "../pictures/save.ts";
import { useAction } from "../ui/action.ts";
import { assetWord } from "../ui/assets.ts";
import { CardForm } from "../ui/card-form.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { ForeignText } from "../ui/foreign-text.tsx";
import { Icon } from "../ui/icon.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ensureWallet, openWallet } from "../wallet/use-wallet.ts";
import { WalletTabs } from "../wallet/wallet-tabs.tsx";

/** A receipt with the keys that verify it, as saved and opened. */
interface KeptReceipt {
  readonly receipt: JsonValue;
  readonly keys: object;
}

type Verdict =
  | {
      readonly kind: "proven";
      readonly proven: ProvenReceipt;
      readonly kept: KeptReceipt;
      /** Whether the service publishes the key, or it came with the receipt and may be anybody's. */
      readonly keyIs: "published" | "given";
    }
  | { readonly kind: "bad"; readonly why: string };

/** Shows a receipt, verified in this page by its signatures and the key set, without asking the service. */
export function Page() {
  const verdict = useSignal<Verdict | undefined>(undefined);
  const id = place.value.searchParams.get("id");
  const who = account.value;
  const verifying = useAction(async (text: string) => {
    verdict.value = undefined;
    verdict.value = await verdictOn(text);
  });
  const fetching = useAction(async (transactionId: string) => {
    ensureWallet();
    const receipt = await openWallet.value?.client.receipt(transactionId);
    if (receipt === undefined) throw new Error("Sign in to the wallet that the receipt belongs to.");
    const kept = { receipt: toJson(ReceiptSchema, receipt), keys: await anonymous.keySet() };
    await verifying.run(JSON.stringify(kept));
  });
  useEffect(() => {
    if (id !== null && who.kind === "identity") void fetching.run(id);
  }, [id, who]);
  const error = fetching.error.value ?? verifying.error.value;
  return (
    <>
      <PageHeader
        title="Receipt"
        lead="A receipt proves a payment to anybody. This page verifies it by itself, and asks the service for nothing but its public keys."
      />
      {who.kind === "identity" && <WalletTabs />}
      <div class="stack">
        {error !== undefined && <ErrorNotice error={error} />}
        <div role="status">{verdict.value !== undefined && <VerdictView verdict={verdict.value} />}</div>
        <ReceiptForm isBusy={verifying.isBusy.value} onText={verifying.run} />
      </div>
    </>
  );
}

/**
 * Verifies a saved receipt with the keys that the service publishes now. Keys in the file are used only if the key is
 * no longer published; the verdict says so, since the author of the file could have made them.
 */
async function verdictOn(text: string): Promise<Verdict> {
  const published = await anonymous.keySet();
  let receipt: Receipt;
  let given: object | undefined;
  try {
    const file = JSON.parse(text);
    receipt = fromJson(ReceiptSchema, file.receipt ?? file);
    given = file.keys;
  } catch (error) {
    return { kind: "bad", why: `This is no receipt: ${(error as Error).message}` };
  }
  const keyIs = given !== undefined && !hasKey(published, receipt.keyId) ? "given" : "published";
  const keys = keyIs === "given" ? (given as object) : published;
  try {
    const proven = await verifyReceipt(receipt, keys);
    return { kind: "proven", proven, kept: { receipt: toJson(ReceiptSchema, receipt), keys }, keyIs };
  } catch (error) {
    if (error instanceof BadReceipt) return { kind: "bad", why: error.message };
    throw error;
  }
}

function hasKey(keySet: object, keyId: string): boolean {
  const { keys = [] } = keySet as { readonly keys?: readonly { readonly kid?: string }[] };
  return keys.some(({ kid }) => kid === keyId);
}

interface ReceiptFormProps {
  readonly isBusy: boolean;
  readonly onText: (text: string) => Promise<void>;
}

function ReceiptForm({ isBusy, onText }: ReceiptFormProps) {
  const text = useSignal("");
  return (
    <CardForm onSend={() => void onText(text.value)}>
      <h2>Verify another one</h2>
      <label class="label">
        Receipt as JSON
        <textarea
          rows={6}
          required
          spellcheck={false}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <label class="label">
        or a file
        <input
          type="file"
          accept=".json,application/json"
          onChange={async (event) => {
            const file = event.currentTarget.files?.[0];
            if (file === undefined) return;
            text.value = await file.text();
            await onText(text.value);
          }}
        />
      </label>
      <button type="submit" disabled={isBusy}>
        Verify
      </button>
    </CardForm>
  );
}

function VerdictView({ verdict }: { readonly verdict: Verdict }) {
  if (verdict.kind === "bad") {
    return (
      <div class="notice bad">
        <Icon name="warning" />
        <div>
          <p>
            <strong>This receipt proves nothing.</strong>
          </p>
          <p>{verdict.why}. Ask whoever gave it to you for the receipt as the service wrote it.</p>
        </div>
      </div>
    );
  }
  const { proven, kept, keyIs } = verdict;
  const { order } = proven;
  const file = `data:application/json,${encodeURIComponent(JSON.stringify(kept))}`;
  return (
    <section class="card">
      {keyIs === "published" ? (
        <p class="notice good">
          <Icon name="check" /> This receipt is genuine: the ledger has this payment.
        </p>
      ) : (
        <p class="notice warn">
          <Icon name="warning" /> This receipt is signed by a key that this service does not publish, and that came with
          the file. It proves the payment only if you know from elsewhere that the key was this service’s: compare it
          with a key set that you have kept yourself, or ask for the receipt again.
        </p>
      )}
      <dl class="facts">
        {order !== undefined && (
          <>
            <Fact
              name="Amount"
              value={`${order.amount} ${assetWord(order.asset)}${order.kind === "transfer" ? "" : ` (${order.kind})`}`}
            />
            <Fact name="From" value={order.sender} />
            <Fact name="To" value={order.recipient} />
            <Fact name="Description" value={order.description} />
          </>
        )}
        <Fact name="Confirmation code" value={proven.confirmationCode} />
        <Fact name="Transaction" value={proven.transactionId} />
        <Fact name="Place in the ledger" value={`entry ${proven.sequence}, in batch ${proven.batchNumber}`} />
      </dl>
      <button type="button" onClick={() => saveUrl(file, `receipt-${proven.confirmationCode}.json`)}>
        <Icon name="download" /> Save with its keys
      </button>
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  if (value === "") return null;
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>
        <ForeignText text={value} />
      </dd>
    </div>
  );
}
