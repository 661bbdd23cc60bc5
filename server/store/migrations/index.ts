import { CreateApiKeys1763600000000 } from "./1763600000000-create-api-keys.ts";

/** Every change of the schema, in the order of the time in its name. A change that was released is never edited. */
export const migrations = [CreateApiKeys1763600000000];
