import { randomUUID } from "node:crypto";
import { create, type DescMethodUnary, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Reason } from "#contract/fault/v1/fault_pb.js";
import { HoldService } from "#contract/wallet/v1/hold_service_pb.js";
import { onEveryDatabase, type TestLocation } from "../../support/database/databases.ts";
import { holdOrders, hourMs } from "../../support/hold-orders.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { checked } from "../../support/ledger/checked.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { type Holder, newHolder, newVaultHolder, refused } from "../../support/wallet-holder.ts";
import { DocumentedClient } from "../../transports/channel/document/client.ts";

const ended = "The hold has ended; nothing is left of it.";

onEveryDatabase("a hold that is over by time, but not ended yet", (engine) => {
  let location: TestLocation;
  let server: TestServer;
  let api: ApiClient;
  let aheadMs = 0;
  let ada: Holder;
  let vaulted: Holder;
  let signing: Holder;
  beforeAll(async () => {
    location = await engine.create();
    // Nothing ends holds: the interval is longer than any run of tests.
    const ledgerClock = { now: () => Date.now() + aheadMs, expiryMs: 24 * hourMs };
    server = await startServer(location.environment, { ledgerClock });
    api = new ApiClient(server);
    ada = await newHolder(api, { TOKEN_STANDARD: 1_000 });
    [vaulted, signing] = [await newVaultHolder(api), await newHolder(api)];
  });
  afterAll(async () => {
    await server?.close();
    await location?.remove();
  });

  /** A hold by Ada whose time is over, and which is open all the same. */
  async function overdue(recipient: Holder): Promise<string> {
    const { transaction_id } = await holdOrders(api, ada).hold(recipient.id, "10", aheadMs + hourMs);
    aheadMs += 2 * hourMs;
    expect(await holdOrders(api, ada).read(transaction_id)).toMatchObject({ state: "HOLD_OPEN", exact_left: "10" });
    return transaction_id;
  }

  const changes = [
    ["a capture of all", "capture", {}],
    ["a capture of a part", "capture", { amount: 4 }],
    ["a capture of a part that keeps the rest", "capture", { amount: 4, keep_rest: true }],
    ["a capture of more than it has left", "capture", { amount: 11 }],
    ["a release", "release", {}],
  ] as const;

  test.each(changes)("is 409 to %s by a key in the vault over REST, also again", async (_, what, members) => {
    const hold_id = await overdue(vaulted);
    const before = await vaulted.held();
    const id = { [`${what}_id`]: randomUUID() };
    for (let call = 1; call <= 2; call++) {
      const request = { recipient: vaulted.id, hold_id, ...members, ...id };
      const { status, body } = await api.call("POST", `/api/transactions/holds/${what}`, request);
      expect([status, body.error?.code, body.error?.message]).toEqual([409, "STATE_INVALID", ended]);
    }
    expect(await vaulted.held()).toEqual(before);
  });

  test("is STATE_INVALID to captures and releases by a key in the vault on the channel", async () => {
    const value = await api.session(vaulted.id);
    const client = new DocumentedClient({
      url: server.url.replace("http", "ws"),
      credentials: () => ({ case: "sessionToken", value }),
    });
    await client.connect();
    const call = (method: DescMethodUnary, members: object) => {
      const opId = randomUUID();
      const payload = toBinary(method.input, create(method.input, { recipient: vaulted.id, ...members }));
      client.send({ case: "request", value: { opId, method: `wallet.v1.HoldService/${method.name}`, payload } });
      return client.result(opId);
    };
    const holdId = await overdue(vaulted);
    const amount = { form: { case: "decimal", value: "4" } };
    const { captureHold, releaseHold } = HoldService.method;
    const answers = [
      await call(captureHold, { holdId }),
      await call(captureHold, { holdId, amount }),
      await call(captureHold, { holdId, amount, keepRest: true }),
      await call(releaseHold, { holdId }),
    ];
    for (const { value } of answers) expect(value).toMatchObject({ reason: Reason.STATE_INVALID, message: ended });
    await client.end();
  });

  test("is released by an administrator, once: the money goes back as it would by itself", async () => {
    const { TOKEN_STANDARD: before } = await ada.held();
    const request = { hold_id: await overdue(vaulted), reference: "nothing ends it" };
    const release = () => api.call("POST", "/v1/admin/ledger/holds/release", request);
    expect((await release()).body.result.hold).toMatchObject({ state: "HOLD_RELEASED", exact_left: "0" });
    const { status, body } = await release();
    expect([status, body.error?.code]).toEqual([409, "STATE_INVALID"]);
    expect(await ada.held()).toMatchObject({ TOKEN_STANDARD: before });
  });

  test("is TX_ERROR_HOLD_ENDED to signed orders, whose result is told again", async () => {
    const holdId = await overdue(signing);
    const { capture, captureOrder, release, send } = holdOrders(api, signing);
    expect(await capture({ holdId })).toEqual(refused("HOLD_ENDED"));
    expect(await release({ holdId })).toEqual(refused("HOLD_ENDED"));
    const order = captureOrder({ holdId, amount: "4" });
    const first = await send("capture", order);
    expect([first.status, first.body.result.result]).toEqual([200, refused("HOLD_ENDED")]);
    expect((await send("capture", order)).body).toEqual(first.body);
  });

  test("leaves a ledger that passes its check", async () => {
    expect(await checked(api)).toEqual([]);
  });
});
