import { once } from "node:events";
import { request } from "node:http";
import { expect, onTestFinished } from "vitest";
import type { PaymentOutcome } from "../../clients/typescript/src/index.ts";
import { openEvents } from "../support/event-stream.ts";
import { ApiClient } from "../support/identity/api-client.ts";
import { heldBy, newHolder as newClient, phaseOf, standard, walletOf } from "../support/sdk-holder.ts";
import { type JsonAnswer, operatorKey } from "../support/server.ts";
import { done, newHolder } from "../support/wallet-holder.ts";

/** Body of the README's call. */
export const readmeCall = { data: [1, 2, 3, 4, 5], source_dimensions: 5, target_dimensions: 3 };

const authorization = { Authorization: `Bearer ${operatorKey}` };
/** Payments over the channel that are under way together. */
const channelPayments = 20;

type Answer = Pick<JsonAnswer, "status" | "body">;

/** Outcomes that callers were told while the service ended. */
interface Told {
  readonly payment: Answer;
  readonly overChannel: Promise<PaymentOutcome[]>;
}

/** Begins a call whose body the service waits for, and which is under way until it is finished. */
export async function holdCall(port: number, path: string, body: object): Promise<{ finish(): Promise<Answer> }> {
  const headers = { ...authorization, "Content-Type": "application/json", Expect: "100-continue" };
  const call = request({ port, path, method: "POST", headers });
  call.flushHeaders();
  const answered = once(call, "response");
  await once(call, "continue");
  return {
    async finish() {
      call.end(JSON.stringify(body));
      const [response] = await answered;
      let text = "";
      for await (const chunk of response) text += chunk;
      return { status: response.statusCode, body: JSON.parse(text) };
    },
  };
}

/**
 * Has a payment, a slow call, a stream and payments over a channel under way at a service. They are finished while it ends;
 * then it is expected to be there again, with everything that it has told.
 */
export async function beginCalls(port: number) {
  const url = `http://127.0.0.1:${port}`;
  const api = new ApiClient({ url });
  const [ada, bob, carol] = [
    await newHolder(api, { TOKEN_STANDARD: 100 }),
    await newClient(url),
    await newClient(url, "100"),
  ];
  const stream = await openEvents(`${url}/api/wallets/${bob.id}/events`, authorization);
  const cursor = (await stream.next())?.id as string;
  const wallet = walletOf(url, carol, { configuration: { confirmTimeout: 600_000, retryCount: 30 } });
  onTestFinished(() => wallet.close());
  await phaseOf(wallet, "open");
  const order = { sender: ada.id, signed_order: ada.signed(ada.order({ recipient: bob.id, amount: "5" })) };
  const payment = await holdCall(port, "/api/transactions/transfer", order);
  const slow = await holdCall(port, "/v1/geocode/transform", readmeCall);
  const paying = Promise.all(Array.from({ length: channelPayments }, () => wallet.pay(standard(bob, "1"))));

  return {
    /** Finishes the calls, and reads the stream to its end. */
    async finish(): Promise<Told> {
      const told = await payment.finish();
      expect(told.body.result).toEqual(done);
      expect(await slow.finish()).toMatchObject({ status: 200 });
      while ((await stream.next()) !== undefined);
      return { payment: told, overChannel: paying };
    },
    /** Expects each payment that was told to be there once, and the stream to go on after what it has told. */
    async expectKept({ payment: told, overChannel }: Told): Promise<void> {
      expect((await overChannel).map(({ status }) => status)).toEqual(Array(channelPayments).fill("completed"));
      expect(await heldBy(url, bob.id)).toBe(String(channelPayments + 5));
      const again = await api.call("POST", "/api/transactions/transfer", order);
      expect(again.body.result).toEqual(told.body.result);
      expect(await heldBy(url, bob.id)).toBe(String(channelPayments + 5));
      const resumed = await openEvents(`${url}/api/wallets/${bob.id}/events?cursor=${cursor}`, authorization);
      for (let count = 0; count <= channelPayments; count += 1) await resumed.nextEntry();
    },
  };
}
