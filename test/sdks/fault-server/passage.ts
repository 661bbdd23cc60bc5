import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { Answer, Refusal } from "./answer.ts";
import type { Fault } from "./fault.ts";
import { failureOf, refusalOf, rewritten } from "./forged.ts";

/** After half of an answer the connection is closed, or stays open without a word. */
export type Half = "cut" | "stalled";

/** One request on its way, by any version of HTTP. */
export interface Passage {
  readonly path: string;
  /** Content type of the request. */
  readonly contentType: string;
  /** `User-Agent` of the request. */
  readonly userAgent: string;
  readonly traceparent: string | undefined;
  readonly body: Readable;
  /** Sends the request to the service with these bytes, or as they come. */
  forward(body: Buffer | Readable): Promise<Answer>;
  /** Answers the caller, or with half of the answer. */
  answer(answer: Answer, half?: Half): void;
  /** Answers the caller in place of the service. */
  refuse(refusal: Refusal): void;
  /** Closes the connection to the caller. */
  close(): void;
  /** Resets the caller's stream; closes the connection where there are no streams. */
  reset(): void;
}

/** Lets a request pass, with the harm that is to be done to it. */
export async function pass(passage: Passage, fault: Fault | undefined, dateOffsetMs = 0): Promise<void> {
  if (fault === undefined) return passage.answer(await passage.forward(passage.body));
  switch (fault.do) {
    case "drop request":
      return passage.close();
    case "refuse":
      passage.body.resume();
      return passage.refuse(refusalOf(fault, dateOffsetMs));
    case "fail":
      passage.body.resume();
      return passage.refuse(failureOf(fault, passage.contentType));
    case "rewrite":
      return passage.answer(await rewritten(await passage.forward(passage.body), fault.edit));
    case "silence":
      if (fault.isForwarded) await buffer((await passage.forward(passage.body)).body);
      else passage.body.resume();
      return undefined;
    case "delay":
      if (fault.what === "request") await delay(fault.ms);
      return passage.answer(await delayed(passage.forward(passage.body), fault));
    case "cut answer":
      return passage.answer(await passage.forward(passage.body), "cut");
    case "stall answer":
      return passage.answer(await passage.forward(passage.body), "stalled");
    case "change headers":
      return passage.answer(withHeaders(await passage.forward(passage.body), fault.headers));
    case "drop answer":
      await buffer((await passage.forward(passage.body)).body);
      return fault.by === "reset" ? passage.reset() : passage.close();
    case "call":
      await buffer((await passage.forward(passage.body)).body);
      await fault.call();
      return passage.close();
    case "twice":
      return twice(passage, fault.when);
  }
}

function withHeaders(answer: Answer, headers: Answer["headers"]): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

async function delayed(answer: Promise<Answer>, { what, ms }: Fault & { do: "delay" }): Promise<Answer> {
  const given = await answer;
  if (what === "answer") await delay(ms);
  return given;
}

async function twice(passage: Passage, when: "at once" | "later"): Promise<void> {
  const body = await buffer(passage.body);
  const first = passage.forward(body);
  if (when === "at once") {
    const copy = passage.forward(body);
    passage.answer(await first);
    await buffer((await copy).body);
    return;
  }
  const answer = await first;
  const ended = new Promise((resolve) => answer.body.once("close", resolve));
  passage.answer(answer);
  await ended;
  await buffer((await passage.forward(body)).body);
}
