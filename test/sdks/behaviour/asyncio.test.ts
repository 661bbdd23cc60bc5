// @module-tag slow/sdks

import { asyncioDriver } from "../drivers/python/driver.ts";
import { describeBehaviour } from "./behaviour.ts";

describeBehaviour(asyncioDriver);
