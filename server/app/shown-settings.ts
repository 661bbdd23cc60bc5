import {
  concealed,
  hasClosedValues,
  type SettingSchema,
  shownDefault,
  shownValue,
} from "../core/config/shown-value.ts";
import { areas, type CheckedSettings, type SettingSource } from "./config.ts";

/** A setting as it may be shown. */
export interface ShownSetting {
  readonly area: string;
  readonly name: string;
  /** Without secrets; undefined: there is none. */
  readonly value: string | undefined;
  readonly source: SettingSource;
  readonly hasSecret: boolean;
}

/** Lists every setting with its value and where that comes from. */
export function shownSettings({ textOf, sourceOf }: Pick<CheckedSettings, "textOf" | "sourceOf">): ShownSetting[] {
  return everySetting().map(([area, name, schema]) => {
    const text = textOf(name);
    return {
      area,
      name,
      value: text === undefined ? shownDefault(schema) : shownValue(schema, text),
      source: sourceOf(name),
      hasSecret: concealed(schema) !== undefined,
    };
  });
}

/** Whether the values of a setting are words of its own or numbers, unlike texts, which may be anything. */
export function isClosed(name: string): boolean {
  return everySetting().some(([, one, schema]) => one === name && hasClosedValues(schema));
}

/** Lists the schemas of all settings, with their areas and names. */
export function everySetting(): (readonly [area: string, name: string, schema: SettingSchema])[] {
  return Object.entries(areas).flatMap(([area, { variables }]) =>
    Object.entries(variables).map(([name, schema]) => [area, name, schema] as const),
  );
}
