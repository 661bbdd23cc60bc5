import { type Host, readServerUrl } from "../../../core/config/server-url.ts";

/** A mail server, with its connection parameters. */
export interface MailServer extends Host {
  /** Whether TLS starts with the connection, rather than by STARTTLS. */
  readonly isImplicitTls: boolean;
  readonly credentials: { readonly user: string; readonly pass: string } | undefined;
  /** Name with which the service greets the server; undefined: its own. */
  readonly name: string | undefined;
  /** Path of a PEM file of authorities that are trusted instead of the public ones. */
  readonly caFile: string | undefined;
}

/**
 * Reads `smtps://name:password@host:465`, or the same with `smtp:`, which uses STARTTLS. Parameters: `name` and
 * `tlsCaFile`.
 *
 * @throws Error that says what is wrong and quotes nothing of the text, because a password is in it.
 */
export function readMailUrl(text: string): MailServer {
  const { scheme, hosts, user, password, path, parameters } = readServerUrl(text, rules);
  const [{ host, port }, ...others] = hosts;
  if (others.length > 0) throw new Error("names several hosts");
  if (path !== "") throw new Error("has a path, which a mail server does not have");
  if ((user === "") !== (password === "")) throw new Error("must have both a name and a password, or neither");
  const name = parameters.get("name");
  if (
    name !== undefined &&
    !/^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f.:IPv]+\])$/i.test(name)
  )
    throw new Error("has a name that is neither a domain nor an address in brackets");
  return {
    host,
    port,
    isImplicitTls: scheme === "smtps",
    credentials: user === "" ? undefined : { user, pass: password },
    name,
    caFile: parameters.get("tlsCaFile"),
  };
}

const rules = { defaultPorts: { smtp: 587, smtps: 465 }, parameters: ["name", "tlsCaFile"] };
