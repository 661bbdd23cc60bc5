import { lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { openFakeService } from "../../transports/varlink/fake-service.ts";
import { noRoot, onMachine, run, stranger, withoutPublicNode } from "./machine.ts";

const name = "io.platonic.identity";

/** Runs `platonic host` in this process. */
async function host(words: string[], env: NodeJS.ProcessEnv) {
  let [out, err] = ["", ""];
  const code = await platonic(["host", ...words], {
    env,
    write: (text) => {
      out += text;
    },
    complain: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

/** A running service, and a folder in place of the one where systemd looks for it. */
async function setUp() {
  const { path } = await openFakeService();
  const userdb = join(temporaryDirectory(), "systemd", "userdb");
  return { path, userdb, link: join(userdb, name), env: { HOST_SOCKET: path, HOST_USERDB: userdb } };
}

it("registration is done once, and a repetition changes nothing", async () => {
  const { path, userdb, link, env } = await setUp();
  expect(await host(["register"], env)).toEqual({ code: 0, out: `registered at ${link}\n`, err: "" });
  expect(readlinkSync(link)).toBe(path);
  const { ino } = lstatSync(link);
  expect(await host(["register"], env)).toEqual({ code: 0, out: `nothing to do at ${link}\n`, err: "" });
  expect(lstatSync(link).ino).toBe(ino);
  expect(readdirSync(userdb)).toEqual([name]);
  expect(await host(["unregister"], env)).toEqual({ code: 0, out: `removed at ${link}\n`, err: "" });
  expect(readdirSync(userdb)).toEqual([]);
  expect(await host(["unregister"], env)).toEqual({ code: 0, out: `nothing to do at ${link}\n`, err: "" });
  expect(JSON.parse((await host(["register", "--json"], env)).out)).toEqual({ changed: true, at: link });
});

it("status reports socket, version and registration", async () => {
  const { path, link, env } = await setUp();
  const status = async () => {
    const { code, out } = await host(["status", "--json"], env);
    return { code, ...JSON.parse(out) };
  };
  const running = {
    socket: path,
    isListening: true,
    version: "1.2.3",
    isTransactionHandler: false,
    isWithKernel: true,
  };
  expect(await status()).toEqual({ code: 1, ...running, isIdentityProvider: false });
  await host(["register"], env);
  expect(await status()).toEqual({ code: 0, ...running, isIdentityProvider: true });
  const text = (await host(["status"], env)).out;
  expect(text).toContain(`socket               ${path}, version 1.2.3\n`);
  expect(text).toContain(`identity provider    ${link}\n`);
  const gone = { ...env, HOST_SOCKET: join(dirname(path), "gone.sock") };
  expect(JSON.parse((await host(["status", "--json"], gone)).out)).toMatchObject({ isListening: false, version: null });
});

it.skipIf(process.platform !== "linux")("registration in a folder that cannot be changed says what to do", async () => {
  const { env } = await setUp();
  for (const [userdb, code] of [
    ["/proc/new/userdb", "ENOENT"],
    ["/proc", "ENOENT"],
  ] as const) {
    const { code: status, err } = await host(["register"], { ...env, HOST_USERDB: userdb });
    const advice = "run this as root, or set HOST_USERDB to a folder that can be written";
    expect([status, err]).toEqual([1, `platonic: ${userdb} cannot be changed (${code}): ${advice}\n`]);
  }
});

it("registration replaces a link to a dead socket, and refuses to replace one to a running service", async () => {
  const { path, userdb, link, env } = await setUp();
  mkdirSync(userdb, { recursive: true });
  symlinkSync("/nowhere/host.sock", link);
  expect((await host(["unregister"], env)).err).toContain("leads to /nowhere/host.sock");
  expect((await host(["register"], env)).code).toBe(0);
  expect(readlinkSync(link)).toBe(path);
  const other = await openFakeService();
  const refused = await host(["register"], { ...env, HOST_SOCKET: other.path });
  expect([refused.code, refused.err]).toEqual([1, `platonic: another service answers at ${link}\n`]);
  expect(readlinkSync(link)).toBe(path);
});

it.each([
  ["nothing", undefined],
  ["a link to a dead socket", "/nowhere/host.sock"],
])("of four registrations at once in place of %s one has an effect, as of their removals", async (_, before) => {
  const { path, userdb, link, env } = await setUp();
  mkdirSync(userdb, { recursive: true });
  if (before !== undefined) symlinkSync(before, link);
  const four = async (verb: string) =>
    (await Promise.all([1, 2, 3, 4].map(() => host([verb], env)))).map(({ out }) => out);
  const nothing = `nothing to do at ${link}\n`;
  expect((await four("register")).sort()).toEqual([nothing, nothing, nothing, `registered at ${link}\n`]);
  expect(readlinkSync(link)).toBe(path);
  expect((await four("unregister")).sort()).toEqual([nothing, nothing, nothing, `removed at ${link}\n`]);
});

it("registration and its removal leave a plain file and the service's own socket in place", async () => {
  const { path, userdb, link, env } = await setUp();
  mkdirSync(userdb, { recursive: true });
  writeFileSync(link, "precious");
  expect(await host(["register"], env)).toMatchObject({
    code: 1,
    err: `platonic: ${link} is not a socket: look at it, and remove it\n`,
  });
  expect((await host(["unregister"], env)).code).toBe(1);
  expect(lstatSync(link).isFile()).toBe(true);
  // The socket of the service itself is at the place where systemd looks.
  const own = { HOST_SOCKET: path, HOST_USERDB: dirname(path) };
  expect((await host(["unregister"], own)).code).toBe(0);
  expect(lstatSync(path).isSocket()).toBe(true);
});

it.each<[string, string[], NodeJS.ProcessEnv]>([
  ["no verb", [], {}],
  ["an unknown verb", ["burn"], {}],
  ["a word too many", ["register", "now"], {}],
  ["an option of keys create", ["status", "--name", "x"], {}],
])("answers %s with a line on standard error and status 2", async (_, words, env) => {
  const { code, out, err } = await host(words, env);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toMatch(/^platonic: .+\nTry: platonic --help\n$/);
});

onMachine("by a user other than root", [noRoot, withoutPublicNode()], () => {
  const program = new URL("../../../clients/cli/bin.ts", import.meta.url).pathname;
  const asStranger = (env: NodeJS.ProcessEnv) =>
    run(process.execPath, [program, "host", "status", "--json"], { uid: stranger, gid: stranger, env });

  it("status uses that user's runtime directory, and asks for HOST_SOCKET when there is none", async () => {
    const { code, out } = await asStranger({ XDG_RUNTIME_DIR: "/run/user/54321" });
    expect(code).toBe(1);
    expect(JSON.parse(out).socket).toBe("/run/user/54321/platonic/host.sock");
    expect(await asStranger({})).toMatchObject({ code: 2, err: expect.stringContaining("set HOST_SOCKET") });
  });
});
