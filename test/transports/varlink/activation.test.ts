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

/** What systemd does: a socket is open before its service is, and stays when that ends. Nobody here takes its calls. */
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

/** The whole service, started by a shell that says as which process. */
async function startProgram(fd: number, assignments: string) {
  const child = spawn("sh", ["-c", `${assignments} exec "$0" server/main.ts`, process.execPath], {
    env: { PORT: "0", DATA_DIR: temporaryDirectory(), BOOTSTRAP_API_KEY: operatorKey },
    stdio: ["ignore", "pipe", "pipe", fd],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const listening = new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      if (String(chunk).includes('"listening"')) resolve();
    });
    child.once("close", () => reject(new Error(said)));
  });
  return { child, listening };
}

it("the service answers on the socket that systemd opened, also who came before it, and leaves it behind", async () => {
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

it("a socket that is meant for another process is not taken", async () => {
  const { path, fd, close } = openSocket();
  const client = await HostClient.open(path);
  client.send(getInfo);
  const { child, listening } = await startProgram(fd, "LISTEN_PID=1 LISTEN_FDS=1");
  await listening;
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  // Until now it waits for somebody to take it.
  close();
  expect(await client.rest()).toEqual([]);
});

it("more sockets than the one are refused", async () => {
  const { fd } = openSocket();
  const { listening } = await startProgram(fd, "LISTEN_PID=$$ LISTEN_FDS=2");
  await expect(listening).rejects.toThrow("LISTEN_FDS must be 1");
});

it("a path at which another server listens stops the start, and that server goes on", async () => {
  const { path, fd } = openSocket();
  const { listening } = await startProgram(fd, `HOST_SOCKET=${path}`);
  await expect(listening).rejects.toThrow(`another server listens at ${path}`);
});
