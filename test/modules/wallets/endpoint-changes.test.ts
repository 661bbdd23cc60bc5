import { expect, test } from "vitest";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { movedClock } from "../../support/identity/moved-clock.ts";
import { newOwner } from "../../support/identity/owner.ts";

const clock = movedClock();

const fiveMinutesMs = 5 * 60_000;

onEveryServer("the endpoints of a wallet's configuration", ({ server }) => {
  const api = () => new ApiClient(server());
  const newWallet = async () => {
    const { id } = await newOwner(api());
    await api().call("POST", "/api/wallets/create", { identity_id: id });
    return id;
  };
  const configure = async (id: string, configuration: object, credentials?: string) =>
    (await api().call("PUT", `/api/wallets/${id}/configuration`, { configuration }, credentials)).status;

  test.each([{ http_endpoint: "https://example.org" }, { channel_endpoint: "wss://example.org/channel/wallet" }])(
    "are changed by a session with a fresh proof alone, unlike other settings: %j",
    async (endpoint) => {
      const id = await newWallet();
      const session = await api().session(id);
      clock.aheadMs = fiveMinutesMs + 2_000;
      expect(await configure(id, endpoint, session)).toBe(403);
      expect(await configure(id, { retry_count: 5 }, session)).toBe(200);
      expect(await configure(id, endpoint, await api().session(id))).toBe(200);
      // To keep them is no change, and to take them away is one.
      expect(await configure(id, { ...endpoint, retry_count: 6 }, session)).toBe(200);
      expect(await configure(id, {}, session)).toBe(403);
    },
  );

  test("are changed by administrators without one", async () => {
    const id = await newWallet();
    expect(await configure(id, { http_endpoint: "https://example.org" })).toBe(200);
  });
});
