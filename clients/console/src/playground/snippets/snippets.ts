import type { Call } from "./call.ts";
import { goOf } from "./go.ts";
import { javaOf } from "./java.ts";
import { pythonOf } from "./python.ts";
import { rustOf } from "./rust.ts";
import { curlOf, platonicOf } from "./shell.ts";
import { typescriptOf } from "./typescript.ts";

/** Writers of programs and commands that make a call, by language or tool. */
export const snippets = {
  curl: curlOf,
  platonic: platonicOf,
  TypeScript: typescriptOf,
  Go: goOf,
  Python: pythonOf,
  Java: javaOf,
  Rust: rustOf,
} satisfies Readonly<Record<string, (call: Call) => string>>;

export type SnippetName = keyof typeof snippets;
