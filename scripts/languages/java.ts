import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { contractWithoutRules } from "./contract-without-rules.ts";
import { writeJavaServices } from "./java/services.ts";
import type { Language } from "./language.ts";

/** Versions in Maven's repository; clients/java/pom.xml has the libraries of the same ones. */
const versions = { protoc: "4.33.1", "protoc-gen-grpc-java": "1.83.1" };
const groups = { protoc: "com.google.protobuf", "protoc-gen-grpc-java": "io.grpc" };

type Tool = keyof typeof versions;
const tools = Object.keys(versions) as Tool[];

const folder = "gen/java";
const pathOf = (tool: Tool) => resolve(".compilers/java", tool);

/** Java: messages by the generator in protoc, methods by that of gRPC, and typed clients of all services by our own. */
export const java: Language = {
  name: "java",
  folder,
  problem() {
    const missing = tools.find((tool) => !existsSync(pathOf(tool)));
    return missing && `${pathOf(missing)} is missing: run node scripts/languages/install.ts java, which needs Maven`;
  },
  install() {
    for (const tool of tools) if (!existsSync(pathOf(tool))) installTool(tool);
  },
  generate() {
    const contract = contractWithoutRules();
    const scratch = mkdtempSync(join(tmpdir(), "platonic-java-"));
    try {
      writeFileSync(join(scratch, "contract.binpb"), contract.bytes);
      const messages = join(folder, "messages");
      const services = join(folder, "services");
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(messages, { recursive: true });
      execFileSync(pathOf("protoc"), [
        `--descriptor_set_in=${join(scratch, "contract.binpb")}`,
        `--java_out=${messages}`,
        `--plugin=protoc-gen-grpc-java=${pathOf("protoc-gen-grpc-java")}`,
        `--grpc-java_out=@generated=omit:${messages}`,
        ...contract.files,
      ]);
      writeJavaServices(services);
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  },
};

/** Words of Maven for what Node calls otherwise. */
const platforms: Readonly<Record<string, string>> = { linux: "linux", darwin: "osx", win32: "windows" };
const processors: Readonly<Record<string, string>> = { x64: "x86_64", arm64: "aarch_64" };

function installTool(tool: Tool): void {
  const platform = `${platforms[process.platform]}-${processors[process.arch]}`;
  const target = resolve(".compilers/java");
  mkdirSync(target, { recursive: true });
  const parameters = [
    `-Dartifact=${groups[tool]}:${tool}:${versions[tool]}:exe:${platform}`,
    `-DoutputDirectory=${target}`,
    "-Dmdep.stripVersion=true",
  ];
  execFileSync("mvn", ["--batch-mode", "--quiet", "dependency:copy", ...parameters], { stdio: "inherit" });
  renameSync(join(target, `${tool}-${platform}.exe`), pathOf(tool));
  chmodSync(pathOf(tool), 0o755);
}
