import { expect, onTestFinished, test } from "vitest";
import { signatureRefusal } from "../../../../server/core/signing/webhook-signature.ts";
import { openEvents } from "../../../support/event-stream.ts";
import { onEveryServer } from "../../../support/every-server.ts";
import { ApiClient } from "../../../support/identity/api-client.ts";
import { operatorKey, startServer } from "../../../support/server.ts";
import { deposit, newHolder, newVaultHolder } from "../../../support/wallet-holder.ts";
import { startReceiver } from "../../../support/webhook-receiver.ts";

/** Cursor before the first entry. */
const start = "AgAAAAAAAAAAAAAAAAAAAAAA";

const secretOf = (text: string) => Buffer.from(text.replace("whsec_", ""), "base64");

onEveryServer(
  "webhooks",
  ({ server, environment }) => {
    const api = () => new ApiClient(server());
    const all = "/v1/admin/ledger/webhooks";
    const pathOf = (id: string) => `/api/wallets/${id}/webhooks`;
    const create = async (path: string, members: object, credentials?: string) =>
      api().call("POST", path, members, credentials);

    async function newEndpoint(path: string, members: object) {
      const { status, body } = await create(path, members);
      expect(status).toBe(200);
      const { webhook, secret } = body.result;
      onTestFinished(async () => void (await api().call("DELETE", `${path}/${webhook.id}`)));
      return { webhook, secret, at: `${path}/${webhook.id}` };
    }

    test("an event is posted as a stream tells it, with a signature of its secret", async () => {
      const receiver = await startReceiver();
      const ada = await newHolder(api());
      const { webhook, secret } = await newEndpoint(pathOf(ada.id), { url: receiver.url });
      expect(webhook).toMatchObject({ identity_id: ada.id, url: receiver.url, state: "WEBHOOK_ACTIVE", failures: 0 });
      await deposit(api(), ada.id, "TOKEN_STANDARD", 7);
      const [post] = await receiver.until(1);
      const { headers, body, json } = post as NonNullable<typeof post>;
      expect(signatureRefusal(headers, body, [secretOf(secret)], new Date())).toBeUndefined();
      expect(signatureRefusal(headers, body, [secretOf(`${secret}A`).fill(0)], new Date())).toBe("SIGNATURE_INVALID");
      const events = { Authorization: `Bearer ${operatorKey}`, "Last-Event-ID": webhook.cursor };
      const stream = await openEvents(`${server().url}/v1/admin/ledger/events`, events);
      expect(json).toEqual((await stream.nextEntry()).data.result);
      expect(headers["webhook-id"]).toMatch(new RegExp(`^${json.entry.sequence}_${ada.id}_[\\w-]{16}$`));
    });

    test("what happened while an endpoint failed, was paused or did not exist is delivered in order", async () => {
      let isDown = true;
      const receiver = await startReceiver(() => (isDown ? 503 : 200));
      const ada = await newHolder(api(), { TOKEN_STANDARD: 1 });
      const { at } = await newEndpoint(pathOf(ada.id), { url: receiver.url, from_start: true });
      await receiver.until(1);
      const listed = async () => (await api().call("GET", pathOf(ada.id))).body.result.webhooks[0];
      while ((await listed()).state !== "WEBHOOK_FAILING");
      expect(await listed()).toMatchObject({ failures: 1, next_attempt_at: expect.any(String) });
      await api().call("PUT", at, { is_paused: true });
      expect((await listed()).state).toBe("WEBHOOK_PAUSED");
      await deposit(api(), ada.id, "TOKEN_STANDARD", 2);
      isDown = false;
      await api().call("PUT", at, { is_paused: false });
      await deposit(api(), ada.id, "TOKEN_STANDARD", 3);
      const posts = await receiver.until(4);
      expect(posts.map(({ json }) => json.entry.issuance.amount)).toEqual([1, 1, 2, 3]);
    });

    test("the log has each attempt, and an event can be delivered again", async () => {
      const receiver = await startReceiver(({ path }) => (path === "/new" ? 200 : 404));
      const ada = await newHolder(api(), { TOKEN_STANDARD: 1 });
      const { at } = await newEndpoint(pathOf(ada.id), { url: receiver.url, from_start: true });
      const deliveries = async () => (await api().call("GET", `${at}/deliveries`)).body.result.deliveries;
      await receiver.until(1);
      while ((await deliveries()).length === 0);
      expect(await deliveries()).toMatchObject([{ status: 404, delivered: false }]);
      await api().call("PUT", at, { url: receiver.url.replace("events", "new") });
      await receiver.until(2);
      while (!(await deliveries())[0]?.delivered) await api().call("PUT", at, { is_paused: false });
      const [{ id }] = await deliveries();
      const before = receiver.posts.length;
      const replayed = await api().call("POST", `${at}/replay`, { delivery_id: id });
      expect(replayed.status).toBe(200);
      await receiver.until(before + 1);
      expect(receiver.posts.at(-1)?.headers["webhook-id"]).toBe(receiver.posts[0]?.headers["webhook-id"]);
    });

    test("a new secret signs beside the one before, until that ends", async () => {
      const receiver = await startReceiver();
      const ada = await newHolder(api());
      const { at, secret } = await newEndpoint(pathOf(ada.id), { url: receiver.url });
      const rotate = async (overlap_hours: number) =>
        (await api().call("POST", `${at}/secret`, { overlap_hours })).body.result.secret;
      const refusals = async (...secrets: string[]) => {
        await deposit(api(), ada.id, "TOKEN_STANDARD", 1);
        const count = receiver.posts.length + 1;
        const { headers, body } = (await receiver.until(count)).at(-1) as (typeof receiver.posts)[number];
        return secrets.map((one) => signatureRefusal(headers, body, [secretOf(one)], new Date()));
      };
      const second = await rotate(1);
      expect(await refusals(secret, second)).toEqual([undefined, undefined]);
      const third = await rotate(0);
      expect(await refusals(secret, second, third)).toEqual(["SIGNATURE_INVALID", "SIGNATURE_INVALID", undefined]);
    });

    const rotate = (at: string, members: object, headers: Record<string, string> = {}) =>
      api().call("POST", `${at}/secret`, members, operatorKey, headers);

    /** The secrets with which the next event is signed, of those given. */
    async function signers(receiver: Awaited<ReturnType<typeof startReceiver>>, owner: string, secrets: string[]) {
      const count = receiver.posts.length + 1;
      await deposit(api(), owner, "TOKEN_STANDARD", 1);
      const { headers, body } = (await receiver.until(count))[count - 1] as (typeof receiver.posts)[number];
      return secrets.filter((one) => signatureRefusal(headers, body, [secretOf(one)], new Date()) === undefined);
    }

    test("each earlier secret signs until the end that its replacement promised, whatever is made meanwhile", async () => {
      const receiver = await startReceiver();
      const ada = await newHolder(api());
      const { at, secret } = await newEndpoint(pathOf(ada.id), { url: receiver.url });
      const secrets = [secret];
      for (let count = 0; count < 4; count++) secrets.push((await rotate(at, {})).body.result.secret);
      expect(new Set(secrets).size).toBe(5);
      expect(await signers(receiver, ada.id, secrets)).toEqual(secrets);
      const { status, body } = await rotate(at, {});
      expect([status, body.error.code]).toEqual([409, "STATE_INVALID"]);
      expect(await signers(receiver, ada.id, secrets)).toEqual(secrets);
      const last = (await rotate(at, { overlap_hours: 0 })).body.result.secret;
      expect(await signers(receiver, ada.id, [...secrets, last])).toEqual([last]);
    });

    test("of twenty new secrets at once, every one that is told signs from then on", async () => {
      const receiver = await startReceiver();
      const ada = await newHolder(api());
      const { at, secret } = await newEndpoint(pathOf(ada.id), { url: receiver.url });
      const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(at, {})));
      const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.result.secret);
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
      expect(made.length).toBeGreaterThanOrEqual(1);
      expect(new Set(made).size).toBe(made.length);
      expect(await signers(receiver, ada.id, [secret, ...made])).toEqual([secret, ...made]);
    });

    test("the same call for a secret with its key again makes no other", async () => {
      const receiver = await startReceiver();
      const ada = await newHolder(api());
      const { at, secret } = await newEndpoint(pathOf(ada.id), { url: receiver.url });
      const key = { "Idempotency-Key": crypto.randomUUID() };
      const calls = [rotate(at, {}, key), rotate(at, {}, key), rotate(at, {}, key)];
      const told = (await Promise.all(calls)).map(({ body }) => body.result.secret);
      expect(new Set(told).size).toBe(1);
      expect(await signers(receiver, ada.id, [secret, ...told])).toEqual([secret, ...told]);
    });

    test("what a change leaves out stays as it is: a new URL resumes nothing", async () => {
      const ada = await newHolder(api());
      const { at } = await newEndpoint(pathOf(ada.id), { url: "http://127.0.0.1:9/one" });
      const change = async (members: object) => (await api().call("PUT", at, members)).body.result.webhook;
      await change({ is_paused: true });
      expect(await change({ url: "http://127.0.0.1:9/two" })).toMatchObject({ state: "WEBHOOK_PAUSED" });
      expect(await change({})).toMatchObject({ state: "WEBHOOK_PAUSED", url: "http://127.0.0.1:9/two" });
      expect(await change({ is_paused: false })).toMatchObject({
        state: "WEBHOOK_ACTIVE",
        url: "http://127.0.0.1:9/two",
      });
    });

    /** A wallet with an endpoint whose receiver has got the first of two events, and answers it when it is let. */
    async function delivering() {
      const { promise: isLet, resolve: letAnswer } = Promise.withResolvers<void>();
      let count = 0;
      const receiver = await startReceiver(async () => {
        if (count++ === 0) await isLet;
        return 204;
      });
      const ada = await newHolder(api(), { TOKEN_STANDARD: 1 });
      const { at } = await newEndpoint(pathOf(ada.id), { url: receiver.url, from_start: true });
      await receiver.until(1);
      await deposit(api(), ada.id, "TOKEN_STANDARD", 2);
      const amounts = () => receiver.posts.map(({ json }) => json.entry.issuance.amount);
      return { receiver, at, letAnswer, amounts };
    }

    test("a running endpoint that is resumed four times at once goes on: no event is told again", async () => {
      const { receiver, at, letAnswer, amounts } = await delivering();
      const resume = () => api().call("PUT", at, { is_paused: false });
      const answers = await Promise.all([resume(), resume(), resume(), resume()]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(answers[0]?.body.result.webhook.state).toBe("WEBHOOK_ACTIVE");
      letAnswer();
      await receiver.until(2);
      expect(amounts()).toEqual([1, 2]);
    });

    test("an event that is replayed while it is delivered is told again, and the next one once", async () => {
      const { receiver, at, letAnswer, amounts } = await delivering();
      const replayed = await api().call("POST", `${at}/replay`, { cursor: start });
      expect(replayed.body.result.webhook).toMatchObject({ cursor: start, state: "WEBHOOK_ACTIVE" });
      letAnswer();
      await receiver.until(3);
      expect(amounts()).toEqual([1, 1, 2]);
    });

    test("four replays of a paused endpoint are one", async () => {
      const receiver = await startReceiver();
      const ada = await newHolder(api(), { TOKEN_STANDARD: 1 });
      const { at } = await newEndpoint(pathOf(ada.id), { url: receiver.url });
      await api().call("PUT", at, { is_paused: true });
      const replay = async () => (await api().call("POST", `${at}/replay`, { cursor: start })).body.result.webhook;
      const told = await Promise.all([replay(), replay(), replay(), replay()]);
      for (const webhook of told) expect(webhook).toMatchObject({ cursor: start, state: "WEBHOOK_PAUSED" });
      await api().call("PUT", at, { is_paused: false });
      await deposit(api(), ada.id, "TOKEN_STANDARD", 2);
      await receiver.until(2);
      expect(receiver.posts.map(({ json }) => json.entry.issuance.amount)).toEqual([1, 2]);
    });

    test("of a change and a replay at once neither is lost, and the last answer tells both", async () => {
      const ada = await newHolder(api(), { TOKEN_STANDARD: 1 });
      const { at, webhook } = await newEndpoint(pathOf(ada.id), { url: "http://127.0.0.1:9/one" });
      await api().call("PUT", at, { is_paused: true });
      const url = "http://127.0.0.1:9/two";
      const calls = [api().call("PUT", at, { url }), api().call("POST", `${at}/replay`, { cursor: start })];
      const told = (await Promise.all(calls)).map(({ body }) => body.result.webhook);
      const [listed] = (await api().call("GET", pathOf(ada.id))).body.result.webhooks;
      expect(listed).toMatchObject({ id: webhook.id, url, cursor: start, state: "WEBHOOK_PAUSED" });
      expect(told).toContainEqual(listed);
    });

    test("an endpoint for all wallets is told of each, and needs the permission for that", async () => {
      const receiver = await startReceiver();
      await newEndpoint(all, { url: receiver.url });
      const ada = await newHolder(api(), { TOKEN_STANDARD: 100 });
      const bob = await newHolder(api());
      await ada.pay({ recipient: bob.id });
      const mine = () => receiver.posts.filter(({ json }) => [ada.id, bob.id].includes(json.identity_id));
      await receiver.until(() => mine().length === 3);
      expect(mine().map(({ json }) => json.identity_id)).toEqual([ada.id, ada.id, bob.id]);
      const { secret } = await server().createKey("developer", ["webhooks:*", "wallets:*"]);
      for (const [verb, body] of [["POST", { url: receiver.url }], ["GET"]] as const) {
        const refused = await api().call(verb, all, body, secret);
        expect([refused.status, refused.body.error.details.required_permission]).toEqual([403, "ledger:watch"]);
      }
    });

    test("a session has the endpoints of its own wallet, and no other's", async () => {
      const receiver = await startReceiver();
      const [ada, bob] = [await newVaultHolder(api()), await newVaultHolder(api())];
      const session = await api().session(ada.id);
      const own = await create(pathOf(ada.id), { url: receiver.url }, session);
      expect(own.status).toBe(200);
      expect((await create(pathOf(bob.id), { url: receiver.url }, session)).status).toBe(403);
      expect((await create(all, { url: receiver.url }, session)).status).toBe(403);
      const { id } = own.body.result.webhook;
      for (const path of [`${pathOf(bob.id)}/${id}`, `${all}/${id}`]) {
        expect((await api().call("PUT", path, {})).status).toBe(404);
      }
      expect((await api().call("GET", `${pathOf(ada.id)}/${id}/deliveries`, undefined, session)).status).toBe(200);
      expect((await api().call("DELETE", `${pathOf(ada.id)}/${id}`, undefined, session)).status).toBe(200);
      expect((await api().call("GET", pathOf(ada.id))).body.result.webhooks).toEqual([]);
    });

    test("the same call with its key again makes one endpoint, and the eleventh is refused", async () => {
      const ada = await newHolder(api());
      const request = { url: "http://127.0.0.1:9/events" };
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      const first = await api().call("POST", pathOf(ada.id), request, operatorKey, headers);
      expect((await api().call("POST", pathOf(ada.id), request, operatorKey, headers)).body).toEqual(first.body);
      for (let count = 1; count < 10; count++) await create(pathOf(ada.id), request);
      const { status, body } = await create(pathOf(ada.id), request);
      expect([status, body.error.code]).toEqual([409, expect.any(String)]);
      expect((await api().call("GET", pathOf(ada.id))).body.result.webhooks).toHaveLength(10);
    });

    test.each([
      ["no URL", "events"],
      ["another protocol", "ftp://example.org/"],
      ["credentials", "https://ada:secret@example.org/"],
    ])("a URL with %s is refused", async (_, url) => {
      const ada = await newHolder(api());
      const { status, body } = await create(pathOf(ada.id), { url });
      expect([status, body.error.details.parameter]).toEqual([400, "url"]);
    });

    test("a server that is not told otherwise posts to public addresses alone, by https", async () => {
      const other = await startServer(environment());
      onTestFinished(() => other.close());
      const strict = new ApiClient(other);
      const ada = await newHolder(strict);
      for (const url of [
        "http://example.org/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.1.2.3/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:127.0.0.1]/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://[fd00::1]/",
        "https://[2002:7f00:1::]/",
      ]) {
        expect((await strict.call("POST", pathOf(ada.id), { url })).status, url).toBe(400);
      }
    });
  },
  () => ({ WEBHOOK_ADDRESSES: "any" }),
);
