import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");

/** Collects all garbage of this process, so that what is measured next does not pay for what prepared it. */
export const collectGarbage = runInNewContext("gc") as () => void;
