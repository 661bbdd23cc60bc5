import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema, FileOptionsSchema, MethodOptionsSchema } from "@bufbuild/protobuf/wkt";
import { idempotency_key as idempotencyKey } from "#contract/access/v1/access_pb.js";
import { terms } from "#contract/call/v1/call_pb.js";

/**
 * Files that declare options alone: rules, paths, permissions and the spelling over REST. The service needs them, and a
 * client does not; they are a sixth of its size. A client reads only which methods take an idempotency key,
 * and the terms of its calls.
 */
const optionFiles =
  /\b(?:file_buf_validate_validate|file_google_api_annotations|file_platonic_access_v1_access|file_platonic_rest_v1_rest|file_platonic_varlink_v1_varlink)\b/;

const readByClients: ReadonlySet<number> = new Set([idempotencyKey.number, terms.number]);

/** Returns the source of a generated module without the options that only the service reads. */
export function withoutServiceOptions(source: string): string {
  return source
    .replace(/^import \{ (\w+) \} from .*\n/gm, (line, name: string) => (optionFiles.test(name) ? "" : line))
    .replace(/fileDesc\("([^"]*)"(?:, \[([^\]]*)\])?\)/, (_, embedded: string, imports = "") => {
      const kept = (imports as string).split(", ").filter((name) => name !== "" && !optionFiles.test(name));
      return `fileDesc("${withoutUnknownOptions(embedded)}"${kept.length === 0 ? "" : `, [${kept.join(", ")}]`})`;
    });
}

/** Options that other files declare are unknown fields of a descriptor that is read alone. */
function withoutUnknownOptions(embedded: string): string {
  const file = fromBinary(FileDescriptorProtoSchema, base64Decode(embedded));
  const known = toBinary(FileDescriptorProtoSchema, file, { writeUnknownFields: false });
  const lean = fromBinary(FileDescriptorProtoSchema, known);
  // The other options of a file name packages of other languages; features say which fields have presence.
  const features = lean.options?.features;
  lean.options = features && create(FileOptionsSchema, { features });
  for (const [service, { method: methods }] of file.service.entries()) {
    for (const [index, { options }] of methods.entries()) {
      const kept = options?.$unknown?.filter(({ no }) => readByClients.has(no)) ?? [];
      const method = lean.service[service]?.method[index];
      if (kept.length === 0 || method === undefined) continue;
      method.options ??= create(MethodOptionsSchema);
      method.options.$unknown = kept;
    }
  }
  return base64Encode(toBinary(FileDescriptorProtoSchema, lean), "std_raw");
}
