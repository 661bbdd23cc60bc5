import { expect, it } from "vitest";
import { sha256 } from "../../../../../server/core/sha256.ts";
import { exchange, MemoryLedger, voidTransaction } from "../memory-ledger.ts";

/** Members that only entries of transfers have. */
const unsigned = { order: undefined, keyId: undefined, signature: undefined, description: "", fee: 0n };

function opened(): MemoryLedger {
  const ledger = new MemoryLedger();
  ledger.open("anna");
  ledger.setRate("TOKEN_STANDARD", "TOKEN_MICRO", 10n ** 12n);
  ledger.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  return ledger;
}

it("a void leaves an entry that moves nothing", () => {
  const ledger = opened();
  const id = "019b0000-0000-7000-8000-eeeeeeeeeeee";
  ledger.outcome(voidTransaction(id));
  expect(ledger.entries.at(-1)).toEqual({
    ...unsigned,
    sequence: 2,
    id,
    kind: 5,
    owner: "anna",
    counterparty: undefined,
    asset: "",
    amount: 0n,
    outcome: 6,
    requestDigest: Buffer.from(sha256(`platonic ledger seal v1\n${id}\nanna`)),
    exchanged: undefined,
    atMs: ledger.nowMs,
  });
});

it.each([
  ["is done", 10n ** 8n, 0],
  ["is refused", 10n ** 12n, 12],
])("an exchange that %s leaves an entry with its request", (_, sourceAmount, outcome) => {
  const ledger = opened();
  const request = exchange({ sourceAmount });
  ledger.outcome(request);
  expect(ledger.entries.at(-1)).toMatchObject({
    ...unsigned,
    id: request.id,
    kind: 2,
    owner: "anna",
    counterparty: undefined,
    asset: "TOKEN_STANDARD",
    amount: sourceAmount,
    outcome,
    requestDigest: Buffer.from(request.requestDigest),
    atMs: ledger.nowMs,
  });
  expect(ledger.entries.at(-1)?.exchanged !== undefined).toBe(outcome === 0);
});
