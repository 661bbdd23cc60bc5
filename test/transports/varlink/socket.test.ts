import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openLibc } from "../../../server/transports/varlink/libc.ts";
import { type HostSocketPlace, listenAt } from "../../../server/transports/varlink/socket.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { HostClient } from "./client.ts";

const libc = await openLibc();
const listen = (server: Server, place: HostSocketPlace) => listenAt(server, place, libc);

function somePath(): string {
  return join(temporaryDirectory(), "a", "folder", "host.sock");
}

/** Creates a server that replies to every connection with its name. */
function newServer(name: string): Server {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(`{"parameters":"${name}"}\0`);
  });
  onTestFinished(() => void server.close());
  return server;
}

async function answeringServer(path: string): Promise<unknown> {
  return (await (await HostClient.open(path)).reply())?.parameters;
}

/** Creates a socket file without a listener: its process was killed. */
async function staleSocket(path: string): Promise<void> {
  const script = `
    require("node:net").createServer().listen(${JSON.stringify(path)}, () => process.stdout.write("listening"));`;
  mkdirSync(dirname(path), { recursive: true });
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(lstatSync(path).isSocket()).toBe(true);
}

it("a socket is created with its folder and mode, and removed when it is withdrawn", async () => {
  const path = somePath();
  const withdraw = await listen(newServer("one"), { path, mode: 0o640 });
  expect(statSync(path).mode & 0o777).toBe(0o640);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o755);
  expect(await answeringServer(path)).toBe("one");
  expect(readdirSync(dirname(path))).toEqual([".host.sock.lock", "host.sock"]);
  withdraw();
  expect(readdirSync(dirname(path))).toEqual([".host.sock.lock"]);
  withdraw();
});

it("a socket replaces a stale one", async () => {
  const path = somePath();
  await staleSocket(path);
  await listen(newServer("one"), { path, mode: 0o600 });
  expect(await answeringServer(path)).toBe("one");
  expect(readdirSync(dirname(path))).toEqual([".host.sock.lock", "host.sock"]);
});

it("a socket never replaces one with a listener", async () => {
  const path = somePath();
  await listen(newServer("one"), { path, mode: 0o600 });
  const { ino } = statSync(path);
  const second = newServer("other");
  await expect(listen(second, { path, mode: 0o600 })).rejects.toThrow(`another server listens at ${path}`);
  expect(statSync(path).ino).toBe(ino);
  expect(await answeringServer(path)).toBe("one");
});

it("a socket never replaces a file that is no socket", async () => {
  const path = somePath();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "precious");
  await expect(listen(newServer("one"), { path, mode: 0o600 })).rejects.toThrow(`${path} exists and is not a socket`);
  expect(existsSync(path)).toBe(true);
});

it("withdrawing does not remove the socket of another server", async () => {
  const path = somePath();
  const withdraw = await listen(newServer("one"), { path, mode: 0o600 });
  withdraw();
  await listen(newServer("other"), { path, mode: 0o600 });
  withdraw();
  expect(await answeringServer(path)).toBe("other");
});

it("one of many processes that start at once replaces a stale socket, and the others fail", async () => {
  const path = somePath();
  await staleSocket(path);
  const host = new URL("../../../server/transports/varlink/", import.meta.url).href;
  const script = `
    const { createServer } = await import("node:net");
    const { listenAt } = await import("${host}socket.ts");
    const libc = await (await import("${host}libc.ts")).openLibc();
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.end('{"parameters":' + process.pid + '}\\0');
    });
    process.stdin.once("data", async () => {
      try {
        await listenAt(server, { path: ${JSON.stringify(path)}, mode: 0o600 }, libc);
        process.stdout.write("taken\\n");
      } catch (error) {
        process.stdout.write(error.message + "\\n");
        process.exit();
      }
    });
    process.stdout.write("ready\\n");`;
  const children = Array.from({ length: 8 }, () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  });
  await Promise.all(children.map(({ stdout }) => once(stdout, "data")));
  const firstLines = Promise.all(children.map(async ({ stdout }) => String((await once(stdout, "data"))[0]).trim()));
  for (const { stdin } of children) stdin.write("go");
  const results = await firstLines;
  expect([...results].sort()).toEqual([...new Array(7).fill(`another server listens at ${path}`), "taken"]);
  const winner = children[results.indexOf("taken")];
  expect(await answeringServer(path)).toBe(winner?.pid);
  expect(readdirSync(dirname(path))).toEqual([".host.sock.lock", "host.sock"]);
});
