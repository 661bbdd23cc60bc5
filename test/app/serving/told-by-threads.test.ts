import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import type { ServingThread } from "../../../server/app/serving/serving-thread.ts";
import { openEvents } from "../../support/event-stream.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { newClient } from "../../support/identity/client.ts";
import { operatorKey, startServer, type TestServer } from "../../support/server.ts";
import { newHolder } from "../../support/wallet-holder.ts";
import { openChannel } from "../../transports/channel/client.ts";

describe("whichever of two threads has the connection,", () => {
  const threads: ServingThread[] = [];
  let server: TestServer;
  let api: ApiClient;

  beforeAll(async () => {
    const onStart = (thread: ServingThread) => void threads.push(thread);
    server = await startServer({ THREADS: "2" }, { serving: { onStart } });
    api = new ApiClient(server);
  });
  afterAll(() => server.close());

  /** Opens connections, at least four, until each thread has two of them. */
  async function onBothThreads<Opened>(open: () => Promise<Opened>): Promise<Opened[]> {
    const loads = () =>
      Promise.all(threads.map(async ({ link }) => (await link.ask("port.load", undefined)).connections));
    const before = await loads();
    const opened: Opened[] = [];
    for (;;) {
      opened.push(await open());
      const now = await loads();
      if (opened.length >= 4 && now.every((count, index) => count >= (before[index] as number) + 2)) return opened;
    }
  }

  test("a stream has the event of a payment, before it has a heartbeat", async () => {
    const [ada, bob] = [await newHolder(api, { TOKEN_STANDARD: 100 }), await newHolder(api)];
    const streams = await onBothThreads(async () => {
      const authorization = { Authorization: `Bearer ${operatorKey}` };
      const stream = await openEvents(`${server.url}/api/wallets/${bob.id}/events`, authorization);
      await stream.next();
      return stream;
    });
    await ada.pay({ recipient: bob.id, amount: "12.5" });
    for (const stream of streams) {
      const told = await stream.next();
      expect(told?.data.result.entry.movements[0].exact_amount).toBe("12.5");
    }
  });

  test("a channel is closed before its first ping when its session is revoked, and a stream ends with it", async () => {
    const owner = await newClient(api);
    await api.call("POST", "/api/wallets/create", { identity_id: owner.id });
    let counter = 1;
    const open = async () => {
      const channel = await openChannel(server.url, async ({ hello, binding }) => {
        const request = { challenge: hello.challenge, channelBinding: binding, counter: counter++ };
        return { credentials: { case: "rotatingToken", value: await owner.mint(request) } };
      });
      const session = { Authorization: `Bearer ${channel.welcome.sessionToken}` };
      return { channel, events: await openEvents(`${server.url}/api/wallets/${owner.id}/events`, session) };
    };
    const opened = await onBothThreads(open);
    await api.call("DELETE", `/api/identities/${owner.id}/sessions`);
    for (const { channel, events } of opened) {
      expect((await channel.next())?.body).toMatchObject({
        case: "goAway",
        value: { reason: GoAwayReason.AUTHENTICATION },
      });
      while ((await events.next()) !== undefined);
    }
  });
});
