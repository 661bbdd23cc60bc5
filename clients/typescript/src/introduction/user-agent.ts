import { packageVersion } from "../package-version.ts";

/** The parts of a runtime by which it is named. */
interface Runtime {
  readonly document?: unknown;
  readonly WorkerGlobalScope?: unknown;
  readonly process?: {
    readonly versions?: Readonly<Record<string, string | undefined>>;
    readonly platform?: string;
    readonly arch?: string;
  };
}

/**
 * Returns the `User-Agent` of requests, such as `shop/2.1 platonic-client-typescript/0.1.0 (node 24.1.0; linux x64)`; undefined
 * in browsers, which send their own.
 *
 * @param product product of the caller, put before that of this package
 * @throws RangeError for a product that is not printable ASCII
 */
export function userAgentOf(product: string | undefined, runtime: Runtime = globalThis as Runtime): string | undefined {
  if (product !== undefined && !/^[!-~]+( [!-~]+)*$/.test(product)) {
    throw new RangeError(
      `\`userAgent\` is the name of a program in printable ASCII, such as shop/2.1, unlike ${product}`,
    );
  }
  const { process, document, WorkerGlobalScope } = runtime;
  const versions = process?.versions;
  // Bun and Deno have the version of the Node that they resemble, too.
  const name = ["bun", "deno", "node"].find((each) => versions?.[each] !== undefined);
  const isBrowser = document !== undefined || (WorkerGlobalScope !== undefined && name === undefined);
  if (isBrowser || name === undefined) return undefined;
  const platform = `${name} ${versions?.[name]}; ${process?.platform} ${process?.arch}`;
  return `${product === undefined ? "" : `${product} `}platonic-client-typescript/${packageVersion} (${platform})`;
}
