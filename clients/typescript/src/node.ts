/** What only Node has. */
export { FileStorage } from "./wallet/file-storage.ts";
