import { fromJson } from "@bufbuild/protobuf";
import { type LedgerBatch, LedgerBatchSchema } from "#contract/admin/v1/ledger_pb.js";
import type { ChainPart } from "./chain.ts";

const pageSize = 100;

/**
 * Reads a file written by `platonic ledger export`, a hundred batches at a time.
 *
 * @throws Error with the number of a line that is no batch
 */
export async function* batchesOfFile(file: Blob): AsyncGenerator<ChainPart, void> {
  const lines = (await file.text()).split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) throw new Error("The file is empty. `platonic ledger export FILE` writes one.");
  for (let start = 0; start < lines.length; start += pageSize) {
    const batches = lines.slice(start, start + pageSize).map((line, index) => batchOf(line, start + index + 1));
    yield { batches, read: (start + batches.length) / lines.length };
  }
}

function batchOf(line: string, number: number): LedgerBatch {
  try {
    return fromJson(LedgerBatchSchema, JSON.parse(line));
  } catch (error) {
    const why = `Line ${number} is no batch of a ledger: ${(error as Error).message}.`;
    throw new Error(`${why} Choose a file that \`platonic ledger export FILE\` has written.`, { cause: error });
  }
}
