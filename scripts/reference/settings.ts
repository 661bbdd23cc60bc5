import { z } from "zod";
import { areas } from "../../server/app/config.ts";
import { fileVariable } from "../../server/app/secret-files.ts";
import { defaultText } from "../../server/core/config/shown-value.ts";
import { code, table } from "./table.ts";

/** Links to the guides about the settings of an area. */
const guides: Readonly<Record<keyof typeof areas, readonly string[]>> = {
  http: ["[TLS](../operations-guide.md#tls)"],
  database: ["[MySQL and MariaDB](../operations-guide.md#mysql-and-mariadb)"],
  access: ["[plans](plans.md)", "[tokens of other issuers](../operations-guide.md#tokens-of-other-issuers)"],
  identity: ["[identities](../identities.md)", "[permissions](permissions.md)"],
  verification: ["[verification](../identities.md#verification)", "[levels](levels.md)"],
  vault: ["[the vault](../operations-guide.md#the-vault)"],
  ledger: ["[fees, limits, currencies](../ledger.md#fees-limits-currencies)", "[rates](../ledger.md#rates)"],
  webhooks: ["[webhooks](../webhooks.md)"],
  backup: ["[backups](../operations-guide.md#backups)"],
  audit: ["[the audit log](../audit.md)"],
  host: ["[the host](../host.md)"],
  channel: ["[the channel](../channel.md)"],
  grpc: ["[gRPC tools and probes](../grpc.md)"],
  console: ["[the console](../console.md)"],
  development: ["[development](../development.md)"],
  threads: ["[threads](../operations-guide.md#threads)"],
  file: ["[reloading](../operations-guide.md#reloading)"],
  log: ["[the log](../operations-guide.md#the-log)"],
  metrics: ["[operating](../operating.md#metrics)"],
  traces: ["[operating](../operating.md#traces)"],
};

/** Writes the environment variables of every area, from the schemas that read them. */
export function settings(): string {
  const names = Object.keys(areas) as (keyof typeof areas)[];
  const sections = names.map(
    (area) => `## ${area}

Read on: ${guides[area].join(", ")}.

${table(["variable", "default", "must be", "meaning"], rows(areas[area]))}
`,
  );
  return `All settings are environment variables, and none is needed. A variable set to the empty text counts as absent. When one is
not usable the service does not start: it exits with status 2, after a line for every problem on standard error.

A secret may stand in a file, as containers get it: \`DATABASE_URL_FILE=/run/secrets/database-url\` in place of \`DATABASE_URL\`,
and so for each variable that has two names below. One line break at the end of the file does not count.

${sections.join("\n")}`;
}

function rows(area: { readonly variables: z.ZodRawShape; readonly secrets?: readonly string[] }): string[][] {
  return Object.entries(area.variables).map(([name, variable]) =>
    row(name, variable, area.secrets?.includes(name) === true),
  );
}

function row(name: string, variable: z.core.$ZodType, isSecret: boolean): string[] {
  const { description, default: shown } = z.globalRegistry.get(variable) ?? {};
  if (description === undefined) throw new Error(`${name} has no description: say by .describe() what it means`);
  const shownName = isSecret ? `${code(name)}, ${code(fileVariable(name))}` : code(name);
  return [shownName, typeof shown === "string" ? shown : defaultOf(variable), formOf(variable), description];
}

function defaultOf(variable: z.core.$ZodType): string {
  const value = defaultText(variable);
  return value === undefined ? "none" : code(value);
}

/** Returns the form of a value, from the metadata of the schema or of the schema that it wraps. */
function formOf(schema: z.core.$ZodType): string {
  const form = z.globalRegistry.get(schema)?.["form"];
  if (typeof form === "string") return form;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return formOf(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return formOf(schema.def.in);
  if (schema instanceof z.ZodUnion) return schema.def.options.map(formOf).join(", or ");
  if (schema instanceof z.ZodEnum) return alternatives.format(schema.options.map((option) => code(String(option))));
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => code(String(value))).join(", ");
  throw new Error(`a ${schema._zod.def.type} has no form: say by .meta({ form }) what it must be`);
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });
