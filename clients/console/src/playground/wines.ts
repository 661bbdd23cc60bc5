import wineText from "../../../demo/wine.csv?raw";

/** Measurements of a wine by column name. */
export interface Wine {
  readonly name: string;
  readonly values: readonly number[];
}

/** Returns every tenth wine of the repository's data set (clients/demo/README.md names its source). */
export function wines(): readonly Wine[] {
  const rows = wineText.trim().split("\n").slice(1);
  return rows.flatMap((row, index) => {
    if (index % 10 !== 0) return [];
    const values = row.split(",").map(Number);
    return [{ name: `Wine ${index + 1}, grower ${(values.at(-1) as number) + 1}`, values: values.slice(0, -1) }];
  });
}
