import { createClient } from "@connectrpc/connect";
import { type Message, OutboxService } from "#contract/admin/v1/outbox_pb.js";
import { command } from "../command.ts";
import { labelled, moment, printable } from "../text.ts";

export const outbox = command({
  name: "outbox",
  summary: "Lists the messages that the service has kept instead of sending them, the newest first.",
  async run({ service }) {
    const { messages } = await createClient(OutboxService, service().transport).listMessages({});
    return { json: { messages: messages.map(plain) }, text: messages.map(details).join("\n") || "none\n" };
  },
});

function plain({ id, to, text, expiresAt }: Message) {
  return { id, to, text, expiresAt: moment(expiresAt) };
}

function details(message: Message): string {
  const { text, ...head } = plain(message);
  return `${labelled(head)}${text
    .split("\n")
    .map((line) => `${printable(line)}\n`)
    .join("")}`;
}
