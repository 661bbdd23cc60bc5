import type { DescMethod } from "@bufbuild/protobuf";
import { type CallOptions, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { expect, test } from "vitest";
import { FaultDetailSchema } from "#contract/fault/v1/fault_pb.js";
import { declaredTerms } from "../../../server/rpc/terms/terms.ts";
import { contractServices } from "../../support/contract-services.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { operatorKey } from "../../support/server.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { newHolder } from "../../support/wallet-holder.ts";

const server = sharedServer();
const methods = (await contractServices()).flatMap((service) => service.methods);
const paged = methods.flatMap((method) => {
  const page = declaredTerms(method)?.page;
  return page === undefined ? [] : [{ name: method.name, method: method as DescMethod, page }];
});

type Call = (request: object, options: CallOptions) => Promise<Record<string, unknown>>;

test.each(paged)("the pages of $name are those of the contract", async ({ method, page }) => {
  const api = new ApiClient(server());
  const holder = await newHolder(api, { TOKEN_STANDARD: 10, TOKEN_MICRO: 10 });
  const endpoint = { url: "https://receiver.invalid/" };
  const created = await api.call("POST", `/api/wallets/${holder.id}/webhooks`, endpoint);
  const webhookId = created.body.result.webhook.id;
  const client = createClient(method.parent, createGrpcTransport({ baseUrl: server().url })) as never;
  const member = (message: DescMethod["input"], name: string) =>
    message.fields.find((field) => field.name === name)?.localName as string;
  const [token, size] = [member(method.input, page.token), member(method.input, page.size)];
  const [items, next] = [member(method.output, page.items), member(method.output, page.next)];
  const call = (members: object) =>
    (client[method.localName] as Call)(
      { identityId: holder.id, webhookId, [size]: 1, ...members },
      { headers: { Authorization: `Bearer ${operatorKey}` } },
    );

  const refused = await call({ [token]: "not from a page" }).catch((error: unknown) => ConnectError.from(error));
  expect((refused as ConnectError).findDetails(FaultDetailSchema)[0]?.parameter).toBe(page.token);

  let count = 0;
  let at: string | undefined = "";
  do {
    const answer = await call({ [token]: at });
    expect((answer[items] as unknown[]).length).toBeLessThanOrEqual(1);
    count += (answer[items] as unknown[]).length;
    at = answer[next] as string | undefined;
  } while (at !== undefined && at !== "");
  expect(count).toBe((await call({ [size]: 100 }).then((answer) => answer[items] as unknown[])).length);
});
