/** `npm run conformance`: the official Connect conformance suite against our port. Needs Go. */
import { spawnSync } from "node:child_process";
import { installSuite, runner } from "./install.ts";

installSuite();
const parameters = ["--mode", "server", "--conf", "test/conformance/config.yaml", ...process.argv.slice(2)];
const { status } = spawnSync(runner, [...parameters, "--", process.execPath, "test/conformance/server.ts"], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
