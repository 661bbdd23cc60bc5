/** `npm run generate`: writes everything that follows from the .proto files. Running it twice changes nothing. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { writeDependencies } from "./dependencies.ts";

writeDependencies();
run("buf", "build", "--exclude-source-info", "--path", ".proto-deps/google", "-o", ".proto-deps/google.binpb");
run("buf", "generate");
// Only now can the table of failures be read: it speaks of a generated enum.
const { errorsPage } = await import("./errors-page.ts");
writeFileSync("docs/errors.md", errorsPage());

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: "inherit" });
}
