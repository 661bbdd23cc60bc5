import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compilersProblem, generatorForGo, goModule, protobufJar, protocForJava, python } from "./install.ts";

const problem = compilersProblem();
const isSkipped = problem !== undefined && process.env["CI"] !== "true";
const name = `a plain protoc reads nothing but proto/${isSkipped ? ` (skipped: ${problem})` : ""}`;

/** Module in which the client for Go lies. */
const goClient = "github.com/platonic/platonic/clients/go";

describe.skipIf(isSkipped)(name, { tags: ["slow/programs"] }, () => {
  let folder: string;
  let ours: string[];
  let all: string[];

  beforeAll(() => {
    expect(problem).toBeUndefined();
    folder = mkdtempSync(join(tmpdir(), "platonic-compilers-"));
    cpSync("proto", join(folder, "proto"), { recursive: true });
    // Not those of gRPC, which its libraries bring.
    all = globSync("{platonic,buf,google}/**/*.proto", { cwd: join(folder, "proto") }).sort();
    ours = all.filter((file) => file.startsWith("platonic/"));
    expect(ours.length).toBeGreaterThan(30);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const run = (command: string, parameters: string[], cwd = folder) =>
    execFileSync(command, parameters, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const protoc = (target: string, parameters: string[], files: string[]) => {
    mkdirSync(join(folder, target));
    run(python, ["-m", "grpc_tools.protoc", "-I", "proto", ...parameters, ...files]);
  };

  test("for Python, whose modules are all below platonic and can be imported", () => {
    protoc("python", ["--python_out=python", "--grpc_python_out=python"], all);
    const modules = ours.map((file) => file.slice(0, -".proto".length).replaceAll("/", "."));
    const imports = modules.flatMap((module) => [`import ${module}_pb2`, `import ${module}_pb2_grpc`]);
    const order = [
      "from platonic.wallet.v1 import transaction_pb2",
      'order = transaction_pb2.TransferOrder(id="1", amount="12.5")',
      "print(transaction_pb2.TransferOrder.FromString(order.SerializeToString()).amount)",
    ];
    writeFileSync(join(folder, "python/all.py"), [...imports, ...order, ""].join("\n"));
    expect(run(python, ["python/all.py"]).trim()).toBe("12.5");
    expect(globSync("*", { cwd: join(folder, "python") }).sort()).toEqual(["all.py", "buf", "google", "platonic"]);
  });

  test("for Go, whose packages are all in the module of the client and can be built", () => {
    const validate = "Mbuf/validate/validate.proto";
    const options = [`module=${goClient}`, `${validate}=${goClient}/gen/validate`].map((one) => `--go_opt=${one}`);
    const plugin = `--plugin=protoc-gen-go=${generatorForGo}`;
    protoc("go", [plugin, "--go_out=go", ...options], [...ours, "buf/validate/validate.proto"]);
    // Versions of the libraries that generated code needs, as the peer of the benchmarks has them.
    const manifest = readFileSync(join(goModule, "go.mod"), "utf8").replace(/^module .*/, `module ${goClient}`);
    writeFileSync(join(folder, "go/go.mod"), manifest);
    cpSync(join(goModule, "go.sum"), join(folder, "go/go.sum"));
    // The first time it compiles the library, too.
    run("go", ["build", "-mod=mod", "./gen/..."], join(folder, "go"));
    const packages = run(
      "go",
      ["list", "-mod=mod", "-f", "{{.Name}} {{.ImportPath}}", "./gen/..."],
      join(folder, "go"),
    );
    expect(packages).toContain(`walletv1 ${goClient}/gen/wallet/v1\n`);
  });

  test("for Java, with a file for each message, of which an order and all that it uses can be compiled", () => {
    mkdirSync(join(folder, "java"));
    // The files of google/protobuf, which other builds of protoc have beside them.
    const [bundled] = globSync(join(python, "../../lib/*/site-packages/grpc_tools/_proto")) as [string];
    run(protocForJava, ["-I", "proto", "-I", bundled, "--java_out=java", ...all]);
    expect(existsSync(join(folder, "java/io/platonic/wallet/v1/TransactionServiceProto.java"))).toBe(true);
    const order = "io/platonic/wallet/v1/TransferOrder";
    // All files would take a minute; this one draws in imports of ours and of others.
    const options = ["-J-XX:TieredStopAtLevel=1", "-proc:none", "-nowarn", "-cp", protobufJar, "-sourcepath", "java"];
    run("javac", [...options, "-d", "classes", `java/${order}.java`]);
    for (const compiled of [order, "io/platonic/wallet/v1/TransactionProto", "build/buf/validate/FieldRules"]) {
      expect(existsSync(join(folder, `classes/${compiled}.class`)), compiled).toBe(true);
    }
  });
});
