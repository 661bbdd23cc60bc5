import { apiKeyRows } from "./api-key.ts";

/** Every table. */
export const rowSchemas = [apiKeyRows];
