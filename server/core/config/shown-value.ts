import { z } from "zod";

/** The schema of a setting. */
export type SettingSchema = z.core.$ZodType;

/**
 * The part of a setting's value that is a secret: all of it, the password of a URL, or the path of a URL, which is the
 * secret of many services that take messages.
 */
type Concealed = "value" | "password" | "path";

/** Returns the value of a setting as it may be shown; its secret part is replaced. */
export function shownValue(schema: SettingSchema, text: string): string {
  const conceals = concealed(schema);
  if (conceals === "value") return "(secret)";
  // What is not as intended may be anything, such as a secret that belongs to another setting.
  if (!z.safeParse(schema, text).success) return "(not usable)";
  if (conceals === undefined) return text;
  if (conceals === "password") return text.replace(/^([a-z]+:\/\/)(?:([^/?#:]*):[^/?#]*@)/i, "$1$2:(secret)@");
  const { origin, pathname, search } = new URL(text);
  return pathname === "/" && search === "" ? text : `${origin}/(secret)`;
}

/** Returns the secret part of a setting's values; undefined if they have none. */
export function concealed(schema: SettingSchema): Concealed | undefined {
  const conceals = z.globalRegistry.get(schema)?.["conceals"];
  if (conceals !== undefined) return conceals as Concealed;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return concealed(schema.def.innerType);
  return schema instanceof z.ZodPipe ? concealed(schema.def.in) : undefined;
}

/** Whether the values of a setting are words that its schema lists, or integers. */
export function hasClosedValues(schema: SettingSchema): boolean {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) return hasClosedValues(schema.def.innerType);
  const form = z.globalRegistry.get(schema)?.["form"];
  return schema instanceof z.ZodEnum || (typeof form === "string" && form.startsWith("an integer"));
}

/** Writes the default of a setting for people; undefined if it has none. */
export function shownDefault(schema: SettingSchema): string | undefined {
  const described = z.globalRegistry.get(schema)?.["default"];
  return typeof described === "string" ? described.replaceAll("`", "") : defaultText(schema);
}

/** Writes the default of a setting as it could be given; undefined if it has none. */
export function defaultText(schema: SettingSchema): string | undefined {
  if (!(schema instanceof z.ZodDefault)) return undefined;
  const value: unknown = schema.def.defaultValue;
  const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isEmpty ? undefined : String(value);
}
