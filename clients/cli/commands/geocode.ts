import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { GeocodeService } from "#contract/geocode/v1/service_pb.js";
import { http } from "#contract/google/api/annotations_pb.js";
import { example } from "#contract/rest/v1/rest_pb.js";
import summaries from "../../../gen/summaries.json" with { type: "json" };
import { type Command, command } from "../command.ts";
import { requestInput, requestOption } from "../request-input.ts";

/** Longest example for the help, in characters. */
const exampleMax = 120;

/** A command for each operation, such as `geocode phi-resonance`. Requests and answers are those of plain JSON over HTTP. */
export const geocode: readonly Command[] = GeocodeService.methods.map((method) => {
  const path = pathOf(method);
  const operation = path.slice(path.lastIndexOf("/") + 1);
  const name = `geocode ${operation}`;
  const request = getOption(method, example);
  const ofExample = request === "" || request.length > exampleMax ? [] : [`platonic ${name} --request '${request}'`];
  return command({
    name,
    summary: summaries[`${GeocodeService.typeName}.${method.name}` as keyof typeof summaries],
    examples: [...ofExample, `platonic ${name} < request.json`],
    options: { request: requestOption },
    input: "REQUEST",
    async run({ options: { request }, service }) {
      const { baseUrl, authorization } = service();
      const body = await requestInput(name, request);
      const headers = { Authorization: authorization, "Content-Type": "application/json" };
      const response = await fetch(new URL(path, baseUrl), { method: "POST", headers, body, redirect: "error" });
      const json = resultOf(await response.text());
      return { json, text: `${JSON.stringify(json, null, 2)}\n` };
    },
  });
});

/** Returns the path of an operation. */
function pathOf(method: DescMethod): string {
  const { pattern } = getOption(method, http);
  if (pattern.case !== "post") throw new Error(`${method.name} has no path`);
  return pattern.value;
}

/** Returns the result in an answer. */
function resultOf(answer: string): unknown {
  let json: { readonly result?: unknown; readonly error?: Refusal };
  try {
    json = JSON.parse(answer);
  } catch {
    throw new Error("the answer has another form than the service's: is the endpoint right?");
  }
  if (json.error === undefined) return json.result;
  throw new Error(`${json.error.code}: ${json.error.message}`);
}

interface Refusal {
  readonly code: string;
  readonly message: string;
}
