// @module-tag slow/sdks

import { rustDriver } from "../drivers/rust/driver.ts";
import { describeBehaviour } from "./behaviour.ts";

describeBehaviour(rustDriver);
