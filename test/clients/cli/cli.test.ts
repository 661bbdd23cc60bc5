import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { describe, expect, it, onTestFinished } from "vitest";
import { KeyService } from "#contract/admin/v1/keys_pb.js";
import { VaultService } from "#contract/admin/v1/vault_pb.js";
import { FaultDetailSchema, Reason } from "#contract/fault/v1/fault_pb.js";
import { platonic } from "../../../clients/cli/platonic.ts";
import { digestOf, hasWrongChecksum, mintApiKey } from "../../../server/access/authentication/api-key.ts";
import { createAuthenticator } from "../../../server/access/authentication/authenticate.ts";
import type { AccessPlan } from "../../../server/access/domain/access-plan.ts";
import { keyOperations } from "../../../server/access/operations/keys.ts";
import { storedKeys } from "../../../server/access/store/keys.ts";
import { Fault } from "../../../server/core/fault.ts";
import { vaultOperations } from "../../../server/modules/vault/operations.ts";
import type { Principal } from "../../../server/rpc/principal.ts";
import { apiKey, temporaryDatabase } from "../../support/database/temporary-database.ts";
import { due, firstStart } from "../../support/vault/constants.ts";
import { openedVault } from "../../support/vault/opened.ts";

const program = fileURLToPath(new URL("../../../clients/cli/bin.ts", import.meta.url));
const operatorKey = "operator-key-0123456789-0123456789";
const plans = new Map<string, AccessPlan>([
  ["developer", { name: "developer", requestsPerMinute: 100, concurrentRequests: 20, permissions: ["*"] }],
]);

/** A service with the real operations, and one key to administer it. */
async function service() {
  const keys = storedKeys(await temporaryDatabase());
  await keys.create(apiKey({ id: "operator", name: "operator", permissions: ["*"] }), digestOf(operatorKey));
  const { authenticate } = createAuthenticator({ keys, plans });
  const operations = keyOperations({ keys, plans, mint: mintApiKey });
  const asCaller = async <Answer>(
    context: HandlerContext,
    operate: (context: { principal: Principal }) => Answer | Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await operate({ principal: await authenticate(context.requestHeader.get("Authorization") ?? undefined) });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const detail = {
        desc: FaultDetailSchema,
        value: create(FaultDetailSchema, { reason: Reason[error.reason as keyof typeof Reason] ?? Reason.INTERNAL }),
      };
      throw new ConnectError(error.message, Code.InvalidArgument, undefined, [detail]);
    }
  };
  const vault = vaultOperations(await openedVault());
  const routes = (router: ConnectRouter) => {
    router.service(VaultService, {
      getVaultStatus: (request, context) => asCaller(context, (caller) => vault.getVaultStatus(request, caller)),
      rotateVault: (request, context) => asCaller(context, (caller) => vault.rotateVault(request, caller)),
    });
    router.service(KeyService, {
      createKey: (request, context) => asCaller(context, (caller) => operations.createKey(request, caller)),
      listKeys: (request, context) => asCaller(context, (caller) => operations.listKeys(request, caller)),
      revokeKey: (request, context) => asCaller(context, (caller) => operations.revokeKey(request, caller)),
    });
  };
  const server = createServer(connectNodeAdapter({ routes })).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  const env = {
    PLATONIC_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PLATONIC_API_KEY: operatorKey,
  };
  return { keys, env, keysCommand: (...args: string[]) => run(["keys", ...args], env) };
}

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command in this process. */
async function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  let [out, err] = ["", ""];
  const write = (text: string) => {
    out += text;
  };
  const complain = (text: string) => {
    err += text;
  };
  const code = await platonic(args, { env, write, complain });
  return { code, out, err };
}

/** Runs the program in a process of its own. */
function runProgram(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { env: { PATH: dirname(process.execPath), ...env } }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe("the program", () => {
  it("can be run by its name, and exits with 0, 1 or 2", async () => {
    const { env } = await service();
    expect(await runProgram(["keys", "list", "--json"], env)).toMatchObject({ code: 0, err: "" });
    expect(await runProgram(["keys", "burn"], env)).toMatchObject({ code: 2, out: "" });
    expect(await runProgram(["keys", "revoke", "unknown"], env)).toMatchObject({ code: 1, out: "" });
  });

  it("prints its usage to standard output with --help", async () => {
    const { code, out, err } = await run(["--help"]);
    expect([code, err]).toEqual([0, ""]);
    for (const word of [
      "keys create",
      "keys list",
      "keys revoke",
      "audit  ",
      "audit watch",
      "outbox",
      "vault status",
      "vault rotate",
      "vault change-passphrase NEW_PASSPHRASE_FILE",
      "backup  ",
      "backup list",
      "backup drill",
      "restore FILE",
      "ledger rebuild  ",
      "migrate  ",
      "host register",
      "host unregister",
      "host status",
      "host shorten",
      "HOST_SOCKET",
      "HOST_USERDB",
      "VAULT_PASSPHRASE_FILE",
      "PLATONIC_URL",
      "PLATONIC_API_KEY",
      "--json",
    ])
      expect(out).toContain(word);
  });

  it.each<[string, string[], NodeJS.ProcessEnv]>([
    ["an unknown command", ["users", "list"], {}],
    ["an unknown verb", ["keys", "burn"], {}],
    ["no verb", ["keys"], {}],
    ["an unknown option", ["keys", "list", "--all"], {}],
    ["an option of another command", ["keys", "list", "--name", "x"], {}],
    ["a word too many", ["keys", "revoke", "a", "b"], {}],
    ["an unknown verb of the vault", ["vault", "open"], {}],
    ["no verb of the vault", ["vault"], {}],
    ["an option of keys create at the vault", ["vault", "status", "--name", "x"], {}],
    ["a word too many at the vault", ["vault", "rotate", "now"], {}],
    ["an unknown verb of backup", ["backup", "burn"], {}],
    ["a word too many at backup", ["backup", "list", "all"], {}],
    ["an option of keys create at backup", ["backup", "--name", "x"], {}],
    ["a restore without a file", ["restore"], {}],
    ["a word too many at restore", ["restore", "file", "directory", "more"], {}],
    ["a word too many at migrate", ["migrate", "now"], {}],
    ["no id", ["keys", "revoke"], {}],
    ["no name", ["keys", "create"], {}],
    ["no key", ["keys", "list"], {}],
    ["a key with a line break", ["keys", "list"], { PLATONIC_API_KEY: "a\nb" }],
    ["a service that is no URL", ["keys", "list"], { PLATONIC_API_KEY: "a", PLATONIC_URL: "localhost:8080" }],
  ])("answers %s with a line on standard error and status 2", async (_, args, env) => {
    const { code, out, err } = await run(args, env);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^platonic: .+\nTry: platonic --help\n$/);
  });

  it.each([[["keys", "list"]], [["geocode", "encode", "--request", "{}"]]])(
    "exits with status 3 when the service cannot be reached: %j",
    async (args) => {
      const { code, out, err } = await run(args, {
        PLATONIC_API_KEY: "a",
        PLATONIC_URL: "http://127.0.0.1:2",
      });
      expect([code, out]).toEqual([3, ""]);
      expect(err).toMatch(/^platonic: .*127\.0\.0\.1:2\nStart the service, or set PLATONIC_URL to where it is\.\n$/);
    },
  );
});

describe("keys", () => {
  it("are created, listed and revoked", async () => {
    const { keysCommand, keys } = await service();
    const created = await keysCommand(
      "create",
      "--name",
      "reports",
      "--permission",
      "geocode:encode",
      "--permission",
      "keys:list",
      "--json",
    );
    expect([created.code, created.err]).toEqual([0, ""]);
    const { key, secret } = JSON.parse(created.out);
    expect(key).toMatchObject({
      name: "reports",
      plan: "developer",
      permissions: ["geocode:encode", "keys:list"],
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(hasWrongChecksum(secret)).toBe(false);
    expect((await keys.findByDigest(digestOf(secret)))?.id).toBe(key.id);

    const listed = JSON.parse((await keysCommand("list", "--json")).out);
    expect(listed.keys.map((each: { name: string }) => each.name)).toEqual(["reports", "operator"]);

    const revoked = JSON.parse((await keysCommand("revoke", key.id, "--json")).out);
    expect(Date.parse(revoked.key.revokedAt)).toBeGreaterThan(0);
    expect((await keys.findByDigest(digestOf(secret)))?.revokedAt).toBeInstanceOf(Date);
  });

  it("are printed with the secret at their creation only", async () => {
    const { keysCommand } = await service();
    const created = await keysCommand("create", "--name", "reports", "--plan", "developer");
    const secret = /^secret +(\S+)$/m.exec(created.out)?.[1] as string;
    expect(hasWrongChecksum(secret)).toBe(false);
    const listed = await keysCommand("list");
    expect(listed.out).toMatch(/^id +name +plan +permissions +createdAt +lastUsedAt +revokedAt\n/);
    expect(listed.out).toMatch(/^\S+ +reports +developer +geocode:\* +\S+ +- +-$/m);
    expect(listed.out).not.toContain(secret);
  });

  it("have control characters of their names escaped", async () => {
    const { keysCommand, keys } = await service();
    await keys.create(apiKey({ id: "evil", name: "\u001b[2Jgone\u202e\n" }), digestOf("evil"));
    const { out } = await keysCommand("list");
    expect(out).toContain("\\u{1b}[2Jgone\\u{202e}\\u{a}");
    expect(out).not.toContain("\u001b");
  });

  it("that are refused exit with status 1 and the reason", async () => {
    const { keysCommand, env } = await service();
    const unknown = await keysCommand("revoke", "unknown");
    expect(unknown).toMatchObject({
      code: 1,
      out: "",
      err: "platonic: RESOURCE_NOT_FOUND: There is no key with this id.\n",
    });
    expect((await keysCommand("create", "--name", "x", "--plan", "gone")).err).toContain(
      "PARAMETER_INVALID: `plan` must be one of",
    );
    const stranger = await run(["keys", "list"], { ...env, PLATONIC_API_KEY: "a-strangers-secret" });
    expect(stranger).toMatchObject({ code: 1, out: "" });
    expect(stranger.err).toContain("INVALID_API_KEY");
    expect(stranger.err).not.toContain("a-strangers-secret");
  });
});

describe("the vault", () => {
  it("has the state of its keys printed, and its keys rotated", async () => {
    const { env } = await service();
    const status = {
      activeVersion: 1,
      activeSince: new Date(firstStart).toISOString(),
      rotationDueAt: new Date(due).toISOString(),
      decryptOnly: [],
    };
    expect(JSON.parse((await run(["vault", "status", "--json"], env)).out)).toEqual(status);
    expect(JSON.parse((await run(["vault", "rotate", "--json"], env)).out)).toEqual({ ...status, activeVersion: 2 });
    const shown = await run(["vault", "status"], env);
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toMatch(/^activeVersion +2$/m);
    expect(shown.out).toMatch(/^decryptOnly +-$/m);
  });
});
