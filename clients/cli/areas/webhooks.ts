import type { Command } from "../command.ts";
import {
  webhooksCreate,
  webhooksDelete,
  webhooksDeliveries,
  webhooksList,
  webhooksReplay,
  webhooksRotate,
  webhooksUpdate,
} from "../commands/webhooks.ts";

/** The commands that begin with `webhooks`, in the order of the usage text. */
export const webhooks: readonly Command[] = [
  webhooksList,
  webhooksCreate,
  webhooksUpdate,
  webhooksDelete,
  webhooksRotate,
  webhooksDeliveries,
  webhooksReplay,
];
