// @module-tag slow/sdks

import { goDriver } from "../drivers/go/driver.ts";
import { describeBehaviour } from "./behaviour.ts";

describeBehaviour(goDriver);
