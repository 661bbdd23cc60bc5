import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { LastStatements } from "../../../core/alongside.ts";
import type { Request } from "../domain/requests.ts";
import { formOfStoreError, storeErrorOf } from "./error-form.ts";
import type { RecordAnswer, RecordQuestion, RecordsEnd } from "./messages.ts";

/**
 * Returns the writes of other modules that accompany the request at an index, which the main thread makes: each statement
 * is asked for inside the transaction, and this thread blocks until it has come.
 */
export function askedRecords({ port, answers }: RecordsEnd): (index: number) => LastStatements {
  const count = new Int32Array(answers);
  const ask = (question: RecordQuestion) => {
    const before = Atomics.load(count, 0);
    port.postMessage(question);
    Atomics.wait(count, 0, before);
    const answer = receiveMessageOnPort(port)?.message as RecordAnswer;
    if ("error" in answer) throw storeErrorOf(answer.error);
    return answer.statement;
  };
  return (index) =>
    function* () {
      let rows: RecordQuestion["rows"];
      for (let statement = ask({ index, rows }); statement !== undefined; statement = ask({ index, rows })) {
        rows = yield statement;
      }
    };
}

/** Answers the questions of the ledger's thread for the writes of the batch that it has. */
export function answerRecords(port: MessagePort, answers: SharedArrayBuffer, requests: () => readonly Request[]): void {
  const count = new Int32Array(answers);
  let underWay: ReturnType<LastStatements> | undefined;

  function answer({ index, rows }: RecordQuestion): RecordAnswer {
    try {
      if (rows === undefined) underWay = requests()[index]?.record?.();
      const { value, done } = underWay?.next(...((rows === undefined ? [] : [rows]) as [never])) ?? { done: true };
      return { statement: done === true || value === undefined ? undefined : value };
    } catch (error) {
      return { error: formOfStoreError(error) };
    }
  }

  port.on("message", (question: RecordQuestion) => {
    port.postMessage(answer(question));
    Atomics.add(count, 0, 1);
    Atomics.notify(count, 0);
  });
}
