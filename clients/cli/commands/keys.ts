import { createClient } from "@connectrpc/connect";
import { type CreateKeyRequest, type Key, KeyService } from "../../../gen/es/platonic/admin/v1/keys_pb.js";
import { command } from "../command.ts";
import { labelled, moment, printable } from "../text.ts";

export const keysCreate = command({
  name: "keys create",
  summary: "Creates an API key, and prints its secret once.",
  examples: [
    "platonic keys create --name reports",
    "platonic keys create --name ingest --plan professional --permission geocode:encode --permission geocode:decode",
  ],
  options: {
    name: { value: "NAME", help: "what the key is for", isRequired: true },
    plan: { value: "PLAN", help: "a plan of the service (developer)" },
    permission: {
      value: "PERMISSION",
      help: "such as geocode:transform, geocode:* or *; may be repeated (geocode:*)",
      isRepeatable: true,
    },
  },
  async run({ options: { name = "", plan, permission }, service }) {
    const request: Partial<Pick<CreateKeyRequest, "name" | "plan" | "permissions">> = { name };
    if (plan !== undefined) request.plan = plan;
    if (permission !== undefined) request.permissions = permission;
    const { key, secret } = await createClient(KeyService, service().transport).createKey(request);
    const notice = "Keep the secret now: it cannot be shown again.\n";
    return { json: { key: plain(key), secret }, text: `${details(key)}secret       ${printable(secret)}\n${notice}` };
  },
});

export const keysList = command({
  name: "keys list",
  summary: "Lists the API keys with their last use.",
  examples: ["platonic keys list --json"],
  async run({ service }) {
    const { keys } = await createClient(KeyService, service().transport).listKeys({});
    return { json: { keys: keys.map(plain) }, text: keys.map(details).join("\n") };
  },
});

export const keysRevoke = command({
  name: "keys revoke",
  summary: "Revokes an API key at once.",
  examples: ["platonic keys revoke 01920000-0000-7000-8000-000000000001"],
  operands: ["ID"],
  async run({ operands: [id], service }) {
    const { key } = await createClient(KeyService, service().transport).revokeKey({ id });
    return { json: { key: plain(key) }, text: details(key) };
  },
});

function plain(key: Key | undefined) {
  return {
    id: key?.id,
    name: key?.name,
    plan: key?.plan,
    permissions: key?.permissions,
    createdAt: moment(key?.createdAt),
    lastUsedAt: moment(key?.lastUsedAt),
    revokedAt: moment(key?.revokedAt),
  };
}

function details(key: Key | undefined): string {
  return labelled({ ...plain(key), permissions: key?.permissions.join(" ") });
}
