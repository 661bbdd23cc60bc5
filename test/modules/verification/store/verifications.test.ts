import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Sealer } from "../../../../server/core/sealed-column.ts";
import { openChallenge } from "../../../../server/modules/verification/domain/challenge.ts";
import { challengeMethods } from "../../../../server/modules/verification/domain/methods.ts";
import { verificationChallengeRows } from "../../../../server/modules/verification/store/verification-row.ts";
import { storedVerifications } from "../../../../server/modules/verification/store/verifications.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";

const plain: Sealer = { seal: async (_, bytes) => bytes, open: async (_, sealed) => sealed };

onEveryDatabase("challenges", (engine) => {
  test("of every method are read as they were stored; sent codes are rows of EMAIL_CODE and PHONE_CODE", async () => {
    const database = await engine.open();
    const verifications = storedVerifications(database, plain);
    const identity = randomUUID();
    const opened = challengeMethods.map((method) =>
      openChallenge({ id: randomUUID(), identity, method, target: "LEVEL_BASIC" }, Buffer.of(1, 2), new Date(1_000)),
    );
    for (const challenge of opened) await verifications.add(challenge);
    const found = await Promise.all(opened.map(({ id }) => verifications.find(id)));
    expect(found.map((challenge) => challenge?.method)).toEqual(challengeMethods);
    const rows = await database.manager.findBy(verificationChallengeRows, { identityId: identity, state: "PENDING" });
    expect(new Set(rows.map(({ method }) => method))).toEqual(
      new Set(["EMAIL_CODE", "PHONE_CODE", ...challengeMethods.slice(2)]),
    );
  });
});
