import { UsageError } from "../usage-error.ts";
import { assetOf } from "../values.ts";
import { csvRecords } from "./csv.ts";

const columns = ["recipient", "amount", "asset", "description", "id", "sender"] as const;
type Column = (typeof columns)[number];

/** One payment of a file, with its line number. */
export interface PaymentLine extends Readonly<Partial<Record<Column, string>>> {
  readonly line: number;
  readonly recipient: string;
  readonly amount: string;
}

/** Most mistakes that are reported; the others are counted. */
const toldMax = 5;
const descriptionMax = 256;

/**
 * Reads payments: from CSV, whose first line names the columns, or from JSON, with an object in each line. Members are
 * `recipient` and `amount`, and optionally `asset`, `description` and `id`.
 *
 * @param more further allowed columns
 * @throws UsageError that reports all wrong lines, so that nothing is paid before all of them are right
 */
export function paymentsIn(text: string, more: readonly "sender"[] = []): PaymentLine[] {
  const whole = text.replace(/^\u{feff}/u, "");
  const known: readonly string[] = [...columns.filter((column) => column !== "sender"), ...more];
  const rows = whole.trimStart().startsWith("{") ? jsonRows(whole) : csvRows(whole);
  if (rows.length === 0) throw new UsageError("the file contains no payments: write CSV, or a line of JSON for each");
  const seen = new Map<string, number>();
  const mistakes = rows.flatMap(({ line, members }) => {
    const mistake = mistakeIn(members, known) ?? repetitionOf(members["id"], line, seen);
    return mistake === undefined ? [] : [`line ${line}: ${mistake}`];
  });
  if (mistakes.length === 0) return rows.map(({ line, members }) => ({ ...present(members), line }) as PaymentLine);
  const left = mistakes.length - toldMax;
  const told = mistakes.slice(0, toldMax).join("; ");
  throw new UsageError(`${told}${left > 0 ? `; and ${left} more` : ""}. Nobody was paid: mend the lines and repeat`);
}

interface Row {
  readonly line: number;
  readonly members: Readonly<Record<string, unknown>>;
}

function csvRows(text: string): Row[] {
  const [head, ...records] = csvRecords(text);
  if (head === undefined) return [];
  const names = head.fields.map((name) => name.trim().toLowerCase());
  if (new Set(names).size < names.length || !names.includes("recipient") || !names.includes("amount"))
    throw new UsageError(
      `line ${head.line} must name the columns, such as recipient,amount,asset,description,id, each once; it is ${head.fields.join(",")}`,
    );
  return records.map(({ line, fields }) => {
    // Reported as a mistake of this line, together with those of others.
    if (fields.length !== names.length) return { line, members: { fields } };
    return { line, members: Object.fromEntries(names.map((name, place) => [name, fields[place]?.trim()])) };
  });
}

function jsonRows(text: string): Row[] {
  return text.split(/\r\n|\n/).flatMap((written, index): Row[] => {
    const line = index + 1;
    if (written.trim() === "") return [];
    try {
      const members: unknown = JSON.parse(written);
      const isObject = typeof members === "object" && members !== null && !Array.isArray(members);
      return [{ line, members: isObject ? (members as Row["members"]) : { fields: members } }];
    } catch {
      return [{ line, members: { fields: written } }];
    }
  });
}

/** Returns the mistake in a payment; undefined if there is none. */
function mistakeIn(members: Row["members"], known: readonly string[]): string | undefined {
  if ("fields" in members) return "must have a field for each column, or be an object in JSON";
  const foreign = Object.keys(members).find((name) => !known.includes(name));
  if (foreign !== undefined) return `there is no column ${foreign}, but ${known.join(", ")}`;
  const notText = Object.keys(members).find((name) => typeof members[name] !== "string");
  if (notText !== undefined) return `${notText} must be a text, such as "12.5": numbers of JSON are not exact`;
  const { recipient = "", amount = "", asset, description = "", id, sender } = present(members);
  if (!isIdentity(recipient)) return "recipient must be the id of an identity";
  if (!/^(0|[1-9]\d{0,39})(\.\d{1,39})?$/.test(amount) || !/[1-9]/.test(amount))
    return "amount must be a decimal above 0, such as 12.5";
  if ([...description].length > descriptionMax) return `description must have at most ${descriptionMax} characters`;
  if (id !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    return "id must be a UUID in lower case";
  if (sender !== undefined && !isIdentity(sender)) return "sender must be the id of an identity";
  return assetMistake(asset);
}

function isIdentity(text: string): boolean {
  return /^[\x21-\x7e]{1,36}$/.test(text);
}

function assetMistake(asset: string | undefined): string | undefined {
  try {
    assetOf(asset);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function repetitionOf(id: unknown, line: number, seen: Map<string, number>): string | undefined {
  if (typeof id !== "string" || id === "") return undefined;
  const before = seen.get(id);
  seen.set(id, before ?? line);
  return before === undefined ? undefined : `the id is the same as in line ${before}`;
}

/** Returns the members that are not empty: an empty CSV field counts as absent. */
function present(members: Row["members"]): Partial<Record<Column, string>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ""));
}
