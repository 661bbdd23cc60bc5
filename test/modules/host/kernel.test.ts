import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KernelService } from "#contract/host/v1/host_pb.js";
import type { Kernel, KernelOperations } from "../../../server/transports/varlink/kernel.ts";
import { kernelOperationsOf } from "../../../server/transports/varlink/kernel.ts";
import { ApiClient } from "../../support/identity/api-client.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { done, type Holder, newHolder, refused } from "../../support/wallet-holder.ts";
import { ask, askOne, type Reply } from "../../transports/varlink/client.ts";
import { plan } from "../../transports/varlink/fake-service.ts";
import { missing, noRoot, onMachine, publicFolder, run, stranger, withoutPublicNode } from "./machine.ts";

const verifier = 12_345;
const payers = 23_456;
const folder = publicFolder();
const path = () => join(folder(), "host.sock");

let server: TestServer;
let api: ApiClient;
let ada: Holder;
let bob: Holder;

beforeAll(async () => {
  server = await startServer({
    HOST_SOCKET: path(),
    HOST_POLICY: JSON.stringify([
      { uid: verifier, operations: ["kernel:verify"] },
      { gid: payers, operations: ["kernel:transfer", "kernel:verify"] },
    ]),
  });
  api = new ApiClient(server);
  [ada, bob] = [await newHolder(api, { TOKEN_STANDARD: 1_000 }), await newHolder(api)];
});
afterAll(() => server.close());

const kernel = (name: string, parameters: object) => askOne(path(), `io.platonic.Kernel.${name}`, parameters);

describe("wallet authenticate", () => {
  const authenticate = (parameters: object) => kernel("WalletAuthenticate", parameters);
  const user = async () => (await api.identity({ metadata: { "host.login": "true" } })).identity;
  const authFailure = (code: string) => ({
    parameters: { success: false, auth_level: "AUTH_NONE", error_code: `AUTH_ERROR_${code}` },
  });

  it("opens a session for a rotating token, which is accepted once", async () => {
    const { identity } = await api.identity();
    const token = await api.token(identity.id);
    const { parameters } = await authenticate({ token });
    expect(parameters).toEqual({
      success: true,
      auth_level: "AUTH_NONE",
      session_token: expect.stringMatching(/^pls_/),
      identity_id: identity.id,
    });
    const own = await api.call("GET", `/api/identities/${identity.id}`, undefined, parameters.session_token);
    expect(own.status).toBe(200);
    expect(await authenticate({ token })).toEqual(authFailure("ROTATION_INVALID"));
  });

  it("accepts only a token of the named user, and does not consume another user's token", async () => {
    const [owner, other] = [await user(), await user()];
    const token = await api.token(owner.id);
    expect(await authenticate({ token, user_name: other.username })).toEqual(authFailure("SIGNATURE_INVALID"));
    expect(await authenticate({ token, user_name: "nobody-there" })).toEqual(authFailure("SIGNATURE_INVALID"));
    expect(await authenticate({ token, user_name: "root" })).toEqual(authFailure("SIGNATURE_INVALID"));
    const { parameters } = await authenticate({ token, user_name: owner.username });
    expect(parameters.identity_id).toBe(owner.id);
    expect(parameters.uid).toBeGreaterThan(1_900_000_000);
  });

  it("refuses an identity that is no host user", async () => {
    const { identity } = await api.identity();
    const token = await api.token(identity.id);
    expect(await authenticate({ token, user_name: identity.username })).toEqual(authFailure("SIGNATURE_INVALID"));
  });

  it("answers a malformed token as every other transport does", async () => {
    const { username } = await user();
    expect(await authenticate({ token: "no token" })).toEqual(authFailure("INVALID_TOKEN"));
    expect(await authenticate({ token: "no token", user_name: username })).toEqual(authFailure("INVALID_TOKEN"));
    expect(await authenticate({})).toEqual({
      error: "org.varlink.service.InvalidParameter",
      parameters: { parameter: "token" },
    });
  });

  it("limits failures per user: one user's failures do not lock out another user of the program", async () => {
    const [failing, other] = [await user(), await user()];
    for (let n = 0; n < 60; n++) await authenticate({ token: "no token", user_name: failing.username });
    const refusal = await authenticate({ token: "no token", user_name: failing.username });
    expect(refusal.error).toBe("io.platonic.Kernel.RateLimitExceeded");
    const token = await api.token(other.id);
    expect((await authenticate({ token, user_name: other.username })).parameters.success).toBe(true);
  });
});

describe("wallet transfer", () => {
  it("executes a signed order once, with the same result as over every other transport", async () => {
    const signed_order = ada.signed(ada.order({ recipient: bob.id, amount: "7" }));
    const before = await bob.held();
    const first = await kernel("WalletTransfer", { sender: ada.id, signed_order });
    expect(first).toEqual({ parameters: done });
    expect(await kernel("WalletTransfer", { sender: ada.id, signed_order })).toEqual(first);
    expect((await ada.send(signed_order)).body.result).toEqual(first.parameters);
    const after = await bob.held();
    expect(Number(after["TOKEN_STANDARD"]) - Number(before["TOKEN_STANDARD"])).toBe(7);
  });

  it("refuses an order that another identity signed, also when root sends it", async () => {
    const order = ada.order({ recipient: bob.id });
    const signed_order = { ...bob.signed(order), key_id: ada.keyId };
    const { parameters } = await kernel("WalletTransfer", { sender: ada.id, signed_order });
    expect(parameters).toEqual(refused("INVALID_SIGNATURE"));
    const missing = await kernel("WalletTransfer", { sender: ada.id });
    expect(missing.parameters).toEqual({ parameter: "signed_order" });
  });
});

describe("wallet verify", () => {
  const verify = async (parameters: object) => (await kernel("WalletVerify", parameters)).parameters;

  async function paid() {
    const { transaction_id, confirmation_code } = await ada.pay({ recipient: bob.id, amount: "1" });
    const { body } = await api.call("GET", `/api/wallets/${ada.id}/transactions/${transaction_id}/receipt`);
    return { transaction_id, confirmation_code, receipt: body.result.receipt };
  }

  it("answers whether a transaction is completed", async () => {
    const { transaction_id, confirmation_code } = await paid();
    expect(await verify({ transaction_id })).toEqual({
      verified: true,
      transaction_id,
      status: "TRANSACTION_COMPLETED",
      confirmation_code,
    });
    const failed = await ada.pay({ recipient: "nobody", amount: "1" });
    expect(await verify({ transaction_id: failed.transaction_id })).toEqual({
      verified: false,
      transaction_id: failed.transaction_id,
      status: "TRANSACTION_FAILED",
    });
    const signed_order = ada.signed(ada.order({ recipient: bob.id }));
    const created = await api.call("POST", "/api/transactions/create", { sender: ada.id, signed_order });
    const { id } = created.body.result.transaction;
    expect(await verify({ transaction_id: id })).toEqual({
      verified: false,
      transaction_id: id,
      status: "TRANSACTION_PENDING",
    });
    expect(await verify({ transaction_id: "nothing" })).toEqual({ verified: false, transaction_id: "nothing" });
  });

  it("accepts the service's receipt, and refuses a forged one", async () => {
    const [{ receipt, transaction_id, confirmation_code }, other] = [await paid(), await paid()];
    const status = "TRANSACTION_COMPLETED";
    expect(await verify({ receipt })).toEqual({ verified: true, transaction_id, status, confirmation_code });
    const flipped = (text: string) => {
      const bytes = Buffer.from(text, "base64");
      bytes[3] = (bytes[3] as number) ^ 1;
      return bytes.toString("base64");
    };
    const forgeries: object[] = [
      { signature: flipped(receipt.signature) },
      { statement: flipped(receipt.statement) },
      { entry: flipped(receipt.entry) },
      { entry_digest: flipped(receipt.entry_digest) },
      { batch_hash: flipped(receipt.batch_hash) },
      { sequence: receipt.sequence + 1 },
      { batch_number: receipt.batch_number + 1 },
      { confirmation_code: other.confirmation_code },
      { key_id: ada.keyId },
      { signature: "" },
      { signature: other.receipt.signature },
      { statement: other.receipt.statement, signature: other.receipt.signature },
      // The rest of a good receipt under the id of another transaction.
      { ...other.receipt, transaction_id },
    ];
    for (const forgery of forgeries) {
      expect([forgery, await verify({ receipt: { ...receipt, ...forgery } })]).toEqual([
        forgery,
        { verified: false, transaction_id, status },
      ]);
    }
  });

  it("requires either an id or a receipt", async () => {
    const { receipt, transaction_id } = await paid();
    for (const parameters of [{}, { receipt, transaction_id }]) {
      expect(await kernel("WalletVerify", parameters)).toMatchObject({
        error: "org.varlink.service.InvalidParameter",
        parameters: { parameter: "transaction_id" },
      });
    }
  });
});

describe("the same operations", () => {
  it("are available over REST, for keys with the permission", async () => {
    const { transaction_id } = await ada.pay({ recipient: bob.id, amount: "1" });
    const verify = (credentials?: string) =>
      api.call("POST", "/api/kernel/wallet-verify", { transaction_id }, credentials);
    expect((await verify()).body.result).toMatchObject({ verified: true, transaction_id });
    const { secret } = await server.createKey("operator", ["kernel:authenticate"]);
    expect([(await verify(secret)).status, (await verify("")).status]).toEqual([403, 401]);
  });

  it("write one log line for each call, with the caller and without the token", async () => {
    const { identity } = await api.identity();
    const token = await api.token(identity.id);
    server.log.length = 0;
    await kernel("WalletAuthenticate", { token });
    const lines = server.log.join("").trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        protocol: "varlink",
        method: "host.v1.KernelService/WalletAuthenticate",
        principal: `host:${process.geteuid?.()}`,
      },
    ]);
    expect(lines.join("")).not.toContain(token);
  });

  it("can be registered with another kernel", async () => {
    const registered = new Map<string, KernelOperations[keyof KernelOperations]>();
    const other: Kernel = {
      register: (operations) => {
        for (const operation of Object.values(operations)) registered.set(operation.method.name, operation);
      },
      unregister: () => registered.clear(),
    };
    const calls: unknown[] = [];
    const operations = kernelOperationsOf(
      {
        services: [KernelService],
        async answer(call) {
          calls.push([call.method.name, call.principal?.id]);
          return { written: call.codec.write({ verified: true, transactionId: "7" }), limits: limits };
        },
      },
      () => {},
    );
    const limits = { limit: 1, remaining: 1, resetAtSeconds: 1 };
    other.register(operations);
    other.register(operations);
    expect([...registered.keys()]).toEqual(["WalletAuthenticate", "WalletTransfer", "WalletVerify"]);
    const caller = { principal: { id: "kernel", plan, permissions: [] }, signal: new AbortController().signal };
    const reply = await registered.get("WalletVerify")?.answer(Buffer.from('{"transaction_id":"7"}'), caller);
    expect(reply?.answer).toMatchObject({ written: '{"verified":true,"transaction_id":"7"}' });
    expect(calls).toEqual([["WalletVerify", "kernel"]]);
    other.unregister();
    other.unregister();
    expect(registered.size).toBe(0);
  });
});

describe("the transaction handler", () => {
  it("offers every operation on transactions", async () => {
    const signed_order = ada.signed(ada.order({ recipient: bob.id, amount: "2" }));
    const { parameters } = await askOne(path(), "io.platonic.Wallet.Transfer", { sender: ada.id, signed_order });
    expect(parameters).toEqual({ result: done });
    const { transaction_id } = parameters.result;
    const shown = await askOne(path(), "io.platonic.Wallet.GetTransaction", { identity_id: bob.id, transaction_id });
    expect(shown.parameters.transaction).toMatchObject({ id: transaction_id, recipient: bob.id, amount: 2 });
    const gone = await askOne(path(), "io.platonic.Wallet.GetTransaction", {
      identity_id: bob.id,
      transaction_id: "x",
    });
    expect(gone.error).toBe("io.platonic.Wallet.ResourceNotFound");
  });
});

onMachine("other users", [noRoot, withoutPublicNode(), missing("setpriv", "util-linux")], () => {
  const script = `
    const [path, message] = process.argv.slice(1);
    const socket = require("node:net").connect(path);
    socket.pipe(process.stdout);
    socket.end(message + "\\0");`;

  /** Calls a method as another user, in the given groups. */
  async function callAs(uid: number, groups: readonly number[], method: string, parameters: object): Promise<Reply> {
    const more = groups.length === 0 ? ["--clear-groups"] : ["--groups", groups.join(",")];
    const message = JSON.stringify({ method, parameters });
    const { out, err } = await run("setpriv", [
      ...["--reuid", String(uid), "--regid", String(uid), ...more],
      ...[process.execPath, "-e", script, path(), message],
    ]);
    if (!out.endsWith("\0")) throw new Error(err);
    return JSON.parse(out.slice(0, -1)) as Reply;
  }
  const denied = { error: "org.varlink.service.PermissionDenied", parameters: {} };
  const all = { WalletAuthenticate: { token: "no token" }, WalletTransfer: {}, WalletVerify: { transaction_id: "x" } };
  const allowed = async (uid: number, groups: readonly number[] = []) => {
    const names: string[] = [];
    for (const [name, parameters] of Object.entries(all)) {
      const reply = await callAs(uid, groups, `io.platonic.Kernel.${name}`, parameters);
      if (reply.error !== denied.error) names.push(name);
    }
    return names;
  };

  it("may look up users and nothing else", async () => {
    const user = (await api.identity({ metadata: { "host.login": "true" } })).identity;
    const question = { service: "io.platonic.identity", userName: user.username };
    const { parameters } = await callAs(stranger, [], "io.systemd.UserDatabase.GetUserRecord", question);
    expect(parameters.record.userName).toBe(user.username);
    expect(await allowed(stranger)).toEqual([]);
    const signed_order = ada.signed(ada.order({ recipient: bob.id }));
    const before = await bob.held();
    for (const method of ["io.platonic.Kernel.WalletTransfer", "io.platonic.Wallet.Transfer"]) {
      expect(await callAs(stranger, [], method, { sender: ada.id, signed_order })).toEqual(denied);
    }
    expect(await bob.held()).toEqual(before);
  });

  it("may call what the policy allows to their UID", async () => {
    expect(await allowed(verifier)).toEqual(["WalletVerify"]);
  });

  it("may call what the policy allows to one of their groups", async () => {
    expect(await allowed(stranger, [payers])).toEqual(["WalletTransfer", "WalletVerify"]);
    expect(await allowed(payers)).toEqual(["WalletTransfer", "WalletVerify"]);
    expect(await allowed(stranger, [payers + 1])).toEqual([]);
    // A UID is not taken for a GID.
    expect(await allowed(stranger, [verifier])).toEqual([]);
  });

  it("cannot evade the policy by pipelined or oneway calls", async () => {
    const signed_order = ada.signed(ada.order({ recipient: bob.id }));
    const before = await bob.held();
    const call = { method: "io.platonic.Kernel.WalletTransfer", parameters: { sender: ada.id, signed_order } };
    const info = JSON.stringify({ method: "org.varlink.service.GetInfo" });
    const messages = `${info}\0${JSON.stringify({ ...call, oneway: true })}\0${JSON.stringify({ ...call, more: true })}`;
    const { out } = await run(
      process.execPath,
      [
        "-e",
        script.replace("process.argv.slice(1)", "[process.argv[1], JSON.parse(process.argv[2])]"),
        path(),
        JSON.stringify(messages),
      ],
      { uid: stranger, gid: stranger },
    );
    expect(JSON.parse(out.split("\0")[1] as string)).toEqual(denied);
    expect(await bob.held()).toEqual(before);
  });
});

describe("root and the service's own user", () => {
  it("may call every operation of the socket", async () => {
    const replies = await ask(path(), "io.platonic.Kernel.WalletVerify", { transaction_id: "x" });
    expect(replies).toEqual([{ parameters: { verified: false, transaction_id: "x" } }]);
  });
});
