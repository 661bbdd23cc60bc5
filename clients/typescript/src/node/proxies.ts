/** Variables that name proxies, and hosts that are reached without one. */
export type Proxies = { readonly [name in "HTTPS_PROXY" | "HTTP_PROXY" | "NO_PROXY"]?: string };

/**
 * Returns the proxies of requests: the one that is given, or those of the environment, where lower case comes first; undefined
 * if there is none.
 *
 * @throws RangeError for a proxy that is no URL of `http` or `https`, and in a version of Node without proxies
 */
export function proxiesOf(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  node = process.versions.node,
): Proxies | undefined {
  if (given !== undefined) {
    requireProxy("`proxy`", given, node);
    return { HTTPS_PROXY: given, HTTP_PROXY: given };
  }
  const proxies: Record<string, string> = {};
  for (const name of ["HTTPS_PROXY", "HTTP_PROXY"]) {
    const value = env[name.toLowerCase()] || env[name];
    if (!value) continue;
    requireProxy(`the variable ${name}`, value, node);
    proxies[name] = value;
  }
  if (Object.keys(proxies).length === 0) return undefined;
  const without = env["no_proxy"] || env["NO_PROXY"];
  return { ...proxies, ...(without && { NO_PROXY: without }) };
}

function requireProxy(name: string, value: string, node: string): void {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    // The value may have a password.
    throw new RangeError(`${name} is no URL of a proxy: write it as http://proxy.example:3128`);
  }
  const [major = 0, minor = 0] = node.split(".").map(Number);
  if (major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21)) return;
  throw new RangeError(`${name} names a proxy, which Node ${node} does not support: use 22.21, or 24.5 or later`);
}
