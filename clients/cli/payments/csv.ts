import { UsageError } from "../usage-error.ts";

/** A record of a CSV text, with the number of its first line, from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * Reads CSV (RFC 4180): fields separated by commas, quoted if they contain a comma, a line break or a quotation mark,
 * which is then doubled. Empty lines are skipped.
 *
 * @throws UsageError for a quotation mark in the wrong place, with its line
 */
export function csvRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let [line, beginsAt, fields] = [1, 1, [] as string[]];
  // A field, quoted or not, and its terminator.
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/y;
  while (field.lastIndex < text.length || fields.length > 0) {
    const found = field.exec(text);
    if (found === null) throw new UsageError(`line ${line}: a quotation mark is in the wrong place, or has no other`);
    const [whole, quoted, bare = "", end] = found;
    fields.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === ",") continue;
    if (fields.length > 1 || fields[0] !== "" || quoted !== undefined) records.push({ line: beginsAt, fields });
    [beginsAt, fields] = [line, []];
  }
  return records;
}
