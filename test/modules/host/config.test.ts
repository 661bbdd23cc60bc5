import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadConfig } from "../../../server/app/config.ts";
import { temporaryDirectory } from "../../support/database/temporary-database.ts";

const hostConfig = (env: NodeJS.ProcessEnv) => loadConfig(env).host;

it("without settings there is no host socket, and UIDs are of a range that systems leave free", () => {
  expect(hostConfig({})).toEqual({
    socket: undefined,
    rules: [],
    uids: { base: 1_900_000_000, count: 1_000_000 },
    homeDirectory: "/home",
    shell: "/usr/sbin/nologin",
  });
});

it("every setting is read", () => {
  const rules = [
    { uid: 7, operations: ["kernel:*"] },
    { gid: 0, operations: ["*", "users:read"] },
  ];
  const file = join(temporaryDirectory(), "policy.json");
  writeFileSync(file, JSON.stringify(rules));
  const read = hostConfig({
    HOST_SOCKET: "/run/own/host.sock",
    HOST_SOCKET_MODE: "660",
    HOST_POLICY: `@${file}`,
    HOST_UID_BASE: "70000",
    HOST_UID_COUNT: "1000",
    HOST_HOME: "/srv/homes/",
    HOST_SHELL: "/bin/bash",
  });
  expect(read).toEqual({
    socket: { path: "/run/own/host.sock", mode: 0o660 },
    rules,
    uids: { base: 70_000, count: 1_000 },
    homeDirectory: "/srv/homes",
    shell: "/bin/bash",
  });
});

it("the default socket is in the runtime directory of the user, or of root", () => {
  const isRoot = process.geteuid?.() === 0;
  const path = isRoot ? "/run/platonic/host.sock" : "/run/user/7/platonic/host.sock";
  expect(hostConfig({ HOST_SOCKET: "default", XDG_RUNTIME_DIR: "/run/user/7" }).socket).toEqual({ path, mode: 0o666 });
});

it("a socket passed by systemd is used only by the process that LISTEN_PID names", () => {
  const fds = { LISTEN_FDS: "1", HOST_SOCKET: "/a" };
  expect(hostConfig({ ...fds, LISTEN_PID: String(process.pid) }).socket).toEqual({ descriptor: 3 });
  expect(hostConfig({ ...fds, LISTEN_PID: "1" }).socket).toEqual({ path: "/a", mode: 0o666 });
});

it.each<[string, NodeJS.ProcessEnv]>([
  ["HOST_SOCKET", { HOST_SOCKET: "relative" }],
  ["HOST_SOCKET", { HOST_SOCKET: `/${"x".repeat(91)}` }],
  ["HOST_SOCKET_MODE", { HOST_SOCKET_MODE: "rw" }],
  ["HOST_SOCKET_MODE", { HOST_SOCKET_MODE: "1777" }],
  ["HOST_UID_BASE", { HOST_UID_BASE: "0" }],
  ["HOST_UID_BASE", { HOST_UID_BASE: "4294967295" }],
  ["HOST_UID_BASE", { HOST_UID_BASE: "60000" }],
  ["HOST_UID_COUNT", { HOST_UID_COUNT: "1" }],
  ["HOST_HOME", { HOST_HOME: "/a:b" }],
  ["HOST_SHELL", { HOST_SHELL: "sh" }],
  ["HOST_SHELL", { HOST_SHELL: "/bin/sh\nroot:x:0:0" }],
  ["HOST_POLICY", { HOST_POLICY: "[" }],
  ["HOST_POLICY", { HOST_POLICY: "{}" }],
  ["HOST_POLICY[0]", { HOST_POLICY: '[{"operations":["*"]}]' }],
  ["HOST_POLICY[0]", { HOST_POLICY: '[{"uid":1,"gid":1,"operations":["*"]}]' }],
  ["HOST_POLICY[0]", { HOST_POLICY: '[{"uid":1,"user":"ada","operations":["*"]}]' }],
  ["HOST_POLICY[0].operations", { HOST_POLICY: '[{"uid":1,"operations":[]}]' }],
  ["HOST_POLICY[0].operations[0]", { HOST_POLICY: '[{"uid":1,"operations":["Kernel"]}]' }],
  ["HOST_POLICY[0].uid", { HOST_POLICY: '[{"uid":-1,"operations":["*"]}]' }],
  ["HOST_POLICY[0].uid", { HOST_POLICY: '[{"uid":65534,"operations":["*"]}]' }],
  ["LISTEN_FDS", { LISTEN_FDS: "2", LISTEN_PID: String(process.pid) }],
])("%s of %j is refused", (variable, env) => {
  expect(() => loadConfig(env)).toThrow(new RegExp(`\n  ${variable.replaceAll(/[[\].]/g, "\\$&")}[ .[]`));
});
