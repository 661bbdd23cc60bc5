import { answerHeaders } from "../../rpc/answer-headers.ts";
import type { Answer } from "../../rpc/call.ts";
import { faultBody, faultTable } from "../../rpc/errors/faults.ts";
import type { Exchange, HeaderList } from "../http/exchange.ts";

/** Sends the answer of a call, or the refusal of a stream, with further headers if there are any. */
export function reply(exchange: Exchange, answer: Answer, further: HeaderList = []): void {
  const headers = answerHeaders(answer);
  headers.push("Content-Type", "application/json", ...further);
  if ("fault" in answer) {
    const { status } = faultTable[answer.fault.reason];
    if (status === 401) headers.push("WWW-Authenticate", "Bearer");
    exchange.reply(status, headers, JSON.stringify(faultBody(answer.fault, exchange.requestId)));
  } else {
    exchange.reply(200, headers, answer.written);
  }
}
