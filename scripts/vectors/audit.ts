import { type Golden, golden } from "./golden.ts";
import { Trace, type Vector } from "./trace.ts";

const { records } = golden("audit");

/** Texts of a record, in the order in which they are hashed. */
const texts = ["id", "action", "result", "actorKind", "actorId", "protocol", "requestId", "targets", "plain"];

/** Returns records of the audit log, and one whose result was changed. */
export function auditVectors(): Vector[] {
  const [, second] = records;
  return [
    ...records.map((record: Golden) => auditVector(`record ${record.number}`, record, false)),
    auditVector("a record whose result was changed", { ...second, result: "STATE_INVALID" }, true),
  ];
}

function auditVector(name: string, { hash, ...record }: Golden, isTampered: boolean): Vector {
  const trace = new Trace();
  trace.join("hashed bytes", [
    ["domain", "utf8", "platonic audit record v1"],
    ["number", "u64", record.number],
    ["atMs", "u64", record.atMs],
    ["hash of the record before", "hex", record.previous],
    ...texts.flatMap((text) => [
      [`length of ${text}`, "u32", Buffer.byteLength(record[text])] as const,
      [text, "utf8", record[text]] as const,
    ]),
    ["length of sealed", "u32", record.sealed.length / 2],
    ["sealed", "hex", record.sealed],
  ]);
  trace.sha256("hash", "hashed bytes");
  trace.join("hash in the chain", [["hash", "hex", hash]]);
  trace.compare("a check finds", "hash", "hash in the chain", !isTampered);
  return { name, input: record, steps: trace.steps, ...(isTampered && { refused: "it is not as it was written" }) };
}
