import { randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Fault } from "../../../server/core/fault.ts";
import { limits } from "../../../server/core/limits.ts";
import { ask, askOne, getInfo, HostClient } from "./client.ts";
import { openFakeService, requestOf } from "./fake-service.ts";

const verify = "io.platonic.Kernel.WalletVerify";
const getUser = "io.systemd.UserDatabase.GetUserRecord";
const service = "io.platonic.identity";
const none = { limit: 1, remaining: 1, resetAtSeconds: 1 };

describe("the host socket", () => {
  it("describes the service and its interfaces", async () => {
    const { path } = await openFakeService();
    expect(await askOne(path, getInfo)).toEqual({
      parameters: {
        vendor: "a vendor",
        product: "a product",
        version: "1.2.3",
        url: "a url",
        interfaces: ["io.platonic.Kernel", "io.systemd.UserDatabase", "org.varlink.service"],
      },
    });
    const described = "org.varlink.service.GetInterfaceDescription";
    for (const name of ["io.platonic.Kernel", "io.systemd.UserDatabase", "org.varlink.service"]) {
      const { parameters } = await askOne(path, described, { interface: name });
      expect(parameters.description).toMatch(new RegExp(`^interface ${name}\n`));
    }
    expect(await askOne(path, described, { interface: "io.gone" })).toEqual({
      error: "org.varlink.service.InterfaceNotFound",
      parameters: { interface: "io.gone" },
    });
    for (const parameters of [{}, { interface: 7 }]) {
      expect(await askOne(path, described, parameters)).toEqual({
        error: "org.varlink.service.InvalidParameter",
        parameters: { parameter: "interface" },
      });
    }
  });

  it("describes exactly three methods of io.platonic.Kernel", async () => {
    const { path } = await openFakeService();
    const name = "io.platonic.Kernel";
    const { parameters } = await askOne(path, "org.varlink.service.GetInterfaceDescription", { interface: name });
    const methods = parameters.description.match(/^method .*$/gm);
    expect(methods).toEqual([
      "method WalletAuthenticate(token: string, user_name: ?string) -> (success: bool, auth_level: AuthLevel, " +
        "session_token: ?string, error_code: ?AuthErrorCode, identity_id: ?string, uid: ?int)",
      "method WalletTransfer(sender: string, signed_order: SignedOrder) -> (success: bool, transaction_id: string, " +
        "status: TransactionStatus, error_code: ?TransactionErrorCode, confirmation_code: ?string)",
      "method WalletVerify(transaction_id: ?string, receipt: ?Receipt) -> (verified: bool, transaction_id: string, " +
        "status: ?TransactionStatus, confirmation_code: ?string)",
    ]);
    for (const type of ["AuthLevel", "SignedOrder", "Receipt", "TransactionStatus"]) {
      expect(parameters.description).toContain(`type ${type} (`);
    }
    expect(parameters.description).toContain(
      "error RateLimitExceeded (code: string, message: string, details: object)",
    );
  });

  it.each([
    ["io.gone.Method", "InterfaceNotFound", { interface: "io.gone" }],
    ["Method", "InterfaceNotFound", { interface: "" }],
    ["", "InterfaceNotFound", { interface: "" }],
    [".", "InterfaceNotFound", { interface: "" }],
    ["io.platonic.Kernel.", "MethodNotFound", { method: "io.platonic.Kernel." }],
    ["io.platonic.Kernel.constructor", "MethodNotFound", { method: "io.platonic.Kernel.constructor" }],
    ["io.platonic.Kernel.walletVerify", "MethodNotFound", { method: "io.platonic.Kernel.walletVerify" }],
    [`io.${"x".repeat(1_000)}.Y`, "InterfaceNotFound", { interface: `io.${"x".repeat(252)}…` }],
  ])("refuses the unknown method %j", async (method, error, parameters) => {
    const { path } = await openFakeService();
    expect(await askOne(path, method)).toEqual({ error: `org.varlink.service.${error}`, parameters });
  });

  it("refuses an upgrade with MethodNotImplemented", async () => {
    const { path, calls } = await openFakeService();
    const [reply] = await ask(path, verify, {}, { upgrade: true });
    expect(reply).toEqual({ error: "org.varlink.service.MethodNotImplemented", parameters: { method: verify } });
    expect(calls).toEqual([]);
  });

  it("passes calls to the pipeline with the principal of the peer", async () => {
    const { path, calls } = await openFakeService({
      answer: async (call) => ({ written: call.codec.write({ verified: true, transactionId: "7" }), limits: none }),
    });
    expect(await askOne(path, verify, { transaction_id: "7" })).toEqual({
      parameters: { verified: true, transaction_id: "7" },
    });
    const [call] = calls;
    expect(call).toMatchObject({ protocol: "varlink", authorization: undefined, principal: { id: "host:4711" } });
    expect(await requestOf(call as NonNullable<typeof call>)).toMatchObject({ transactionId: "7" });
  });
});

describe("messages", () => {
  it.each([
    ["garbage", "garbage\0"],
    ["empty", "\0"],
    ["many NULs", "\0".repeat(100_000)],
    ["random bytes", Buffer.concat([randomBytes(1_000).map((byte) => byte | 1), Buffer.of(0)])],
    ["a list", "[]\0"],
    ["null", "null\0"],
    ["a number", "7\0"],
    ["without a method", "{}\0"],
    ["with a method that is no text", '{"method":7}\0'],
    ["with parameters that are a list", `{"method":"${getInfo}","parameters":[]}\0`],
    ["with parameters that are a text", `{"method":"${getInfo}","parameters":"x"}\0`],
    ["with a flag that is a number", `{"method":"${getInfo}","more":1}\0`],
    ["with more and oneway", `{"method":"${getInfo}","more":true,"oneway":true}\0`],
    ["with a duplicate member", `{"method":"${getInfo}","method":"${verify}"}\0`],
    ["with a __proto__ member", `{"method":"${getInfo}","__proto__":{}}\0`],
    ["with deep nesting", `{"method":"${getInfo}","parameters":{"a":${"[".repeat(1_000)}${"]".repeat(1_000)}}}\0`],
    ["invalid UTF-8", Buffer.concat([Buffer.from('{"method":"'), Buffer.of(0xff), Buffer.from('"}\0')])],
    ["an HTTP request", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n\0"],
  ])("that are invalid end the connection without an answer: %s", async (_, bytes) => {
    const { path, calls, bugs } = await openFakeService();
    const client = await HostClient.open(path);
    client.write(bytes);
    expect(await client.rest()).toEqual([]);
    await client.closed;
    expect([calls, bugs]).toEqual([[], []]);
    // Other connections are not affected.
    expect((await askOne(path, getInfo)).error).toBeUndefined();
  });

  it("before an invalid one are answered", async () => {
    const { path } = await openFakeService();
    const client = await HostClient.open(path);
    client.write(`${`{"method":"${getInfo}"}\0`.repeat(3)}garbage\0{"method":"${getInfo}"}\0`);
    expect(await client.rest()).toHaveLength(3);
  });

  it("may be as long as the bound, and not a byte longer", async () => {
    const { path } = await openFakeService();
    const message = (length: number) => {
      const rest = `{"method":"${getInfo}","parameters":{"x":""}}`;
      return `${rest.replace('""', `"${"y".repeat(length - rest.length)}"`)}\0`;
    };
    const client = await HostClient.open(path);
    client.write(message(limits.hostMessageBytesMax));
    expect((await client.reply())?.error).toBeUndefined();
    client.write(message(limits.hostMessageBytesMax + 1));
    expect(await client.rest()).toEqual([]);
  });

  it("without an end are not buffered beyond the bound", async () => {
    const { path } = await openFakeService();
    const client = await HostClient.open(path);
    const chunk = Buffer.alloc(64 * 1024, "x");
    while (client.socket.writable) {
      client.write(chunk);
      await turn();
    }
    await client.closed;
    expect(client.socket.bytesWritten).toBeLessThan(64 * 1024 * 1024);
  });

  it("that are truncated are not executed", async () => {
    const { path, calls } = await openFakeService();
    const client = await HostClient.open(path);
    client.write(`{"method":"${verify}","parameters":{"transaction_id":"7"}}`);
    client.socket.end();
    expect(await client.rest()).toEqual([]);
    expect(calls).toEqual([]);
  });

  it("may arrive byte by byte", async () => {
    const { path } = await openFakeService();
    const client = await HostClient.open(path);
    for (const letter of `{"method":"${getInfo}"}\0{"method":"${getInfo}"}\0`) {
      client.write(letter);
      await turn();
    }
    expect((await client.reply())?.parameters.product).toBe("a product");
    expect((await client.reply())?.parameters.product).toBe("a product");
  });
});

describe("calls", () => {
  it("that are pipelined are executed one by one and answered in order", async () => {
    let running = 0;
    let runningMax = 0;
    const { path, calls } = await openFakeService({
      async answer(call) {
        runningMax = Math.max(runningMax, ++running);
        const { transactionId } = (await requestOf(call)) as { transactionId: string };
        // The first call takes the most turns.
        for (let left = 100 - Number(transactionId); left > 0; left--) await turn();
        running--;
        return { written: call.codec.write({ transactionId }), limits: none };
      },
    });
    const client = await HostClient.open(path);
    for (let n = 0; n < 100; n++) client.send(verify, { transaction_id: String(n) });
    client.socket.end();
    const ids = (await client.rest()).map(({ parameters }) => parameters.transaction_id);
    expect(ids).toEqual(Array.from({ length: 100 }, (_, n) => String(n)));
    expect([runningMax, calls.length]).toEqual([1, 100]);
  });

  it("with oneway get no reply, not even after a failure", async () => {
    const { path, calls } = await openFakeService({
      answer: async () => ({ fault: new Fault("RESOURCE_NOT_FOUND", "nothing there") }),
    });
    const client = await HostClient.open(path);
    client.send(verify, {}, { oneway: true });
    client.send("io.gone.Method", {}, { oneway: true });
    client.send(getInfo);
    client.socket.end();
    const replies = await client.rest();
    expect(replies).toHaveLength(1);
    expect(replies[0]?.parameters.product).toBe("a product");
    expect(calls).toHaveLength(1);
  });

  it("with more get one reply if there is one record", async () => {
    const { path } = await openFakeService();
    expect(await ask(path, verify, { transaction_id: "7" }, { more: true })).toEqual([{ parameters: {} }]);
  });

  it("for many records get one reply for each with more, and ExpectedMore without it", async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => `user-${n}`);
    const { path } = await openFakeService({
      answer: async (call) => ({
        written: call.codec.write({ users: names.map((userName, n) => ({ userName, uid: BigInt(n), gid: 7n })) }),
        limits: none,
      }),
    });
    const replies = await ask(path, getUser, { service }, { more: true });
    expect(replies.map(({ parameters }) => parameters.record.userName)).toEqual(names);
    expect(replies.map(({ continues }) => continues === true)).toEqual(names.map((_, n) => n < names.length - 1));
    expect(await askOne(path, getUser, { service })).toEqual({
      error: "org.varlink.service.ExpectedMore",
      parameters: {},
    });
  });

  it.each([
    ["PARAMETER_INVALID", "org.varlink.service.InvalidParameter", { parameter: "p" }],
    ["PARAMETER_REQUIRED", "org.varlink.service.InvalidParameter", { parameter: "p" }],
    ["PERMISSION_DENIED", "org.varlink.service.PermissionDenied", {}],
    ["RATE_LIMIT_EXCEEDED", "io.platonic.Kernel.RateLimitExceeded", { code: "RATE_LIMIT_EXCEEDED", message: "why" }],
    ["RESOURCE_NOT_FOUND", "io.platonic.Kernel.ResourceNotFound", { code: "RESOURCE_NOT_FOUND", message: "why" }],
    ["INTERNAL", "io.platonic.Kernel.Internal", { code: "INTERNAL", details: { correlation_id: expect.any(String) } }],
  ] as const)("that fail with %s get the matching error", async (reason, error, parameters) => {
    const { path } = await openFakeService({
      answer: async () => ({ fault: new Fault(reason, "why", { parameter: "p" }) }),
    });
    const reply = await askOne(path, verify);
    expect(reply.error).toBe(error);
    expect(reply.parameters).toMatchObject(parameters);
  });

  it.each([
    ["PARAMETER_INVALID", "org.varlink.service.InvalidParameter"],
    ["PERMISSION_DENIED", "org.varlink.service.PermissionDenied"],
    ["RESOURCE_NOT_FOUND", "io.systemd.UserDatabase.NoRecordFound"],
    ["RESOURCE_CONFLICT", "io.systemd.UserDatabase.ConflictingRecordFound"],
    ["RATE_LIMIT_EXCEEDED", "io.systemd.UserDatabase.ServiceNotAvailable"],
    ["INTERNAL", "io.systemd.UserDatabase.ServiceNotAvailable"],
  ] as const)("of UserDatabase that fail with %s get systemd's error", async (reason, error) => {
    const { path } = await openFakeService({
      answer: async () => ({ fault: new Fault(reason, "why", { parameter: "p" }) }),
    });
    expect((await askOne(path, getUser, { service, userName: "ada" })).error).toBe(error);
  });

  it("that fail by a bug get an internal error without the cause, which is reported", async () => {
    const { path, bugs } = await openFakeService({ answer: () => Promise.reject(new TypeError("a bug")) });
    const reply = await askOne(path, verify);
    expect(reply.error).toBe("io.platonic.Kernel.Internal");
    expect(JSON.stringify(reply)).not.toContain("a bug");
    expect(bugs).toEqual([new TypeError("a bug")]);
  });
});
