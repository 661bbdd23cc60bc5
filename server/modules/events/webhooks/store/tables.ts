import { deliveryRows } from "./delivery-row.ts";
import { webhookRows } from "./webhook-row.ts";

/** The tables of webhooks. */
export const webhookTables = [webhookRows, deliveryRows];
