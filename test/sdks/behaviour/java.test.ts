// @module-tag slow/sdks

import { javaDriver } from "../drivers/java/driver.ts";
import { describeBehaviour } from "./behaviour.ts";

describeBehaviour(javaDriver);
