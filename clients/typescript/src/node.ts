/** Exports for Node only. */
export { FileStorage } from "./wallet/file-storage.ts";
