import type { Call } from "./call.ts";

/** Returns the curl command that sends the request. */
export function curlOf({ endpoint, path, json }: Pick<Call, "endpoint" | "path" | "json">): string {
  return [
    `curl ${endpoint}${path} \\`,
    `  -H "Authorization: Bearer $PLATONIC_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify(json))}`,
  ].join("\n");
}

/** Returns the `platonic` command that sends the request; it reads the key from the environment. */
export function platonicOf({ endpoint, path, json }: Call): string {
  const command = `platonic geocode ${path.split("/").at(-1)}`;
  return `PLATONIC_URL=${endpoint} ${command} --request ${quoted(JSON.stringify(json))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
