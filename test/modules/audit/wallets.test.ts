import { expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { type Act, expectOneTransaction } from "./one-transaction.ts";

const url = "https://192.0.2.1/events";

onEveryServer(
  "what administrators do to wallets",
  ({ server, environment }) => {
    /** A wallet, and what is read of it. */
    async function walletOf(api: ApiClient) {
      const { identity } = await api.identity();
      await api.call("POST", "/api/wallets/create", { identity_id: identity.id });
      return { id: identity.id as string, path: `/api/wallets/${identity.id}` };
    }

    const resultOf = (api: ApiClient) => async (at: string) => (await api.call("GET", at)).body.result;

    /** Every change of an endpoint at a path. */
    async function changesOf(api: ApiClient, path: string, credentials?: string): Promise<Act[]> {
      const call = (verb: string, at: string, body?: object) => api.call(verb, at, body, credentials);
      const { webhook } = (await call("POST", path, { url })).body.result;
      const at = `${path}/${webhook.id}`;
      return [
        ["CreateWebhook", () => call("POST", path, { url })],
        ["UpdateWebhook", () => call("PUT", at, { is_paused: true })],
        ["RotateWebhookSecret", () => call("POST", `${at}/secret`, {})],
        ["ReplayDeliveries", () => call("POST", `${at}/replay`, { cursor: webhook.cursor })],
        ["DeleteWebhook", () => call("DELETE", at)],
      ];
    }

    test("is one transaction with its record: both are there, or neither", async () => {
      const api = new ApiClient(server());
      const read = resultOf(api);
      const { id, path } = await walletOf(api);
      const configuration = { auto_exchange: true };
      const configure = () => api.call("PUT", `${path}/configuration`, { configuration });
      await expectOneTransaction(
        [["ConfigureWallet", configure], ...(await changesOf(api, `${path}/webhooks`))],
        environment(),
        async () => ({ ...(await read(path)), ...(await read(`${path}/webhooks`)) }),
        async (query) => (await read(`/v1/admin/audit?target=${id}&${query}`)).records,
      );
    });

    test("is recorded of the endpoints for all wallets, too", async () => {
      const api = new ApiClient(server());
      const read = resultOf(api);
      const path = "/v1/admin/ledger/webhooks";
      await expectOneTransaction(
        await changesOf(api, path),
        environment(),
        () => read(path),
        async (query) => (await read(`/v1/admin/audit?action=wallet.v1.WebhookService&${query}`)).records,
      );
    });

    test("is not recorded of who does it to a wallet of its own", async () => {
      const api = new ApiClient(server());
      const { id, path } = await walletOf(api);
      const session = await api.session(id);
      const records = () => resultOf(api)(`/v1/admin/audit?target=${id}`);
      const before = await records();
      for (const [name, act] of await changesOf(api, `${path}/webhooks`, session))
        expect((await act()).status, name).toBe(200);
      const configured = await api.call("PUT", `${path}/configuration`, { configuration: {} }, session);
      expect(configured.status).toBe(200);
      expect(await records()).toEqual(before);
    });
  },
  () => ({ WEBHOOK_ADDRESSES: "any" }),
);
