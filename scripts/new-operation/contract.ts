import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import type { Names } from "./names.ts";

/** Writes the method with its messages into the .proto file of its service, and returns the file. */
export function writeContract(names: Names, isStateful: boolean): string {
  const { service } = names;
  const file = `proto/${service.file.name}.proto`;
  const text = readFileSync(file, "utf8");
  const start = text.indexOf(`\nservice ${service.name} {\n`);
  const end = text.indexOf("\n}\n", start) + 1;
  const declared = `${text.slice(0, end)}\n${methodText(names, isStateful)}${text.slice(end)}\n${messages(names, isStateful)}`;
  const imports = ["buf/validate/validate.proto", "platonic/rest/v1/rest.proto"];
  writeFileSync(file, imports.reduce(withImport, declared));
  execFileSync("buf", ["format", "--write", file], { stdio: "inherit" });
  return file;
}

function methodText(names: Names, isStateful: boolean): string {
  const { method, permission, path } = names;
  const repeated = isStateful
    ? "option (access.v1.idempotency_key) = true;"
    : "option idempotency_level = NO_SIDE_EFFECTS;";
  return `
  // Is not written yet: say what ${method} does, beginning with a verb. Its first sentence is its summary.
  rpc ${method}(${method}Request) returns (${method}Response) {
    ${repeated}
    option (call.v1.terms) = {
      deadline_ms: 30000
      retry_after: [REASON_UNAVAILABLE]
    };
    option (access.v1.permission) = "${permission}";${auditOption(names, isStateful)}
    option (rest.v1.example) = '{"text": "one"}';
    option (google.api.http) = {
      post: "${path}"
      body: "*"
    };
  }
`;
}

/** Returns the decision about the audit log where the server wants one. */
function auditOption({ service }: Names, isStateful: boolean): string {
  const isAdministrative = service.file.proto.package === "admin.v1";
  if (!isStateful && !isAdministrative) return "";
  const decision = isStateful ? (isAdministrative ? "AUDITED_ALWAYS" : "AUDITED_FOR_OTHERS") : "AUDITED_NEVER";
  return `\n    option (access.v1.audited) = ${decision};`;
}

function messages({ method, kept }: Names, isStateful: boolean): string {
  const answered = isStateful
    ? `// Id of the ${kept.one}.\n  string id = 1;`
    : "// What is answered, in which unit.\n  string text = 1;";
  return `
// Is not written yet: say what the request asks for.
message ${method}Request {
  // Is not written yet: say what the field is, in which unit and within which bounds.
  string text = 1 [(buf.validate.field).string = {
    min_len: 1
    max_len: 200
  }];
}

// Is not written yet: say what the response tells.
message ${method}Response {
  ${answered}
}
`;
}

function withImport(text: string, file: string): string {
  return text.includes(`import "${file}";`) ? text : text.replace(/^import /m, `import "${file}";\nimport `);
}
