import { type DescMethodUnary, type DescService, getOption } from "@bufbuild/protobuf";
import { envelope as envelopeOption } from "../../../gen/es/rest/v1/rest_pb.js";
import { Fault } from "../../domain/fault.ts";
import { limits } from "../../limits.ts";
import { type Answer, type Call, DoorRefusal, limitHeaders, type Reading } from "../../pipeline/call.ts";
import { faultBody, faultTable } from "../../pipeline/faults.ts";
import type { Issue } from "../../pipeline/issue.ts";
import { bugFault, type Pipeline, unaryMethods } from "../../pipeline/pipeline.ts";
import type { ExchangeHandler } from "../http/door.ts";
import { BodyCut, BodyTooLarge, type Exchange } from "../http/exchange.ts";
import { type Bind, compileBind } from "./bind.ts";
import { JsonProblem, parseJson } from "./json.ts";
import { compileReader, type MessageReader } from "./reader.ts";
import { explained, routesOf } from "./route.ts";
import { Router } from "./router.ts";
import { compileFieldWriter, compileWriter } from "./writer.ts";

interface Target {
  readonly method: DescMethodUnary;
  readonly bind: Bind;
  readonly read: MessageReader;
  readonly write: (message: object) => unknown;
  readonly envelope: string;
  readonly hasBody: boolean;
}

/**
 * Plain JSON over HTTP at the paths of the contract; what is at no method's path is RESOURCE_NOT_FOUND. It knows
 * descriptors and options, and no service. `onBug` hears of what should be impossible outside the pipeline.
 */
export function createRestDoor(
  pipeline: Pipeline,
  onBug: (error: unknown, requestId: string) => void,
): ExchangeHandler {
  const router = new Router<Target>();
  for (const service of pipeline.services) {
    for (const method of unaryMethods(service)) addRoutes(router, service, method);
  }
  return (exchange) => {
    const match = router.find(exchange.verb, exchange.path);
    if (match === undefined) reply(exchange, { fault: nothingThere() });
    else void answer(new RestCall(exchange, match.target, match.values), pipeline, onBug);
  };
}

function nothingThere(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "There is no operation at this path for this method.");
}

/** A class, because an object made anew with a getter and a closure for each call costs more than the call. */
class RestCall implements Call {
  readonly protocol = "rest";
  readonly exchange: Exchange;
  readonly target: Target;
  readonly #values: readonly string[];

  constructor(exchange: Exchange, target: Target, values: readonly string[]) {
    this.exchange = exchange;
    this.target = target;
    this.#values = values;
  }

  get method(): DescMethodUnary {
    return this.target.method;
  }

  get authorization(): string | undefined {
    return this.exchange.headers.authorization;
  }

  get requestId(): string {
    return this.exchange.requestId;
  }

  /** Aborts when the caller is gone. Made only for operations that ask. */
  get signal(): AbortSignal {
    const controller = new AbortController();
    this.exchange.onGone(() => controller.abort());
    return controller.signal;
  }

  async read(): Promise<Reading> {
    const { exchange, target } = this;
    const body = target.hasBody ? await readJson(exchange) : undefined;
    const issues: Issue[] = [];
    const json = target.bind(body, this.#values, exchange.query, issues);
    return { message: target.read(json, issues), issues };
  }
}

async function answer(
  call: RestCall,
  pipeline: Pipeline,
  onBug: (error: unknown, requestId: string) => void,
): Promise<void> {
  try {
    reply(call.exchange, await pipeline.answer(call), call.target);
  } catch (error) {
    // Nobody is there to answer.
    if (error instanceof DoorRefusal) return;
    onBug(error, call.requestId);
    reply(call.exchange, { fault: bugFault("TRANSFORMATION_ERROR") });
  }
}

function addRoutes(router: Router<Target>, service: DescService, method: DescMethodUnary): void {
  const read = compileReader(method.input);
  const write = compileWriter(method.output);
  for (const route of routesOf(method)) {
    const { title, verb, template, body, responseBody } = route;
    explained(title, () =>
      router.add(verb, template, title, {
        method,
        bind: compileBind(route),
        read,
        write: responseBody === undefined ? write : compileFieldWriter(responseBody),
        envelope: getOption(service, envelopeOption),
        hasBody: body !== undefined,
      }),
    );
  }
}

async function readJson(exchange: Exchange): Promise<unknown> {
  const type = exchange.headers["content-type"] ?? "";
  if (type !== "application/json" && !isJson(type)) {
    throw unreadable("Content-Type", "must be application/json", type);
  }
  const encoding = exchange.headers["content-encoding"] ?? "identity";
  if (encoding !== "identity") throw unreadable("Content-Encoding", "must be identity", encoding);
  try {
    return parseJson(await exchange.readBody(limits.requestBytesMax));
  } catch (error) {
    if (error instanceof BodyTooLarge) throw unreadable("body", `must not exceed ${limits.requestBytesMax} bytes`);
    if (error instanceof JsonProblem) throw unreadable("body", error.message);
    if (error instanceof BodyCut) throw new DoorRefusal("the caller went away");
    throw error;
  }
}

/** With parameters, or in another case. */
function isJson(contentType: string): boolean {
  return contentType.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
}

function unreadable(parameter: string, expected: string, provided?: string): Fault {
  return new Fault("PARAMETER_INVALID", `${parameter} ${expected}`, { parameter, provided });
}

function reply(exchange: Exchange, answer: Answer, target?: Target): void {
  const headers = limitHeaders(answer);
  headers.push("Content-Type", "application/json");
  let status = 200;
  let json: unknown;
  if ("fault" in answer) {
    status = faultTable[answer.fault.reason].status;
    json = faultBody(answer.fault, exchange.requestId);
    if (status === 401) headers.push("WWW-Authenticate", "Bearer");
  } else {
    json = wrap(target as Target, answer.message);
  }
  exchange.reply(status, headers, JSON.stringify(json));
}

function wrap(target: Target, message: object): unknown {
  const json = target.write(message);
  return target.envelope === "" ? json : { [target.envelope]: json };
}
