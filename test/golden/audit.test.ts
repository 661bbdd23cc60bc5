import { expect, test } from "vitest";
import { recordHash, type StoredRecord } from "../../server/modules/audit/domain/record.ts";
import { goldenVectors, hex } from "./vectors.ts";

const { records } = goldenVectors<{ records: readonly (StoredRecord & { readonly previous: Uint8Array })[] }>("audit", [
  "sealed",
  "previous",
  "hash",
]);

test("records of the audit log have these hashes, each with that of the one before it", () => {
  let last: Uint8Array = Buffer.alloc(32);
  for (const { previous, number, hash, ...draft } of records) {
    expect(hex(previous)).toBe(hex(last));
    last = recordHash({ number: number - 1, hash: previous }, draft);
    expect(hex(last), `record ${number}`).toBe(hex(hash));
  }
});
