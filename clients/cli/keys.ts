import type { Client } from "@connectrpc/connect";
import type { CreateKeyRequest, Key, KeyService } from "../../gen/es/admin/v1/keys_pb.js";
import { labelled, moment, type Outcome, printable, UsageError } from "./outcome.ts";

type Keys = Client<typeof KeyService>;
export type KeyCommand = (keys: Keys) => Promise<Outcome>;

/** Of `keys create`. */
export interface KeyOptions {
  readonly name?: string | undefined;
  readonly plan?: string | undefined;
  readonly permission?: string[] | undefined;
}

/** `platonic keys create`, `keys list` and `keys revoke`. */
export function keyCommandOf(verb: string | undefined, words: readonly string[], options: KeyOptions): KeyCommand {
  const expected = verb === "revoke" ? 1 : 0;
  if (words.length > expected) throw new UsageError(`${words[expected]} is one word too many`);
  if (verb === "create") return create(options);
  if (verb === "list") return list;
  if (verb === "revoke") return revoke(words[0]);
  throw new UsageError(verb === undefined ? "keys: create, list or revoke?" : `there is no command keys ${verb}`);
}

function create({ name, plan, permission }: KeyOptions): KeyCommand {
  if (name === undefined) throw new UsageError("keys create needs --name");
  const request: Partial<Pick<CreateKeyRequest, "name" | "plan" | "permissions">> = { name };
  if (plan !== undefined) request.plan = plan;
  if (permission !== undefined) request.permissions = permission;
  return async (keys) => {
    const { key, secret } = await keys.createKey(request);
    const notice = "Keep the secret now: it cannot be shown again.\n";
    return { json: { key: plain(key), secret }, text: `${details(key)}secret       ${printable(secret)}\n${notice}` };
  };
}

async function list(service: Keys): Promise<Outcome> {
  const { keys } = await service.listKeys({});
  return { json: { keys: keys.map(plain) }, text: keys.map(details).join("\n") };
}

function revoke(id: string | undefined): KeyCommand {
  if (id === undefined) throw new UsageError("keys revoke needs the id of a key");
  return async (keys) => {
    const { key } = await keys.revokeKey({ id });
    return { json: { key: plain(key) }, text: details(key) };
  };
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
  };
}

function details(key: Key | undefined): string {
  return labelled({ ...plain(key), permissions: key?.permissions.join(" ") });
}
