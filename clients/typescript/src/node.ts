/** Exports for Node only. */
export { type NodeFetchOptions, nodeFetch } from "./node/fetch.ts";
export { FileStorage } from "./wallet/file-storage.ts";
