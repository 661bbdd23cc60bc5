import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { expect, onTestFinished, test } from "vitest";
import { EventService, type WatchResponse } from "#contract/wallet/v1/event_service_pb.js";
import { ledgerStart, writeCursor } from "../../../server/modules/events/feed/cursor.ts";
import { openEvents } from "../../support/event-stream.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey, startServer } from "../../support/server.ts";
import { deposit, newHolder, newVaultHolder } from "../../support/wallet-holder.ts";

const bearer = (credentials: string) => ({ Authorization: `Bearer ${credentials}` });

onEveryServer("events", ({ server, environment }) => {
  const api = () => new ApiClient(server());
  const path = (id: string, query = "") => `${server().url}/api/wallets/${id}/events${query}`;
  const watch = (id: string, query = "", headers = bearer(operatorKey)) => openEvents(path(id, query), headers);

  test("a transfer is told to its sender and its recipient, each as it sees it", async () => {
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const bob = await newHolder(api());
    const [hers, his] = [await watch(ada.id), await watch(bob.id)];
    await Promise.all([hers.next(), his.next()]);
    await ada.pay({ recipient: bob.id, amount: "12.5", description: "dinner" });
    const [sent, received] = [await hers.nextEntry(), await his.nextEntry()];
    const movements = (event: typeof sent) => event.data.result.entry.movements[0].exact_amount;
    expect([movements(sent), movements(received)]).toEqual(["-12.5125", "12.5"]);
    expect(sent.data.result.entry).toMatchObject({
      kind: "ENTRY_TRANSACTION",
      transaction: { description: "dinner", recipient: bob.id },
    });
    expect(sent.id).toBe(sent.data.result.cursor);
    expect(sent.data.result.entry).toEqual((await ada.entries())[0]);
  });

  test("a stream that goes on from a cursor tells what happened meanwhile, once", async () => {
    const ada = await newHolder(api());
    const first = await watch(ada.id);
    const cursor = (await first.next())?.id as string;
    first.close();
    for (const amount of [1, 2, 3]) await deposit(api(), ada.id, "TOKEN_STANDARD", amount);
    const amounts = async (query: string, headers = bearer(operatorKey)) => {
      const stream = await watch(ada.id, query, headers);
      const all = [await stream.nextEntry(), await stream.nextEntry(), await stream.nextEntry()];
      stream.close();
      return all.map(({ data }) => data.result.entry.issuance.amount);
    };
    expect(await amounts(`?cursor=${cursor}`)).toEqual([1, 2, 3]);
    expect(await amounts("?from_start=true")).toEqual([1, 2, 3]);
    // A browser repeats the address with its first cursor, and sends the last one as a header.
    const start = writeCursor(ledgerStart);
    expect(await amounts(`?cursor=${start}`, { ...bearer(operatorKey), "Last-Event-ID": cursor } as never)).toEqual([
      1, 2, 3,
    ]);
  });

  test("an administrator is told of all wallets, and a transfer once for each of its two", async () => {
    const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
    const bob = await newHolder(api());
    const stream = await openEvents(`${server().url}/v1/admin/ledger/events`, bearer(operatorKey));
    await stream.next();
    await ada.pay({ recipient: bob.id });
    const told = [await stream.nextEntry(), await stream.nextEntry()];
    expect(told.map(({ data }) => data.result.identity_id)).toEqual([ada.id, bob.id]);
    const resumed = await openEvents(`${server().url}/v1/admin/ledger/events`, {
      ...bearer(operatorKey),
      "Last-Event-ID": told[0]?.id as string,
    });
    expect((await resumed.nextEntry()).data.result.identity_id).toBe(bob.id);
  });

  test.each<[string, (baseUrl: string) => Transport]>([
    ["gRPC", (baseUrl) => createGrpcTransport({ baseUrl })],
    ["gRPC-Web", (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1" })],
    ["Connect", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "2" })],
  ])("the same is told over %s", async (_, transport) => {
    const ada = await newHolder(api());
    const over = new AbortController();
    const client = createClient(EventService, transport(server().url));
    const options = { headers: bearer(operatorKey), signal: over.signal };
    const answers: WatchResponse[] = [];
    for await (const answer of client.watch({ identityId: ada.id }, options)) {
      answers.push(answer);
      if (answers.length === 1) await deposit(api(), ada.id, "TOKEN_STANDARD", 7);
      else break;
    }
    over.abort();
    expect(answers.map(({ entry }) => entry?.issuance?.exactAmount)).toEqual([undefined, "7"]);
  });

  test("the next events are read one call after the other, and waited for", async () => {
    const ada = await newHolder(api());
    const next = async (query: string) =>
      (await api().call("GET", `/api/wallets/${ada.id}/events/next?${query}`)).body.result;
    const first = await next("");
    expect(first).toEqual({ events: [], cursor: expect.any(String) });
    for (const amount of [1, 2, 3]) await deposit(api(), ada.id, "TOKEN_STANDARD", amount);
    const two = await next(`cursor=${first.cursor}&count=2`);
    const rest = await next(`cursor=${two.cursor}&wait_seconds=30`);
    const amounts = [...two.events, ...rest.events].map(({ entry }) => entry.issuance.amount);
    expect(amounts).toEqual([1, 2, 3]);
    expect(two.events[1].cursor).toBe(two.cursor);
    const waiting = next(`cursor=${rest.cursor}&wait_seconds=30`);
    await deposit(api(), ada.id, "TOKEN_STANDARD", 4);
    expect((await waiting).events[0].entry.issuance.amount).toBe(4);
    expect((await next("from_start=true")).events).toHaveLength(4);
  });

  test("a cursor that anybody is told while others are paid is accepted everywhere, also after a restart", async () => {
    const [idle, busy] = [await newHolder(api()), await newHolder(api())];
    const next = async (cursor: string, client = api()) => {
      const query = cursor === "" ? "" : `?cursor=${cursor}`;
      const { status, body } = await client.call("GET", `/api/wallets/${idle.id}/events/next${query}`);
      return { status, cursor: body.result?.cursor, count: body.result?.events.length };
    };
    const grpc = createClient(EventService, createGrpcTransport({ baseUrl: server().url }));
    const stream = await watch(idle.id, "?heartbeat_seconds=1");
    await stream.next();
    const paid = async () => void (await deposit(api(), busy.id, "TOKEN_STANDARD", 1));
    const told: Record<string, string> = {};
    await paid();
    told["an empty answer"] = (await next("")).cursor;
    told["an empty answer over gRPC"] = (
      await grpc.listEvents({ identityId: idle.id }, { headers: bearer(operatorKey) })
    ).cursor;
    await paid();
    told["the start of a stream"] = (await (await watch(idle.id)).next())?.id as string;
    told["a heartbeat"] = (await stream.next())?.id as string;
    const all = await openEvents(`${server().url}/v1/admin/ledger/events`, bearer(operatorKey));
    told["the start of a stream of all wallets"] = (await all.next())?.id as string;
    await paid();
    told["a payment of another wallet"] = (await all.nextEntry()).id as string;
    const other = await startServer(environment());
    onTestFinished(() => other.close());
    for (const [source, cursor] of Object.entries(told)) {
      for (const client of [api(), new ApiClient(other)]) {
        expect([source, (await next(cursor, client)).status]).toEqual([source, 200]);
      }
    }
    await deposit(api(), idle.id, "TOKEN_STANDARD", 5);
    const restarted = await startServer(environment());
    onTestFinished(() => restarted.close());
    for (const cursor of Object.values(told)) {
      expect(await next(cursor, new ApiClient(restarted))).toMatchObject({ status: 200, count: 1 });
      const resumed = await openEvents(
        `${restarted.url}/api/wallets/${idle.id}/events?cursor=${cursor}`,
        bearer(operatorKey),
      );
      expect((await resumed.nextEntry()).data.result.entry.issuance.amount).toBe(5);
    }
  });

  test("a stream over HTTP/1.1 says that its end is that of its connection, so that no other call is sent on it", async () => {
    const ada = await newVaultHolder(api());
    const session = await api().session(ada.id);
    const { secret, id } = await server().createKey("developer", ["wallets:*"]);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const get = (url: string, credentials: string) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        request(url, { agent, headers: bearer(credentials) }, resolve)
          .on("error", reject)
          .end();
      });
    const stream = await get(path(ada.id), secret);
    expect([stream.statusCode, stream.headers.connection]).toEqual([200, "close"]);
    stream.resume();
    await Promise.all([once(stream, "end"), api().call("DELETE", `/v1/admin/keys/${id}`)]);
    const next = await get(`${server().url}/api/wallets/${ada.id}`, session);
    expect(next.resume().statusCode).toBe(200);
  });

  test.each([
    ["an unknown wallet", 404, "nobody", ""],
    ["text that is no cursor", 400, undefined, "?cursor=soon"],
    ["a heartbeat that is too slow", 400, undefined, "?heartbeat_seconds=61"],
    ["an unreadable parameter", 400, undefined, "?heartbeat_seconds=often"],
  ])("a stream of %s is refused with status %i before it begins", async (_, status, id, query) => {
    const ada = await newHolder(api());
    const refused = await watch(id ?? ada.id, query);
    expect([refused.status, refused.headers["content-type"]]).toEqual([status, "application/json"]);
    expect(refused.refusal.error.message).not.toBe("");
  });

  test("a session may watch its own wallet and no other; others need the permission", async () => {
    const ada = await newVaultHolder(api());
    const bob = await newVaultHolder(api());
    const session = await api().session(ada.id);
    expect((await watch(ada.id, "", bearer(session))).status).toBe(200);
    expect((await watch(bob.id, "", bearer(session))).status).toBe(403);
    expect((await watch(ada.id, "", {} as never)).status).toBe(401);
    const all = `${server().url}/v1/admin/ledger/events`;
    expect((await openEvents(all, bearer(session))).status).toBe(403);
    const { secret } = await server().createKey("developer", ["wallets:*"]);
    expect((await openEvents(all, bearer(secret))).status).toBe(403);
  });

  test("a cursor of a ledger that was replaced is refused, and says so", async () => {
    const ada = await newHolder(api(), { TOKEN_STANDARD: 1 });
    const beyond = writeCursor({ ...ledgerStart, sequence: 1_000_000_000 });
    const other = writeCursor({ ...ledgerStart, sequence: 1 });
    for (const cursor of [beyond, other]) {
      const refused = await watch(ada.id, `?cursor=${cursor}`);
      expect([refused.status, refused.refusal.error.message]).toEqual([409, expect.stringContaining("replaced")]);
    }
  });

  test("a stream goes on at another server of the same database, and is told what that one writes", async () => {
    const ada = await newHolder(api());
    const other = await startServer(environment());
    onTestFinished(() => other.close());
    const here = await watch(ada.id);
    await here.next();
    await deposit(new ApiClient(other), ada.id, "TOKEN_STANDARD", 5);
    const { id, data } = await here.nextEntry();
    expect(data.result.entry.issuance.amount).toBe(5);
    const there = await openEvents(`${other.url}/api/wallets/${ada.id}/events`, {
      ...bearer(operatorKey),
      "Last-Event-ID": id as string,
    });
    await there.next();
    await deposit(api(), ada.id, "TOKEN_STANDARD", 6);
    expect((await there.nextEntry()).data.result.entry.issuance.amount).toBe(6);
  });

  test("a server that shuts down ends its streams with an event that says so", async () => {
    const other = await startServer(environment());
    const ada = await newHolder(api());
    const stream = await openEvents(`${other.url}/api/wallets/${ada.id}/events`, bearer(operatorKey));
    await stream.next();
    const closed = other.close();
    expect(await stream.next()).toMatchObject({ event: "error", data: { error: { code: "UNAVAILABLE" } } });
    expect(await stream.next()).toBeUndefined();
    await closed;
  });
});
