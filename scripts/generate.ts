/** `npm run generate`: writes everything that follows from the .proto files. Running it twice changes nothing. */
import { execFileSync } from "node:child_process";
import { writeDependencies } from "./dependencies.ts";

writeDependencies();
run("buf", "build", "--exclude-source-info", "--path", ".proto-deps/google", "-o", ".proto-deps/google.binpb");
run("buf", "generate");
// Imported only now, because the pages are written from tables that use the generated code.
const { writeReference } = await import("./reference/pages.ts");
writeReference("docs/reference");

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: "inherit" });
}
