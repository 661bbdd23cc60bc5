import type { DescMethod } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Level } from "@bufbuild/protobuf/wkt";
import { describe, expect, test } from "vitest";
import { Purpose } from "#contract/call/v1/call_pb.js";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { AuthenticationService } from "#contract/identity/v1/authentication_service_pb.js";
import { TransactionService } from "#contract/wallet/v1/transaction_service_pb.js";
import { WalletService } from "#contract/wallet/v1/wallet_service_pb.js";
import { contradictions } from "../../../server/rpc/terms/contradictions.ts";
import { compileTerms, declaredTerms } from "../../../server/rpc/terms/terms.ts";
import { contractServices } from "../../support/contract-services.ts";
import { type Planted, planted } from "./planted.ts";

const methods: DescMethod[] = (await contractServices()).flatMap((service) => service.methods);

test.each(methods.map((method) => ({ name: `${method.parent.typeName}/${method.name}`, method })))(
  "$name declares terms that agree with it",
  ({ method }) => {
    const declared = declaredTerms(method);
    expect(declared).toBeDefined();
    expect(contradictions(method, declared as NonNullable<typeof declared>)).toEqual([]);
  },
);

/** Methods that can be repeated without harm though they make something new each time. */
const makeAnother = [
  // Short-lived, and of no use to anybody without the answer.
  "CreateChallenge",
  "RequestToken",
  "Authenticate",
  "IssueJwt",
  "WalletAuthenticate",
  // A run of the operator's, of which there is one at a time.
  "CheckLedger",
];

test("every method reads, is idempotent, takes an idempotency key, or makes what can be made again", () => {
  const others = methods.filter((method) => {
    const { isIdempotent, takesKey } = compileTerms(method);
    return !isIdempotent && !takesKey;
  });
  expect(others.map(({ name }) => name).sort()).toEqual(makeAnother.sort());
});

test("an idempotent method that takes a key has an id that requests may leave out", () => {
  for (const method of methods) {
    const { isIdempotent, takesKey, idMember } = compileTerms(method);
    if (isIdempotent && takesKey) expect(idMember, method.name).toBeDefined();
  }
});

describe("a contract is refused", () => {
  const { transfer, createTransaction } = TransactionService.method;
  const { listLedgerEntries, getWallet } = WalletService.method;
  const { authenticate } = AuthenticationService.method;
  const page = declaredTerms(listLedgerEntries)?.page;
  const signed = declaredTerms(transfer)?.signed[0];

  test.each<[why: string, method: DescMethod, plant: Planted]>([
    ["declares no call.v1.terms", getWallet, { terms: null }],
    ["deadline_ms must be from 1 to 300000", getWallet, { terms: { deadlineMs: 0 } }],
    ["deadline_ms must be from 1 to 300000", getWallet, { terms: { deadlineMs: 300_001 } }],
    ["must have REASON_UNAVAILABLE", getWallet, { terms: { retryAfter: [] } }],
    ["fails alike", getWallet, { terms: { retryAfter: [Reason.UNAVAILABLE, Reason.PARAMETER_INVALID] } }],
    ["would take another", authenticate, { terms: { retryAfter: [Reason.UNAVAILABLE] } }],
    ["would take another", transfer, { idempotency: Level.IDEMPOTENCY_UNKNOWN }],
    ["takes no idempotency key", getWallet, { takesKey: true }],
    ["id_field payment_id is no text", createTransaction, { terms: { idField: "payment_id" } }],
    ["id_field amount is no text", createTransaction, { terms: { idField: "amount" } }],
    ["terms without a page", listLedgerEntries, { terms: { page: undefined as never } }],
    ["page.token start is no text", listLedgerEntries, { terms: { page: { ...page, token: "start" } as never } }],
    [
      "page.size page_token is no int32",
      listLedgerEntries,
      { terms: { page: { ...page, size: "page_token" } as never } },
    ],
    [
      "page.items next_page_token is no list",
      listLedgerEntries,
      { terms: { page: { ...page, items: "next_page_token" } as never } },
    ],
    ["page.next entries is no text", listLedgerEntries, { terms: { page: { ...page, next: "entries" } as never } }],
    ["needs a purpose", transfer, { terms: { signed: [{ ...signed, purpose: Purpose.UNSPECIFIED } as never] } }],
    [
      "signature order.signature is not in",
      transfer,
      { terms: { signed: [{ ...signed, signature: "order.signature" } as never] } },
    ],
    [
      "signed_order.text is not in",
      transfer,
      { terms: { signed: [{ ...signed, message: "signed_order.text" } as never] } },
    ],
  ])("%s", (why, method, plant) => {
    expect(() => compileTerms(planted(method, plant))).toThrow(why);
    expect(() => compileTerms(planted(method, {}))).not.toThrow();
  });
});
