import { expect, it } from "vitest";
import { sha256 } from "../../../../../server/core/sha256.ts";
import { exchange, MemoryLedger, seal } from "../memory-ledger.ts";

/** What no entry has but those of transfers. */
const unsigned = { order: undefined, keyId: undefined, signature: undefined, description: "", fee: 0n };

function opened(): MemoryLedger {
  const made = new MemoryLedger();
  made.open("anna");
  made.setRate("TOKEN_STANDARD", "TOKEN_MICRO", 10n ** 12n);
  made.give("anna", "TOKEN_STANDARD", 10n ** 9n);
  return made;
}

it("a transaction that will never happen leaves an entry that moves nothing", () => {
  const made = opened();
  const id = "019b0000-0000-7000-8000-eeeeeeeeeeee";
  made.outcome(seal(id));
  expect(made.entries.at(-1)).toEqual({
    ...unsigned,
    sequence: 2,
    id,
    kind: 5,
    owner: "anna",
    counterparty: undefined,
    asset: "",
    amount: 0n,
    outcome: 6,
    digest: Buffer.from(sha256(`platonic ledger seal v1\n${id}\nanna`)),
    exchanged: undefined,
    atMs: made.nowMs,
  });
});

it.each([
  ["is done", 10n ** 8n, 0],
  ["is refused", 10n ** 12n, 12],
])("an exchange that %s leaves an entry of what was asked for", (_, sourceAmount, outcome) => {
  const made = opened();
  const request = exchange({ sourceAmount });
  made.outcome(request);
  expect(made.entries.at(-1)).toMatchObject({
    ...unsigned,
    id: request.id,
    kind: 2,
    owner: "anna",
    counterparty: undefined,
    asset: "TOKEN_STANDARD",
    amount: sourceAmount,
    outcome,
    digest: Buffer.from(request.digest),
    atMs: made.nowMs,
  });
  expect(made.entries.at(-1)?.exchanged !== undefined).toBe(outcome === 0);
});
