/** Setup of every test file: whatever fast-check draws follows from `LAW_SEED`. */
import fc from "fast-check";
import { lawRuns } from "./runs.ts";
import { lawSeed } from "./seed.ts";

fc.configureGlobal({ seed: lawSeed, numRuns: lawRuns });
