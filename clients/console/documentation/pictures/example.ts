/** The worked example in the page of an operation. A test asks the service for the same. */
export interface Example {
  readonly request: Record<string, unknown>;
  /** `result` of the answer. */
  readonly result: Record<string, unknown>;
}

/** Reads the example of a page: the request that curl sends, and the answer in the block after it. */
export function readExample(markdown: string): Example {
  const [, request] = /^ {2}-d '(\{.*?\})'$/ms.exec(markdown) ?? [];
  const [, answer] = /^```json\n(.*?)^```$/ms.exec(markdown) ?? [];
  if (request === undefined || answer === undefined)
    throw new Error("the page has no example: curl and its answer in JSON");
  return { request: JSON.parse(request), result: JSON.parse(answer).result };
}
