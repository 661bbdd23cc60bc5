/** Setup of every test file: makes all that fast-check draws depend on `LAW_SEED`. */
import fc from "fast-check";
import { lawRuns } from "./runs.ts";
import { lawSeed } from "./seed.ts";

fc.configureGlobal({ seed: lawSeed, numRuns: lawRuns });
