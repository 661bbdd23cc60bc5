import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { base64Decode, base64Encode } from "@bufbuild/protobuf/wire";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";

/**
 * Files that declare options alone: rules, paths, permissions and the spelling over REST. The service needs them, and a
 * client does not; they are a sixth of its size.
 */
const optionFiles =
  /\b(?:file_buf_validate_validate|file_google_api_annotations|file_access_v1_access|file_rest_v1_rest|file_varlink_v1_varlink)\b/;

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
  return base64Encode(toBinary(FileDescriptorProtoSchema, file, { writeUnknownFields: false }), "std_raw");
}
