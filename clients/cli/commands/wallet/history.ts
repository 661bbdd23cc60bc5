import { EntryKind, EntryKindSchema, type LedgerEntry } from "#contract/wallet/v1/ledger_pb.js";
import { TokenType } from "#contract/wallet/v1/money_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { itemsOf } from "../../../typescript/src/index.ts";
import { listOutcome } from "../../answer.ts";
import { command } from "../../command.ts";
import { profileOption } from "../../profile.ts";
import { moment } from "../../text.ts";
import { choiceOf, wholeNumberOf } from "../../values.ts";

export const walletHistory = command({
  name: "wallet history",
  summary: "Lists the entries of the wallet, the newest first, with the id by which a receipt is asked for.",
  options: {
    kind: { value: "KIND", help: "such as transaction, deposit or exchange alone" },
    from: { value: "TIME", help: "the first time, such as 2026-11-21T00:00:00Z" },
    until: { value: "TIME", help: "the time before which entries are listed" },
    limit: { value: "N", help: "the most to list (all)" },
    profile: profileOption,
  },
  examples: [
    "platonic wallet history --limit 10",
    "platonic wallet history --kind deposit --from 2026-11-01T00:00:00Z",
  ],
  async run({ options: { kind, from, until, limit, profile }, session }) {
    const most = limit === undefined ? Number.POSITIVE_INFINITY : wholeNumberOf("--limit", limit, 1);
    const { transport, identityId } = session(profile);
    const request = {
      identityId,
      pageSize: Math.min(most, pageMax),
      ...(kind !== undefined && { kind: choiceOf("--kind", EntryKindSchema, kind) }),
      ...(from !== undefined && { from }),
      ...(until !== undefined && { until }),
    };
    const entries = [];
    for await (const entry of itemsOf(transport, WalletService.method.listLedgerEntries, request)) {
      entries.push(plain(entry, identityId));
      if (entries.length === most) break;
    }
    return listOutcome("entries", entries);
  },
});

/** Most entries of a page. */
const pageMax = 500;

function plain({ sequence, kind, recordedAt, movements, transaction, issuance, exchange }: LedgerEntry, own: string) {
  const { sender, recipient, description = "" } = transaction ?? {};
  return {
    sequence: String(sequence),
    kind: EntryKind[kind],
    recordedAt: moment(recordedAt),
    moved: movements.map(({ tokenType, currencyCode, exactAmount }) => {
      return `${exactAmount} ${currencyCode || `TOKEN_${TokenType[tokenType]}`}`;
    }),
    id: transaction?.id ?? issuance?.id ?? exchange?.id ?? null,
    other: (sender === own ? recipient : sender) ?? null,
    description: description || (issuance?.reference ?? ""),
  };
}
