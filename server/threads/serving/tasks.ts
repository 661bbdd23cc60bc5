import { withOwnBuffer } from "../../core/own-buffer.ts";
import type { Codec } from "../../rpc/codec/codec.ts";
import type { Delegate } from "../../rpc/pipeline.ts";
import { errorOf, formOfError } from "./error-form.ts";
import type { Link } from "./link.ts";

type Written = ReturnType<Codec["write"]>;

/** Returns the delegation of large requests to the threads that the main thread has for them. */
export function delegateTo(link: Link): Delegate {
  let lastNumber = 0;
  return async ({ body, ...task }, signal) => {
    signal?.throwIfAborted();
    const number = ++lastNumber;
    const giveUp = () => link.tell("task.gone", number);
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      const own = withOwnBuffer(body);
      const answer = await link.ask("task", { number, task: { ...task, body: own } }, [own.buffer]);
      if ("written" in answer) return answer.written;
      throw errorOf(answer);
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  };
}

/** Answers what `delegateTo` asks. */
export function attendTasks(link: Link, delegate: Delegate): void {
  const running = new Map<number, AbortController>();
  link.hear("task.gone", (number) => running.get(number)?.abort());
  void link.ended.then(() => {
    for (const controller of running.values()) controller.abort();
  });
  link.answer("task", async ({ number, task }) => {
    const controller = new AbortController();
    running.set(number, controller);
    try {
      const written: Written = await delegate(task, controller.signal);
      return { written };
    } catch (error) {
      return formOfError(error);
    } finally {
      running.delete(number);
    }
  });
}
