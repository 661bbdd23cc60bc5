// @module-tag slow/programs

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync } from "node:fs";
import { join } from "node:path";
import koffi from "koffi";
import { expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";
import { operatorKey } from "../../support/server.ts";
import { askOne, getInfo, HostClient } from "./client.ts";

/** Opens a listening socket as systemd does: before the service starts, and without accepting connections. */
function openSocket() {
  const path = join(temporaryDirectory(), "host.sock");
  const libc = koffi.load(null);
  const fd = libc.func("int socket(int domain, int type, int protocol)")(1, 1, 0);
  const address = Buffer.alloc(110);
  address.writeUInt16LE(1);
  address.write(path, 2);
  const bound = libc.func("int bind(int socket, const uint8_t *address, uint32_t length)")(fd, address, 110);
  const listening = libc.func("int listen(int socket, int backlog)")(fd, 8);
  expect([bound, listening]).toEqual([0, 0]);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  onTestFinished(close);
  return { path, fd, close };
}

/** Starts the whole service from a shell, which sets variables such as LISTEN_PID. */
async function startProgram(fd: number, assignments: string) {
  const child = spawn("sh", ["-c", `${assignments} exec "$0" server/main.ts`, process.execPath], {
    env: { PORT: "0", DATA_DIR: temporaryDirectory(), BOOTSTRAP_API_KEY: operatorKey },
    stdio: ["ignore", "pipe", "pipe", fd],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stderr?.on("data", (chunk) => {
    output += chunk;
  });
  const listening = new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      if (String(chunk).includes('"listening"')) resolve();
    });
    child.once("close", () => reject(new Error(output)));
  });
  return { child, listening };
}

it("the service answers on systemd's socket, also clients that connected before, and does not remove it", async () => {
  const { path, fd } = openSocket();
  const early = await HostClient.open(path);
  early.send(getInfo);
  const { child, listening } = await startProgram(fd, "LISTEN_PID=$$ LISTEN_FDS=1");
  await listening;
  expect((await early.reply())?.parameters.product).toBe("platonic");
  expect((await askOne(path, getInfo)).parameters.interfaces).toContain("io.platonic.Kernel");
  early.socket.end();
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(existsSync(path)).toBe(true);
});

it("a socket for another process (LISTEN_PID) is not used", async () => {
  const { path, fd, close } = openSocket();
  const client = await HostClient.open(path);
  client.send(getInfo);
  const { child, listening } = await startProgram(fd, "LISTEN_PID=1 LISTEN_FDS=1");
  await listening;
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  // Until now the connection waits to be accepted.
  close();
  expect(await client.rest()).toEqual([]);
});

it("more than one socket (LISTEN_FDS) is refused at the start", async () => {
  const { fd } = openSocket();
  const { listening } = await startProgram(fd, "LISTEN_PID=$$ LISTEN_FDS=2");
  await expect(listening).rejects.toThrow("LISTEN_FDS must be 1");
});

it("a path at which another server listens is refused at the start", async () => {
  const { path, fd } = openSocket();
  const { listening } = await startProgram(fd, `HOST_SOCKET=${path}`);
  await expect(listening).rejects.toThrow(`another server listens at ${path}`);
});
