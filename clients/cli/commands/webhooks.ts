import { WebhookService } from "#contract/wallet/v1/webhook_service_pb.js";
import { callUnary } from "../../typescript/src/call-unary.ts";
import { outcomeOf } from "../answer.ts";
import { command } from "../command.ts";
import { limitOption, listPages } from "../remote-command.ts";
import type { Service } from "../service.ts";
import type { IdentitySession } from "../session.ts";
import { UsageError } from "../usage-error.ts";
import { wholeNumberOf, yesOrNo } from "../values.ts";

const {
  createWebhook,
  listWebhooks,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  listDeliveries,
  replayDeliveries,
} = WebhookService.method;

const options = {
  profile: { value: "NAME", help: "whose wallet (without it: all wallets, by the API key)" },
} as const;

interface Caller {
  readonly options: { readonly profile?: string | undefined };
  readonly service: () => Service;
  readonly session: (profile: string | undefined) => IdentitySession;
}

/** Returns the caller: the identity of a profile for its own wallet, or an operator for all wallets. */
function callerOf({ options: { profile }, service, session }: Caller) {
  if (profile === undefined) return { transport: service().transport, owner: {} };
  const { transport, identityId } = session(profile);
  return { transport, owner: { identityId } };
}

export const webhooksList = command({
  name: "webhooks list",
  summary: "Lists the endpoints to which events are posted.",
  options,
  async run(call) {
    const { transport, owner } = callerOf(call);
    return outcomeOf(listWebhooks.output, await callUnary(transport, listWebhooks, owner));
  },
});

export const webhooksCreate = command({
  name: "webhooks create",
  summary: "Has events posted to a URL. The secret of the signatures is shown this once.",
  operands: ["URL"],
  options: { ...options, from: { value: "CURSOR", help: "where to begin: a cursor, or start (now)" } },
  examples: ["platonic webhooks create https://shop.example/payments --profile default"],
  async run(call) {
    const { transport, owner } = callerOf(call);
    const { from } = call.options;
    const place = from === undefined ? {} : from === "start" ? { fromStart: true } : { cursor: from };
    const request = { ...owner, url: call.operands[0], ...place };
    return outcomeOf(createWebhook.output, await callUnary(transport, createWebhook, request));
  },
});

export const webhooksUpdate = command({
  name: "webhooks update",
  summary: "Changes the URL of an endpoint, pauses it or resumes it.",
  operands: ["WEBHOOK"],
  options: {
    ...options,
    url: { value: "URL", help: "where events are posted from now on" },
    paused: { value: "yes|no", help: "whether nothing is delivered for the time being (as it is)" },
  },
  async run(call) {
    const { url, paused } = call.options;
    if (url === undefined && paused === undefined) throw new UsageError("webhooks update needs --url or --paused");
    const isPaused = yesOrNo("--paused", paused);
    const { transport, owner } = callerOf(call);
    const request = {
      ...owner,
      webhookId: call.operands[0],
      ...(url !== undefined && { url }),
      ...(isPaused !== undefined && { isPaused }),
    };
    return outcomeOf(updateWebhook.output, await callUnary(transport, updateWebhook, request));
  },
});

export const webhooksDelete = command({
  name: "webhooks delete",
  summary: "Deletes an endpoint and its log.",
  operands: ["WEBHOOK"],
  options,
  async run(call) {
    const { transport, owner } = callerOf(call);
    const webhookId = call.operands[0];
    await callUnary(transport, deleteWebhook, { ...owner, webhookId });
    return { json: { webhookId }, text: `${webhookId} is gone\n` };
  },
});

export const webhooksRotate = command({
  name: "webhooks rotate",
  summary: "Makes a new secret of an endpoint, and shows it this once.",
  operands: ["WEBHOOK"],
  options: { ...options, overlap: { value: "HOURS", help: "for which the secret before is used, too (24)" } },
  async run(call) {
    const overlapHours = wholeNumberOf("--overlap", call.options.overlap ?? "24", 0);
    const { transport, owner } = callerOf(call);
    const request = { ...owner, webhookId: call.operands[0], overlapHours };
    return outcomeOf(rotateWebhookSecret.output, await callUnary(transport, rotateWebhookSecret, request));
  },
});

export const webhooksDeliveries = command({
  name: "webhooks deliveries",
  summary: "Lists the attempts to deliver of the last seven days, the newest first.",
  operands: ["WEBHOOK"],
  options: { ...options, limit: limitOption },
  run(call) {
    const { transport, owner } = callerOf(call);
    return listPages(transport, listDeliveries, { ...owner, webhookId: call.operands[0] }, call.options.limit);
  },
});

export const webhooksReplay = command({
  name: "webhooks replay",
  summary: "Delivers again from an attempt or a cursor on.",
  operands: ["WEBHOOK"],
  options: {
    ...options,
    delivery: { value: "ID", help: "the attempt with which to begin" },
    cursor: { value: "CURSOR", help: "the cursor after which to begin" },
  },
  async run(call) {
    const { delivery, cursor } = call.options;
    if ((delivery === undefined) === (cursor === undefined))
      throw new UsageError("webhooks replay needs one of --delivery and --cursor");
    const { transport, owner } = callerOf(call);
    const place = delivery === undefined ? { cursor: cursor as string } : { deliveryId: delivery };
    const request = { ...owner, webhookId: call.operands[0], ...place };
    return outcomeOf(replayDeliveries.output, await callUnary(transport, replayDeliveries, request));
  },
});
