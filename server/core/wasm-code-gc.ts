import { setFlagsFromString } from "node:v8";

/**
 * Stops V8 from freeing compiled WebAssembly in this process. Call it before a thread starts that runs TypeScript.
 *
 * Node strips types by WebAssembly. V8 frees the wasm-to-JS wrappers of a thread twice, and the process dies by SIGSEGV,
 * when one such thread ends while another starts. V8 has mended this with `AddRefIfNotDying`: remove this module, and
 * `execArgv` of the tests, when the V8 of the Node that we run has it. That of Node 24.21 has not.
 */
export function disableWasmCodeGc(): void {
  setFlagsFromString("--no-wasm-code-gc");
}
