import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { signingSecrets } from "../../../../server/modules/events/webhooks/domain/secret.ts";
import { ownedEndpoints } from "../../../../server/modules/events/webhooks/operations/owned-endpoints.ts";
import { rotation } from "../../../../server/modules/events/webhooks/operations/rotation.ts";
import { storedWebhooks } from "../../../../server/modules/events/webhooks/store/webhooks.ts";
import { seededChoices } from "../../../../server/rpc/idempotency/choices.ts";
import { onEveryDatabase } from "../../../support/database/databases.ts";
import { openLedgerFixture } from "../../../support/ledger/ledger-fixture.ts";
import { newWebhook } from "../../../support/new-webhook.ts";

const master = Buffer.alloc(32, 7);
const hourMs = 3_600_000;

onEveryDatabase("a new secret", (engine) => {
  async function open() {
    const { database } = await openLedgerFixture(engine);
    const webhooks = storedWebhooks(database);
    const webhook = newWebhook("ada", "http://127.0.0.1:9/");
    await webhooks.create(webhook, 1);
    const clock = { ms: 1_000 };
    const rotate = rotation({ master, now: () => clock.ms }, ownedEndpoints({ webhooks, changed: () => {} }));
    const request = { identityId: "ada", webhookId: webhook.id, overlapHours: 24 };
    const caller = { principal: { permissions: [] } };
    return {
      clock,
      make: async (members: object = {}, seed?: Buffer) => {
        const choices = seed && seededChoices(seed, 5);
        return (await rotate({ ...request, ...members } as never, { ...caller, choices } as never)).secret as string;
      },
      async used() {
        const found = await webhooks.find("ada", webhook.id);
        const keys = signingSecrets(master, found as NonNullable<typeof found>)(clock.ms);
        return keys.map((key) => `whsec_${key.export().toString("base64")}`);
      },
    };
  }

  test("leaves each secret before it the end that was promised", async () => {
    const { make, used, clock } = await open();
    const [first] = await used();
    const second = await make({ overlapHours: 2 });
    clock.ms += hourMs;
    const third = await make({ overlapHours: 24 });
    expect(await used()).toEqual([third, first, second]);
    clock.ms += hourMs;
    expect(await used()).toEqual([third, second]);
    clock.ms += 23 * hourMs;
    expect(await used()).toEqual([third]);
  });

  test("is made once by a call that is executed again, also when another one was made meanwhile", async () => {
    const { make, used } = await open();
    const seed = randomBytes(32);
    const made = await make({}, seed);
    expect(await make({}, seed)).toBe(made);
    const other = await make();
    const before = await used();
    expect(await make({}, seed)).toBe(made);
    expect(await used()).toEqual(before);
    expect(before).toContain(other);
  });

  test("is made once by a call that is executed again after the secret before has ended, and its own", async () => {
    const { make, used, clock } = await open();
    const seed = randomBytes(32);
    const made = await make({ overlapHours: 1 }, seed);
    clock.ms += hourMs;
    expect(await make({ overlapHours: 1 }, seed)).toBe(made);
    expect(await used()).toEqual([made]);
    const other = await make({ overlapHours: 1 });
    clock.ms += hourMs;
    expect(await make({ overlapHours: 1 }, seed)).toBe(made);
    expect(await used()).toEqual([other]);
  });

  test("is refused with the time at which there is room for it", async () => {
    const { make, clock } = await open();
    for (let count = 1; count <= 4; count++) await make({ overlapHours: count });
    await expect(make()).rejects.toMatchObject({ reason: "STATE_INVALID" });
    await expect(make()).rejects.toThrow(new Date(clock.ms + hourMs).toISOString());
    clock.ms += hourMs;
    await make();
    await expect(make()).rejects.toMatchObject({ reason: "STATE_INVALID" });
    await make({ overlapHours: 0 });
    await make();
  });
});
