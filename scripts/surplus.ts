/**
 * Last step of `npm ci` and `npm install`: removes the files from node_modules that this project never reads, a third
 * of it. npm itself can omit packages, but not parts of them. With `--image` it also removes what only people and
 * compilers read, and what another C library than that of Debian would load: the last step of the image.
 */
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Removes these files from a folder of packages. Packages that are not installed are skipped. */
export function removeSurplus(modules: string, platform: string, processor: string): void {
  remove(modules, surplus(platform, processor));
}

/** Removes what the service does not read while it runs in the image. */
export function removeUnread(modules: string): void {
  remove(modules, unread);
}

function remove(modules: string, groups: readonly Surplus[]): void {
  for (const { paths, except } of groups) {
    for (const path of globSync(paths, { cwd: modules })) {
      if (!except?.test(path)) rmSync(join(modules, path), { recursive: true, force: true });
    }
  }
}

interface Surplus {
  readonly paths: readonly string[];
  readonly except?: RegExp;
}

function surplus(platform: string, processor: string): readonly Surplus[] {
  return [
    // Headers and sources for compiling addons here. None is compiled: all come prebuilt.
    { paths: ["node/node_modules/node-*/{include,share}", "better-sqlite3/{deps,src}"] },
    // Addons prebuilt for other platforms, with names such as linux-x64 and linuxmusl-x64.node.
    {
      paths: ["{better-sqlite3,sodium-native}/prebuilds/*"],
      except: new RegExp(`[/\\\\]${platform}(musl)?-${processor}(\\.node)?$`),
    },
    // All of Google's APIs. The contract imports only files of google/api and google/rpc.
    { paths: ["google-proto-files/google/*"], except: /[/\\](api|rpc)$/ },
    // Plugins for protoc. buf runs its checks without them.
    { paths: ["@bufbuild/buf-*/bin/protoc-gen-*"] },
    // A copy of the whole library for browsers.
    { paths: ["typeorm/browser"] },
  ];
}

const unread: readonly Surplus[] = [
  { paths: ["**/*.{map,ts,mts,cts}", "@types", "zod/src", "{*,@*/*}/{test,tests,test-jest}"] },
  // Sources of addons, which come prebuilt.
  { paths: ["**/*.{c,cc,cpp,h,hh,hpp,S,asm,gyp,gypi}"] },
  // Licences stay: they go with every copy of the code.
  { paths: ["**/*.{md,markdown}"], except: /(licen[cs]e|notice|copying)[^/\\]*$/i },
  // The installer of Node, which has linked its program to `node/bin`.
  { paths: ["node/node_modules"] },
  { paths: ["better-sqlite3/prebuilds/*musl*", "@koromix/koffi-*/musl_*"] },
  // Addons of Bare, and copies of a library for browsers.
  { paths: ["**/*.bare", "protobufjs/dist"] },
  { paths: ["@bufbuild/cel-spec/dist/*/testdata"] },
];

if (import.meta.main) {
  removeSurplus("node_modules", process.platform, process.arch);
  if (process.argv.includes("--image")) removeUnread("node_modules");
}
