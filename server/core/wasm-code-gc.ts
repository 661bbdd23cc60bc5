import { setFlagsFromString } from "node:v8";

/**
 * Stops V8 from freeing compiled WebAssembly in this process. Call it before a thread starts that runs TypeScript.
 *
 * Node strips types with WebAssembly. V8 frees the wasm-to-JS wrappers of a thread twice, and the process dies by
 * SIGSEGV, when one such thread ends while another starts. V8 has fixed this with `AddRefIfNotDying`, which the V8 of
 * Node 24.21 lacks: remove this module, and `execArgv` of the tests, once our Node's V8 has it.
 */
export function disableWasmCodeGc(): void {
  setFlagsFromString("--no-wasm-code-gc");
}
