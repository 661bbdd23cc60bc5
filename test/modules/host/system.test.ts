// @module-tag slow/host

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { watch } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { platonic } from "../../../clients/cli/platonic.ts";
import { shortenToken } from "../../../clients/host/short-token.ts";
import { ApiClient, freshName } from "../../support/identity/api-client.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { missing, noRoot, onMachine, publicFolder, run, stranger, withoutNss, withoutPublicNode } from "./machine.ts";

const userdb = "/run/systemd/userdb";
const daemon = ["/usr/lib/systemd/systemd-userdbd", "/lib/systemd/systemd-userdbd"].find(existsSync);
const noDaemon = daemon === undefined ? "systemd-userdbd is not installed (Debian: systemd-userdbd)" : undefined;

const folder = publicFolder();
const path = () => join(folder(), "host.sock");
const environment = () => ({ HOST_SOCKET: path() });

let server: TestServer;
let api: ApiClient;
let wasThere = false;

/** An identity that is a user of the host. */
async function newUser(members: object = {}) {
  const { identity } = await api.identity({ metadata: { "host.login": "true" }, ...members });
  return identity as { id: string; username: string };
}

async function host(verb: string): Promise<number> {
  return platonic(["host", verb], { env: environment(), write: () => {}, complain: () => {} });
}

onMachine(
  "the operating system",
  [noRoot, withoutNss(), missing("getent", "libc-bin"), missing("userdbctl", "systemd-userdbd"), withoutPublicNode()],
  () => {
    beforeAll(async () => {
      wasThere = existsSync(userdb);
      server = await startServer({ ...environment(), HOST_SHELL: "/bin/sh", HOST_HOME: "/srv/homes" });
      api = new ApiClient(server);
      expect(await host("register")).toBe(0);
    });
    afterAll(async () => {
      await host("unregister");
      await server?.close();
      if (!wasThere && existsSync(userdb) && readdirSync(userdb).length === 0) rmdirSync(userdb);
    });

    /** Lookups of the host's programs, which have the same results with and without systemd-userdbd. */
    function testLookups(): void {
      it("finds a user by name and by UID, and the group of all users", async () => {
        const { username } = await newUser();
        const { code, out } = await run("getent", ["passwd", username]);
        expect(code).toBe(0);
        const [, , uid, gid] = out.split(":");
        expect(out).toBe(`${username}:x:${uid}:1900000000:${username}:/srv/homes/${username}:/bin/sh\n`);
        expect((await run("getent", ["passwd", uid as string])).out).toBe(out);
        expect((await run("getent", ["group", gid as string])).out).toBe("platonic-users:x:1900000000:\n");
        expect((await run("id", [username])).out).toBe(
          `uid=${uid}(${username}) gid=1900000000(platonic-users) groups=1900000000(platonic-users)\n`,
        );
        expect((await run("getent", ["passwd"])).out).toContain(out);
      });

      it("does not find an identity that has not opted in", async () => {
        const { identity } = await api.identity();
        expect((await run("getent", ["passwd", identity.username])).code).toBe(2);
        expect((await run("id", [identity.username])).code).toBe(1);
        expect((await run("getent", ["passwd"])).out).not.toContain(identity.username);
      });

      it("finds no group by the name of a user, and prefers the host's own users", async () => {
        const { username } = await newUser();
        expect((await run("getent", ["group", username])).code).toBe(2);
        expect((await run("getent", ["passwd", "root"])).out).toMatch(/^root:x:0:0:/);
      });

      it("can make a user the owner of a file", async () => {
        const { username } = await newUser();
        const file = join(folder(), username);
        writeFileSync(file, "");
        expect(await run("chown", [`${username}:platonic-users`, file])).toMatchObject({ code: 0, err: "" });
        expect(statSync(file).uid).toBeGreaterThan(1_900_000_000);
        expect((await run("stat", ["-c", "%U:%G", file])).out).toBe(`${username}:platonic-users\n`);
      });

      it("lists users by userdbctl", async () => {
        const { username } = await newUser();
        const { code, out } = await run("userdbctl", ["--json=short", "user", username]);
        expect(code).toBe(0);
        expect(JSON.parse(out)).toMatchObject({
          userName: username,
          gid: 1_900_000_000,
          homeDirectory: `/srv/homes/${username}`,
          shell: "/bin/sh",
          service: "io.platonic.identity",
        });
        expect((await run("userdbctl", ["--json=short", "user"])).out).toContain(`"userName":"${username}"`);
        expect((await run("userdbctl", ["group", "platonic-users"])).out).toContain("1900000000");
        expect((await run("userdbctl", ["services"])).out).toMatch(/io\.platonic\.identity +yes/);
      });
    }

    describe("asks the service itself", () => {
      testLookups();

      it("also for callers other than root", async () => {
        const { username } = await newUser();
        const { out } = await run("getent", ["passwd", username], { uid: stranger, gid: stranger });
        expect(out).toContain(`${username}:x:`);
        expect(server.log.join("")).toContain(`"principal":"host:${stranger}"`);
      });
    });

    onMachine("with systemd-userdbd in between", [noDaemon], () => {
      let userdbd: ChildProcess;
      const multiplexer = join(userdb, "io.systemd.Multiplexer");
      beforeAll(async () => {
        // Where systemd runs, systemd-userdbd runs too.
        if (existsSync(multiplexer)) return;
        const watching = watch(userdb, { signal: AbortSignal.timeout(600_000) });
        const appeared = (async () => {
          for await (const { filename } of watching) if (filename === "io.systemd.Multiplexer") return;
        })();
        userdbd = spawn(daemon as string, [], { stdio: "ignore" });
        if (!existsSync(multiplexer)) await appeared;
      });
      afterAll(async () => {
        if (userdbd === undefined) return;
        userdbd.kill("SIGTERM");
        await once(userdbd, "exit");
        // The daemon leaves its sockets to systemd.
        for (const name of ["io.systemd.Multiplexer", "io.systemd.NameServiceSwitch", "io.systemd.DropIn"]) {
          rmSync(join(userdb, name), { force: true });
        }
      });

      testLookups();
    });

    describe("through PAM", () => {
      const service = `platonic-test-${freshName()}`;
      const file = `/etc/pam.d/${service}`;
      const program = new URL("../../../clients/host/pam.ts", import.meta.url).pathname;
      const noPamtester = missing("pamtester", "pamtester");
      beforeAll(() => {
        mkdirSync("/etc/pam.d", { recursive: true });
        writeFileSync(file, shippedStack());
        const line = `auth required pam_exec.so expose_authtok quiet ${process.execPath} ${program} ${path()}\n`;
        writeFileSync(`${file}-bare`, `${line}account required pam_permit.so\n`);
      });
      afterAll(() => {
        rmSync(file, { force: true });
        rmSync(`${file}-bare`, { force: true });
      });

      /** The stack in deploy/, with the paths of this machine. */
      function shippedStack(): string {
        const shipped = readFileSync(new URL("../../../deploy/pam/platonic", import.meta.url), "utf8");
        const paths = {
          "/opt/platonic/node_modules/.bin/node": process.execPath,
          "/opt/platonic/clients/host/pam.ts": program,
          "/run/platonic/host.sock": path(),
        };
        return Object.entries(paths).reduce((stack, [from, to]) => stack.replace(from, to), shipped);
      }

      const authenticate = (username: string, typed: string, stack = service) =>
        run("pamtester", [stack, username, "authenticate", "acct_mgmt"], { input: `${typed}\n` });

      /** Makes a local user for the duration of a test, while the machine does not ask the service for its users. */
      async function addLocalUser(name: string, ...options: string[]): Promise<void> {
        onTestFinished(async () => void (await run("userdel", [name])));
        await host("unregister");
        expect(await run("useradd", ["--no-create-home", ...options, name])).toMatchObject({ code: 0 });
        await host("register");
      }

      onMachine("with pamtester", [noPamtester], () => {
        it("authenticates a user by a valid token, once", async () => {
          const { id, username } = await newUser();
          const typed = shortenToken(await api.token(id));
          expect(await authenticate(username, typed)).toMatchObject({
            code: 0,
            out: expect.stringContaining("successfully authenticated"),
          });
          expect((await authenticate(username, typed)).code).not.toBe(0);
          expect((await authenticate(username, shortenToken(await api.token(id)))).code).toBe(0);
        });

        it("refuses an invalid token, and a token of another identity", async () => {
          const [owner, other] = [await newUser(), await newUser()];
          const typed = shortenToken(await api.token(owner.id));
          const bad = ["", "password", "a".repeat(300), typed.slice(0, -8), `${typed}AAAA`, "~", `~${"A".repeat(300)}`];
          for (const text of bad)
            expect([text, (await authenticate(owner.username, text)).code]).not.toEqual([text, 0]);
          expect((await authenticate(other.username, typed)).code).not.toBe(0);
          expect((await authenticate("root", typed)).code).not.toBe(0);
          expect((await authenticate(owner.username, typed)).code).toBe(0);
        });

        it.each([
          ["its own UID", []],
          ["a UID of identities", ["--uid", "1900000777", "--badname"]],
        ])("lets in no identity as the local user of the same name, who has %s", async (_, options) => {
          const { id, username } = await newUser();
          await addLocalUser(username, ...options);
          const typed = shortenToken(await api.token(id));
          for (const stack of [service, `${service}-bare`]) {
            const { code, out } = await authenticate(username, typed, stack);
            expect([stack, code, out.includes("successfully")]).toEqual([stack, 1, false]);
          }
        });

        it("refuses an identity that is no longer a host user", async () => {
          const { id, username } = await newUser();
          await api.call("PUT", `/api/identities/${id}`, { metadata: {} });
          expect((await authenticate(username, shortenToken(await api.token(id)))).code).not.toBe(0);
        });
      });

      it("an identity cannot become a user of the host under the name of a local user", async () => {
        const name = freshName();
        await addLocalUser(name);
        const metadata = { "host.login": "true" };
        const { status, body } = await api.call("POST", "/api/identities/create", { username: name, metadata });
        expect([status, body.error.details.provided]).toEqual([409, name]);
        const { identity } = await api.identity({ username: name });
        expect((await api.call("PUT", `/api/identities/${identity.id}`, { metadata })).status).toBe(409);
      });

      it("refuses a user whom the system does not know, or who has no UID in the range, before it asks the service", async () => {
        const { id, username } = await newUser();
        const input = await api.token(id);
        const runPam = (name: string, ...uids: string[]) =>
          run(process.execPath, [program, path(), ...uids], { input, env: { PAM_USER: name, PAM_TYPE: "auth" } });
        expect(await runPam("root")).toMatchObject({ code: 10, err: expect.stringContaining("no UID") });
        expect((await runPam(freshName())).code).toBe(10);
        expect((await runPam(username, "1000-1900000000")).code).toBe(10);
        expect((await runPam(username, "all")).code).toBe(9);
        expect((await runPam(username, "1900000001-1900999999")).code).toBe(0);
      });

      it("exits with the status codes of PAM, and reports why the service could not be asked", async () => {
        const { id, username } = await newUser();
        const runPam = async (input: string, env: NodeJS.ProcessEnv, socket = path()) =>
          run(process.execPath, [program, socket], { input, env });
        const token = await api.token(id);
        const auth = { PAM_USER: username, PAM_TYPE: "auth" };
        expect((await runPam("bad", auth)).code).toBe(7);
        expect((await runPam("x".repeat(100_000), auth)).code).toBe(7);
        expect((await runPam("two words", auth)).code).toBe(7);
        const failures: [NodeJS.ProcessEnv, string?][] = [
          [{}],
          [{ PAM_USER: "" }],
          [{ ...auth, PAM_TYPE: "account" }],
          [auth, "/nowhere.sock"],
        ];
        for (const [env, socket] of failures) {
          const { code, out, err } = await runPam(token, env, socket);
          expect([code, out]).toEqual([9, ""]);
          expect(err).toMatch(/^platonic: .+\n$/);
          expect(err).not.toContain(token);
        }
        // The full token is accepted too, terminated as pam_exec sends it and as a shell does.
        expect((await runPam(`${token}\0`, auth)).code).toBe(0);
        expect((await runPam(`${await api.token(id)}\n`, auth)).code).toBe(0);
      });
    });

    it("finds no user after the service is unregistered", async () => {
      const { username } = await newUser();
      expect(readlinkSync(join(userdb, "io.platonic.identity"))).toBe(path());
      expect(await host("unregister")).toBe(0);
      expect((await run("getent", ["passwd", username])).code).toBe(2);
      expect(await host("register")).toBe(0);
      expect((await run("getent", ["passwd", username])).code).toBe(0);
    });
  },
);
