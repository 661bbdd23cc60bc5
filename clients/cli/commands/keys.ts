import { type CreateKeyRequest, type Key, KeyService } from "#contract/admin/v1/keys_pb.js";
import { keyHeader } from "../../typescript/src/call-terms.ts";
import { Client } from "../../typescript/src/index.ts";
import { listOutcome } from "../answer.ts";
import { command } from "../command.ts";
import { idOption, once } from "../once.ts";
import { ownerOf, ownerOption } from "../owner.ts";
import { endpointOf } from "../service.ts";
import { labelled, moment, printable, table } from "../text.ts";

export const keysCreate = command({
  name: "keys create",
  summary: "Creates an API key, and prints its secret once.",
  examples: [
    "platonic keys create --name reports",
    "platonic keys create --name ingest --plan professional --permission geocode:encode --permission geocode:decode",
    "platonic keys create --name laptop --profile default",
  ],
  options: {
    name: { value: "NAME", help: "what the key is for", isRequired: true },
    plan: { value: "PLAN", help: "a plan of the service (developer)" },
    permission: {
      value: "PERMISSION",
      help: "such as geocode:transform, geocode:* or *; may be repeated (geocode:*)",
      isRepeatable: true,
    },
    id: { ...idOption, help: "gets the key of an earlier command with it, within 24 hours" },
    profile: ownerOption,
  },
  async run(call) {
    const { transport, identityId } = ownerOf(call, call.options.profile);
    const { name = "", plan, permission, id: given } = call.options;
    const request: Partial<Pick<CreateKeyRequest, "name" | "plan" | "permissions" | "identityId">> = { name };
    if (plan !== undefined) request.plan = plan;
    if (permission !== undefined) request.permissions = permission;
    if (identityId !== "") request.identityId = identityId;
    const keys = new Client({ transport }).of(KeyService);
    const create = (id: string) => keys.createKey(request, { headers: { [keyHeader]: id } });
    const { key, secret } = await once(call, given, create, " within 24 hours");
    const notice = "Keep the secret now: it cannot be shown again.\n";
    return { json: { key: plain(key), secret }, text: `${details(key)}secret       ${printable(secret)}\n${notice}` };
  },
});

export const keysList = command({
  name: "keys list",
  summary: "Lists the API keys with their last use.",
  examples: ["platonic keys list --json", "platonic keys list --profile default"],
  options: { profile: ownerOption },
  async run(call) {
    const { transport, identityId } = ownerOf(call, call.options.profile);
    const { keys } = await new Client({ transport }).of(KeyService).listKeys(ofIdentity(identityId));
    return listOutcome("keys", keys.map(plain));
  },
});

export const keysRevoke = command({
  name: "keys revoke",
  summary: "Revokes an API key at once.",
  examples: ["platonic keys revoke 01920000-0000-7000-8000-000000000001"],
  operands: ["ID"],
  options: { profile: ownerOption },
  async run(call) {
    const { transport, identityId } = ownerOf(call, call.options.profile);
    const [id] = call.operands;
    const { key } = await new Client({ transport }).of(KeyService).revokeKey({ id, ...ofIdentity(identityId) });
    return { json: { key: plain(key) }, text: details(key) };
  },
});

export const keysMove = command({
  name: "keys move",
  summary: "Moves an API key to another plan: for administrators.",
  examples: ["platonic keys move 01920000-0000-7000-8000-000000000001 professional"],
  operands: ["ID", "PLAN"],
  async run({ operands: [id, plan], service }) {
    const { key } = await new Client({ transport: service().transport }).of(KeyService).changePlan({ id, plan });
    return { json: { key: plain(key) }, text: details(key) };
  },
});

export const plans = command({
  name: "plans",
  summary: "Lists the plans of API keys, and what they allow.",
  examples: ["platonic plans"],
  async run({ env }) {
    const apiKey = env["PLATONIC_API_KEY"];
    const client = new Client({ endpoint: endpointOf(env), ...(apiKey && { credentials: apiKey }) });
    const listed = (await client.of(KeyService).listPlans({})).plans.map((plan) => ({
      name: plan.name,
      callsPerMinute: Number(plan.callsPerMinute),
      concurrentCalls: plan.concurrentCalls,
      permissions: plan.permissions,
      isSelfService: plan.isSelfService,
      isInternal: plan.isInternal,
    }));
    const rows = listed.map((plan) => ({
      plan: plan.name,
      callsPerMinute: String(plan.callsPerMinute),
      concurrentCalls: String(plan.concurrentCalls),
      selfService: plan.isSelfService ? "yes" : "no",
      permissions: plan.permissions.join(" "),
    }));
    return { json: { plans: listed }, text: table(rows) };
  },
});

function ofIdentity(identityId: string): { identityId?: string } {
  return identityId === "" ? {} : { identityId };
}

function plain(key: Key | undefined) {
  return {
    id: key?.id,
    name: key?.name,
    plan: key?.plan,
    permissions: key?.permissions,
    createdAt: moment(key?.createdAt),
    lastUsedAt: moment(key?.lastUsedAt),
    revokedAt: moment(key?.revokedAt),
    ...(key !== undefined && key.identityId !== "" && { identityId: key.identityId }),
  };
}

function details(key: Key | undefined): string {
  return labelled({ ...plain(key), permissions: key?.permissions.join(" ") });
}
