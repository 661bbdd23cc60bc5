import { createClient } from "@connectrpc/connect";
import { beforeAll, expect, test } from "vitest";
import { AuditService } from "#contract/admin/v1/audit_pb.js";
import { platonic } from "../../../clients/cli/platonic.ts";
import { loadConfig } from "../../../server/app/config.ts";
import { openServiceDatabase } from "../../../server/app/tables.ts";
import type { Database } from "../../../server/database/source.ts";
import { removalAction, removalValues } from "../../../server/modules/audit/domain/record.ts";
import { storedAuditRecords } from "../../../server/modules/audit/index.ts";
import { seedRecords, serviceDraft } from "../../support/audit/seeded-log.ts";
import { openEvents } from "../../support/event-stream.ts";
import { onEveryServer } from "../../support/every-server.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey, transportOf } from "../../support/server.ts";

const seeded = 10_000;
const dayMs = 86_400_000;

/** Numbers from the first one on, down to 1. */
const downFrom = (first: number) => Array.from({ length: first }, (_, index) => first - index);

onEveryServer("readers of the audit log", ({ server, environment }) => {
  let api: ApiClient;

  async function withDatabase<Result>(use: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openServiceDatabase(loadConfig(environment()).database);
    try {
      return await use(database);
    } finally {
      await database.close();
    }
  }

  beforeAll(async () => {
    api = new ApiClient(server());
    await withDatabase((database) => seedRecords(database, seeded, Date.now() - 10 * dayMs));
  });

  async function overRest(pageSize: number): Promise<number[]> {
    const numbers: number[] = [];
    for (let token = ""; ; ) {
      const path = `/v1/admin/audit?page_size=${pageSize}&page_token=${token}`;
      const { records: page, next_page_token } = (await api.call("GET", path)).body.result;
      numbers.push(...page.map(({ number }: { number: string }) => Number(number)));
      token = next_page_token ?? "";
      if (token === "") return numbers;
    }
  }

  async function overGrpc(): Promise<number[]> {
    const client = createClient(AuditService, transportOf(server().url, "grpc", operatorKey));
    const numbers: number[] = [];
    for (let pageToken = ""; ; ) {
      const page = await client.listAuditRecords({ pageToken, pageSize: 500 });
      numbers.push(...page.records.map(({ number }) => Number(number)));
      pageToken = page.nextPageToken;
      if (pageToken === "") return numbers;
    }
  }

  async function byCommand(): Promise<number[]> {
    let said = "";
    const write = (text: string) => {
      said += text;
    };
    const env = { PLATONIC_URL: server().url, PLATONIC_API_KEY: operatorKey };
    expect(await platonic(["audit", "--limit", "100000", "--json"], { env, write, complain: write })).toBe(0);
    return JSON.parse(said).records.map(({ number }: { number: string }) => Number(number));
  }

  /** Reads the stream from its start up to a number. */
  async function byStream(until: number): Promise<number[]> {
    const stream = await openEvents(`${server().url}/v1/admin/audit/events?from_start=true`, {
      Authorization: `Bearer ${operatorKey}`,
    });
    const numbers: number[] = [];
    while ((numbers.at(-1) ?? 0) < until) {
      const number = (await stream.next())?.data.result.record?.number;
      if (number !== undefined) numbers.push(Number(number));
    }
    stream.close();
    return numbers.reverse();
  }

  test(`get each of ${seeded} records once while others write, over every way of reading`, async () => {
    let isReading = true;
    let written = 0;
    const writing = (async () => {
      for (; isReading; written++) await api.server.createKey("developer");
    })();
    const read = await Promise.all([overRest(500), overRest(333), overGrpc(), byCommand(), byStream(seeded + 5)]);
    isReading = false;
    await writing;
    expect(written).toBeGreaterThan(0);
    for (const numbers of read) {
      expect(numbers.length).toBeGreaterThanOrEqual(seeded);
      expect(numbers).toEqual(downFrom(numbers[0] as number));
    }
  });

  test("with a cursor that is forged, foreign or cut off are told so, over the list and the stream", async () => {
    const { next_page_token: token } = (await api.call("GET", "/v1/admin/audit?page_size=1")).body.result;
    const [number, mark] = token.split("-") as [string, string];
    const others = [
      ...[`${number}-${mark.slice(0, -1)}`, `${number}-${mark}0`, number, mark, `-${mark}`, `${number}-`],
      ...[
        `-1-${mark}`,
        `1e3-${mark}`,
        `0x1-${mark}`,
        `${number}.5-${mark}`,
        `٣-${mark}`,
        `${number}-${mark.toUpperCase()}x`,
      ],
      ...["999999999999999999999-0000000000000000", `${number}-${mark}%00`, `' OR 1=1 --`, "%F0%9F%98%80", "null"],
    ];
    // In the form of a cursor, of which the log has none.
    const foreign = [
      `${Number(number) - 1}-${mark}`,
      `${number}-0000000000000000`,
      `999999999999999-${mark}`,
      `1-${mark}`,
    ];
    const events = (cursor: string) =>
      openEvents(`${server().url}/v1/admin/audit/events?cursor=${encodeURI(cursor)}`, {
        Authorization: `Bearer ${operatorKey}`,
      });
    for (const cursor of [...others, ...foreign]) {
      const { status, body } = await api.call("GET", `/v1/admin/audit?page_token=${encodeURI(cursor)}`);
      expect([cursor, status, body.error.details.parameter]).toEqual([cursor, 400, "page_token"]);
    }
    for (const cursor of others) {
      const { status, refusal } = await events(cursor);
      expect([cursor, status, refusal.error.details.parameter]).toEqual([cursor, 400, "cursor"]);
    }
    for (const cursor of foreign) expect((await events(cursor)).refusal.error.code, cursor).toBe("STATE_INVALID");
  });

  test("with conditions beyond bounds are told so, and find nothing by those that nothing meets", async () => {
    const long = "x".repeat(129);
    for (const [query, parameter] of [
      ...["page_size=0", "page_size=501", "page_size=-1", "page_size=2147483648", "page_size=1.5", "page_size=x"].map(
        (query) => [query, "page_size"],
      ),
      ...["actor_id", "action", "target"].map((name) => [`${name}=${long}`, name]),
      ...[
        [`result=${"X".repeat(33)}`, "result"],
        ["from=yesterday", "from"],
        ["until=2026-13-01T00:00:00Z", "until"],
      ],
    ] as [string, string][]) {
      const { status, body } = await api.call("GET", `/v1/admin/audit?${query}`);
      expect([query, status, body.error.details.parameter]).toEqual([query, 400, parameter]);
    }
    for (const query of [
      ...["action=service.ac", "action=service.act.", "action=%25", "action=service_act", "action=SERVICE.ACT"],
      ...["target=%22", "target=", "target=1%22%2C%22", "target=%5B", "result=ok", "actor_id=host%25"].filter(
        (one) => one !== "target=",
      ),
      ...["from=9999-12-31T23:59:59Z", "until=0001-01-01T00:00:00Z"],
      "from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z",
    ]) {
      const { status, body } = await api.call("GET", `/v1/admin/audit?${query}`);
      expect([query, status, body.result.records ?? []]).toEqual([query, 200, []]);
    }
  });

  test("go on behind what the retention has removed under their cursor, by list and by stream", async () => {
    const list = (query: string) => api.call("GET", `/v1/admin/audit?${query}`);
    const { next_page_token: token } = (await list("page_size=1&action=service.act")).body.result;
    const removed = await withDatabase(async (database) => {
      const store = storedAuditRecords(database);
      const count = await store.removeBefore(Date.now() + dayMs, async (link) =>
        serviceDraft(0, Date.now(), { action: removalAction, plain: JSON.stringify(removalValues(link)) }),
      );
      expect(count).toBeGreaterThan(seeded);
      return (await store.chain())?.removed.number as number;
    });
    const { status, body } = await list(`page_token=${token}`);
    expect([status, body.result.records ?? [], body.result.next_page_token]).toEqual([200, [], undefined]);
    const stream = await openEvents(`${server().url}/v1/admin/audit/events?cursor=${token}`, {
      Authorization: `Bearer ${operatorKey}`,
    });
    expect((await stream.next())?.data.result.cursor).toMatch(new RegExp(`^${removed}-`));
    expect(Number((await stream.next())?.data.result.record.number)).toBe(removed + 1);
    stream.close();
  });

  test("find records that were written while the clock was set back, and none is removed before those in front of it", async () => {
    await withDatabase(async (database) => {
      const store = storedAuditRecords(database);
      const now = Date.now();
      for (const [index, days] of [0, 300, 0].entries())
        await store.append(serviceDraft(index, now - days * dayMs, { action: `service.clock-${index}` }));
      const { records: found } = (await api.call("GET", "/v1/admin/audit?page_size=3")).body.result;
      expect(found.map(({ action }: { action: string }) => action)).toEqual(
        [2, 1, 0].map((one) => `service.clock-${one}`),
      );
      const until = new Date(now - 299 * dayMs).toISOString();
      const { records: older } = (await api.call("GET", `/v1/admin/audit?until=${until}`)).body.result;
      expect(older).toMatchObject([{ action: "service.clock-1" }]);
      const unexpected = () => Promise.reject(new Error("the record in front is too new"));
      expect(await store.removeBefore(now - 30 * dayMs, unexpected)).toBe(0);
    });
  });
});
