/** A JSON object of the OpenAPI document. */
export type JsonObject = { [member: string]: unknown };
