import { type DescMethodUnary, type DescService, getOption } from "@bufbuild/protobuf";
import { envelope as envelopeOption } from "../../../gen/es/rest/v1/rest_pb.js";
import { Fault } from "../../domain/fault.ts";
import { limits } from "../../limits.ts";
import { type Answer, DoorRefusal, limitHeaders, type Reading } from "../../pipeline/call.ts";
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
    if (match === undefined) {
      reply(exchange, { fault: nothingThere() });
      return;
    }
    const { target, values } = match;
    pipeline
      .answer({
        method: target.method,
        authorization: exchange.headers.authorization,
        requestId: exchange.requestId,
        protocol: "rest",
        get signal() {
          return signalOf(exchange);
        },
        read: () => readRequest(exchange, target, values),
      })
      .then((answer) => reply(exchange, answer, target))
      .catch((error: unknown) => {
        // Nobody is there to answer.
        if (error instanceof DoorRefusal) return;
        onBug(error, exchange.requestId);
        reply(exchange, { fault: bugFault("TRANSFORMATION_ERROR") });
      });
  };
}

function nothingThere(): Fault {
  return new Fault("RESOURCE_NOT_FOUND", "There is no operation at this path for this method.");
}

/** Aborts when the caller is gone. Made only for operations that ask. */
function signalOf(exchange: Exchange): AbortSignal {
  const controller = new AbortController();
  exchange.onGone(() => controller.abort());
  return controller.signal;
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

async function readRequest(exchange: Exchange, target: Target, values: readonly string[]): Promise<Reading> {
  const body = target.hasBody ? await readJson(exchange) : undefined;
  const issues: Issue[] = [];
  const json = target.bind(body, values, exchange.query, issues);
  const message = target.read(json, issues);
  return { message, issues };
}

async function readJson(exchange: Exchange): Promise<unknown> {
  const type = (exchange.headers["content-type"] ?? "").split(";", 1)[0] as string;
  if (type.trim().toLowerCase() !== "application/json") {
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
