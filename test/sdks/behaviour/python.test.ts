// @module-tag slow/sdks

import { pythonDriver } from "../drivers/python/driver.ts";
import { describeBehaviour } from "./behaviour.ts";

describeBehaviour(pythonDriver);
