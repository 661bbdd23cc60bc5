import type { DescMethodUnary } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Level } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { takesKey } from "../../server/rpc/idempotency/idempotency.ts";
import { contractServices } from "../support/contract-services.ts";

/** Methods that can be repeated without harm though they make something new each time. */
const makeAnother = [
  // Short-lived, and of no use to anybody without the answer.
  "CreateChallenge",
  "RequestToken",
  "Authenticate",
  "IssueJwt",
  "WalletAuthenticate",
  // Runs of the operator's, which are listed or reported.
  "CheckLedger",
  "CreateBackup",
  "DrillBackup",
];

test("every method reads, is idempotent, takes an idempotency key, or makes what can be made again", async () => {
  const methods = (await contractServices()).flatMap((service) => service.methods) as DescMethodUnary[];
  const withoutKey = methods
    .filter((method) => method.idempotency === undefined || method.idempotency === Level.IDEMPOTENCY_UNKNOWN)
    .filter((method) => !takesKey(method));
  expect(withoutKey.map(({ name }) => name).sort()).toEqual(makeAnother.sort());
  const reading = methods.filter(({ idempotency }) => idempotency === Level.NO_SIDE_EFFECTS);
  expect(reading.filter(takesKey)).toEqual([]);
});
