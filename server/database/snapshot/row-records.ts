/*
 * Rows as bytes: a sequence of records, each prefixed with its length in 4 bytes, big-endian. The first byte of a
 * record is its type:
 *
 *   1  JSON: the names of the migrations that made the tables; the first record
 *   2  JSON: a table and its columns; its rows follow
 *   3  a row: for each column a type byte (0 null, 1 integer, 2 text, 3 bytes), the length in 4 bytes, and the value;
 *      integers in decimal digits
 *   4  JSON: the number of rows; the last record
 */
export type RowRecord =
  | { readonly type: "migrations"; readonly names: readonly string[] }
  | { readonly type: "table"; readonly table: string; readonly columns: readonly string[] }
  | { readonly type: "row"; readonly values: readonly Value[] }
  | { readonly type: "end"; readonly rows: number };

/** A column value, in the types that both databases read and write. */
export type Value = null | bigint | string | Uint8Array;

const types = ["migrations", "table", "row", "end"] as const;

export function encodeRecord(record: RowRecord): Buffer {
  const { type, ...members } = record;
  const body = record.type === "row" ? encodeValues(record.values) : Buffer.from(JSON.stringify(members));
  return prefixed(Buffer.concat([Buffer.of(types.indexOf(type) + 1), body]));
}

/** Decodes the records of `encodeRecord` from a stream with any chunk boundaries. */
export async function* decodeRecords(content: AsyncIterable<Uint8Array>): AsyncGenerator<RowRecord> {
  let pieces: Uint8Array[] = [];
  let [waiting, needed] = [0, 4];
  for await (const bytes of content) {
    pieces.push(bytes);
    waiting += bytes.length;
    // The pieces are joined once per record, not once per piece.
    if (waiting < needed) continue;
    let rest = Buffer.concat(pieces);
    for (needed = neededFor(rest); rest.length >= needed; needed = neededFor(rest)) {
      yield decode(rest.subarray(4, needed));
      rest = rest.subarray(needed);
    }
    pieces = [rest];
    waiting = rest.length;
  }
  if (waiting > 0) throw new Error("the last row is truncated");
}

/** Returns the bytes needed for the first record; 4, for its length, while that is incomplete. */
function neededFor(rest: Buffer): number {
  return rest.length < 4 ? 4 : 4 + rest.readUInt32BE();
}

function decode(record: Buffer): RowRecord {
  const type = types[record.readUInt8() - 1];
  const body = record.subarray(1);
  if (type === undefined) throw new Error("a record of the rows is of an unknown kind");
  if (type === "row") return { type, values: [...decodeValues(body)] };
  return { type, ...(JSON.parse(body.toString("utf8")) as object) } as RowRecord;
}

function encodeValues(values: readonly Value[]): Buffer {
  return Buffer.concat(values.flatMap((value) => encodeValue(value)));
}

function encodeValue(value: Value): Buffer[] {
  if (value === null) return [Buffer.of(0)];
  if (typeof value === "bigint") return [Buffer.of(1), prefixed(Buffer.from(String(value)))];
  if (typeof value === "string") return [Buffer.of(2), prefixed(Buffer.from(value, "utf8"))];
  if (value instanceof Uint8Array) return [Buffer.of(3), prefixed(value)];
  throw new TypeError(`a database has answered a ${typeof value}`);
}

function* decodeValues(body: Buffer): Generator<Value> {
  for (let at = 0; at < body.length; ) {
    const kind = body.readUInt8(at++);
    if (kind === 0) {
      yield null;
      continue;
    }
    const start = at + 4;
    at = start + body.readUInt32BE(at);
    const bytes = body.subarray(start, at);
    yield kind === 1 ? BigInt(bytes.toString("latin1")) : kind === 2 ? bytes.toString("utf8") : Buffer.from(bytes);
  }
}

function prefixed(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
