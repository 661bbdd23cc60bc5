import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";
import { withoutServiceOptions } from "../typescript/lean-messages.ts";
import { readOperations } from "./build/operations.ts";

/** Leaves out of the generated messages what only the service reads, as the package of the client does. */
const leanMessages: Plugin = {
  name: "lean-messages",
  transform: {
    filter: { id: /\/gen\/es\/.*_pb\.js$/ },
    handler: (source) => ({ code: withoutServiceOptions(source), map: null }),
  },
};

/** The operations of the playground with their fields. */
const operations: Plugin = {
  name: "operations",
  resolveId: { filter: { id: /^virtual:operations$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:operations$/ },
    handler: () => `export const operations = ${JSON.stringify(readOperations())};`,
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/",
  plugins: [leanMessages, operations],
  build: {
    target: "es2022",
    // Data in URLs and inline scripts are forbidden by the policy of the pages.
    assetsInlineLimit: 0,
    rolldownOptions: { input: ["index.html", "documentation.html"].map((file) => join(import.meta.dirname, file)) },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
  },
  // A service of development answers the API while Vite serves the pages.
  server: { proxy: Object.fromEntries(["/v1", "/api", "/channel"].map((path) => [path, "http://127.0.0.1:8080"])) },
});
