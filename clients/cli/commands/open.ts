import { spawn } from "node:child_process";
import { command } from "../command.ts";
import { endpointOf } from "../service.ts";
import { UsageError } from "../usage-error.ts";

/** Pages of the console. */
const pages = ["home", "playground", "dashboard", "wallet", "ledger", "admin", "docs"] as const;

export const open = command({
  name: "open",
  summary: `Opens a page of the console in the browser, or writes its address where there is none: ${pages.join(", ")}.`,
  optionalOperand: "PAGE",
  options: {
    endpoint: { value: "URL", help: "the service (that of PLATONIC_URL)" },
  },
  examples: ["platonic open", "platonic open wallet"],
  async run({ optionalOperand: page = "home", options: { endpoint }, env }) {
    if (!pages.some((one) => one === page)) throw new UsageError(`PAGE must be one of: ${pages.join(", ")}`);
    const url = new URL(page === "home" ? "/" : `/${page}`, endpointOf(env, endpoint)).href;
    const opened = await openInBrowser(url, env);
    return { json: { url, opened }, text: opened ? `opened ${url}\n` : `${url}\n` };
  },
});

/** Opens an address in a browser; returns whether a program accepted it. */
async function openInBrowser(url: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const [program, ...parameters] = opener(env);
  if (program === undefined) return false;
  const child = spawn(program, [...parameters, url], { env, stdio: "ignore", detached: true });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** Returns the platform's program for opening addresses; empty on a machine without a display. */
function opener(env: NodeJS.ProcessEnv): readonly string[] {
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open"] : [];
}
