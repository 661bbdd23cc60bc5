import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { expect, onTestFinished, test, vi } from "vitest";
import { EventService } from "#contract/wallet/v1/event_service_pb.js";
import { Watcher } from "../../../server/modules/events/feed/watcher.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey, startServer } from "../../support/server.ts";
import { deposit, newVaultHolder } from "../../support/wallet-holder.ts";
import { openChannel } from "../../transports/channel/client.ts";

const endlessMs = 2 ** 31 - 1;

/** Lets every wait for events last for ever, and returns a promise for the moment in which so many have begun. */
function endlessWaits(count: number): Promise<void> {
  const { changed } = Watcher.prototype;
  const begun = Promise.withResolvers<void>();
  let left = count;
  const spy = vi.spyOn(Watcher.prototype, "changed").mockImplementation(function (this: Watcher) {
    left -= 1;
    if (left === 0) begun.resolve();
    return changed.call(this, endlessMs);
  });
  onTestFinished(() => spy.mockRestore());
  return begun.promise;
}

test.each(["1", "2"])(
  "calls that wait for events are answered over every protocol when a service with THREADS=%s stops",
  async (THREADS) => {
    // Unanswered, they are cut off after the grace period.
    const server = await startServer({ THREADS, SHUTDOWN_GRACE_MS: "60000" });
    const api = new ApiClient(server);
    const { id: identityId } = await newVaultHolder(api);
    await deposit(api, identityId, "TOKEN_STANDARD", 1);
    const path = `/api/wallets/${identityId}/events/next`;
    const { cursor } = (await api.call("GET", path)).body.result;
    const value = await api.session(identityId);
    const channel = await openChannel(server.url, () => ({ credentials: { case: "sessionToken", value } }));
    const grpc = createClient(EventService, createGrpcTransport({ baseUrl: server.url }));
    const headers = { Authorization: `Bearer ${operatorKey}` };
    const waiting = endlessWaits(3);
    const answers = Promise.all([
      api.call("GET", `${path}?cursor=${cursor}&wait_seconds=30`),
      grpc.listEvents({ identityId, cursor, waitSeconds: 30 }, { headers }),
      channel.call(EventService.method.listEvents, { identityId, cursor, waitSeconds: 30 }),
    ]);
    await waiting;
    const [closed, [rest, ...others]] = await Promise.all([server.close(), answers]);
    expect(closed).toBeUndefined();
    expect([rest.status, rest.body.result]).toEqual([200, { events: [], cursor }]);
    for (const answer of others) expect(answer).toMatchObject({ events: [], cursor });
    const calls = server.log.filter((line) => line.includes("ListEvents"));
    expect(calls.map((line) => JSON.parse(line).reason)).toEqual(calls.map(() => "OK"));
  },
);
