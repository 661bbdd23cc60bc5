// @module-tag slow/programs

import { afterAll, beforeAll, expect, test } from "vitest";
import { GoAwayReason } from "#contract/channel/v1/channel_pb.js";
import { onEveryDatabase } from "../support/database/databases.ts";
import { openEvents } from "../support/event-stream.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { newClient } from "../support/identity/client.ts";
import { type Program, startProgram } from "../support/program.ts";
import { type ChannelClient, openChannel } from "../transports/channel/client.ts";

onEveryDatabase("two processes on one database", (engine) => {
  const resources = new AsyncDisposableStack();
  /** The process at which credentials end, and the one that has the connections. */
  let here: ApiClient<Program>;
  let there: ApiClient<Program>;

  beforeAll(async () => {
    const { environment, remove } = await engine.create();
    resources.defer(remove);
    const settings = { environment: { ...environment, BACKUPS: "off" } };
    // The first brings the schema up to date.
    const start = async () => new ApiClient(resources.adopt(await startProgram(settings), (started) => started.stop()));
    here = await start();
    there = await start();
  });
  afterAll(() => resources.disposeAsync());

  /** Opens a channel at the other process. */
  async function openThere(owner: Awaited<ReturnType<typeof newClient>>): Promise<ChannelClient> {
    return openChannel(there.server.url, async ({ hello, binding }) => {
      const value = await owner.mint({ challenge: hello.challenge, channelBinding: binding });
      return { credentials: { case: "rotatingToken", value } };
    });
  }

  const call = async (method: string, path: string, credentials?: string, body?: unknown) => {
    const { status, body: answer } = await here.call(method, path, body, credentials);
    expect(status).toBe(200);
    return answer.result;
  };

  const ends: { readonly [name: string]: (owner: { id: string; keyId: string }, session: string) => Promise<unknown> } =
    {
      "signs out": (_, session) => call("POST", "/api/authentication/logout", session, {}),
      async "is revoked"({ id }) {
        const { sessions } = await call("GET", `/api/identities/${id}/sessions`);
        await call("DELETE", `/api/identities/${id}/sessions/${sessions[0].id}`);
      },
      "is revoked with all of its identity": ({ id }) => call("DELETE", `/api/identities/${id}/sessions`),
      "loses the key that opened it": ({ id, keyId }) => call("DELETE", `/api/identities/${id}/keys/${keyId}`),
    };

  test.each(Object.entries(ends))("close a channel before its first ping when its session %s", async (_, end) => {
    const owner = await newClient(here);
    const channel = await openThere(owner);
    await end(owner, channel.welcome.sessionToken);
    expect((await channel.next())?.body).toMatchObject({
      case: "goAway",
      value: { reason: GoAwayReason.AUTHENTICATION },
    });
  });

  test("end four streams, of sessions and of keys, before a channel has its first ping", async () => {
    const { identity: ada } = await here.identity();
    const bob = await newClient(here);
    await call("POST", "/api/wallets/create", undefined, { identity_id: ada.id });
    const ofSession = async () => {
      const session = await here.session(ada.id);
      return { secret: session, end: () => call("POST", "/api/authentication/logout", session, {}) };
    };
    const ofKey = async () => {
      const request = { name: "watcher", plan: "developer", permissions: ["wallets:watch"] };
      const { key, secret } = await call("POST", "/v1/admin/keys", undefined, request);
      return { secret, end: () => call("DELETE", `/v1/admin/keys/${key.id}`) };
    };
    const credentials = [await ofSession(), await ofKey(), await ofSession(), await ofKey()];
    const channel = await openThere(bob);
    for (const { secret, end } of credentials) {
      const watched = `${there.server.url}/api/wallets/${ada.id}/events`;
      const events = await openEvents(watched, { Authorization: `Bearer ${secret}`, Connection: "close" });
      expect(events.status).toBe(200);
      await end();
      while ((await events.next()) !== undefined);
    }
    await call("DELETE", `/api/identities/${bob.id}/sessions`);
    expect((await channel.next())?.body.case).toBe("goAway");
  });
});
